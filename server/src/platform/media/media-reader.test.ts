// Sound and film are read in a process of their own: broken files are refused in time, and the next file is read all the same.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMediaReader } from './media-reader.ts'

const voice = readFileSync(new URL('../../../test/recordings/chromium-mono.webm', import.meta.url))
const turn = { companyId: 1, longestWait: null }
const film = readFileSync(new URL('../../../simulator/assets/video.mp4', import.meta.url))

/** A recording with a group of sound whose length nobody can read: the parser stands there for ever. */
const endless = Buffer.concat([voice, Buffer.from('1f43b67500', 'hex'), Buffer.alloc(64)])

test('a recording that would be read for ever is refused, and others wait no longer than that', async () => {
  const reader = createMediaReader(2000)
  const [broken, next] = await Promise.allSettled([reader.opus(endless, turn), reader.opus(voice, turn)])
  expect(broken).toMatchObject({ status: 'rejected', reason: { message: 'the file takes too long to read' } })
  expect(next).toMatchObject({ status: 'fulfilled' })
  expect((await reader.opus(voice, turn))?.toString('latin1', 0, 4)).toBe('OggS')
})

test('the node goes on while such a recording is read', async () => {
  let ticks = 0
  const clock = setInterval(() => ticks++, 10)
  await expect(createMediaReader(1000).opus(endless, turn)).rejects.toThrow('takes too long')
  clearInterval(clock)
  expect(ticks).toBeGreaterThan(20)
})

test('a film tells its length and size, read piece by piece', async () => {
  const reader = createMediaReader()
  const pieces: number[] = []
  const facts = await reader.facts(
    {
      size: film.length,
      read: async (start, end) => {
        pieces.push(end - start)
        return film.subarray(start, end)
      }
    },
    0,
    turn
  )
  expect(facts.seconds).toBeGreaterThan(0)
  expect(facts).toMatchObject({ width: expect.any(Number) as number, height: expect.any(Number) as number })
  expect(pieces.length).toBeGreaterThan(0)
})

test('a file that cannot be read, or is none, is an error; the reader lives on', async () => {
  const reader = createMediaReader()
  await expect(
    reader.facts({ size: film.length, read: () => Promise.reject(new Error('gone')) }, 0, turn)
  ).rejects.toThrow()
  await expect(reader.opus(Buffer.from('no sound'), turn)).rejects.toThrow()
  expect(await reader.opus(voice, turn)).not.toBeNull()
})
