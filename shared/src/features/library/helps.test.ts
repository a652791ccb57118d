// Tests of how a help video is found by what was typed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { videoCodeOf, videoPlayerOrigin, videoPlayerUrl } from './helps.ts'

test.each([
  ['dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['  a-b_c9  ', 'a-b_c9'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=42s', 'dQw4w9WgXcQ'],
  ['youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ/', 'dQw4w9WgXcQ'],
  ['', null],
  ['um vídeo', null],
  ['https://www.youtube.com/watch?v=', null],
  ['https://www.youtube.com/watch?v=../../x', null],
  ['javascript:alert(1)', null]
])('%j means the video %j', (typed, expected) => {
  expect(videoCodeOf(typed)).toBe(expected)
})

test('whatever was typed, the player is never anything but a video of its own site', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (typed) => {
      const found = videoCodeOf(typed)
      if (found === null) return
      expect(found).toMatch(/^[\w-]+$/)
      expect(videoPlayerUrl(found)).toBe(`${videoPlayerOrigin}/embed/${found}?autoplay=1&rel=0`)
    })
  )
})
