// Release notes by language: what is taken over, and what of a stranger's text is not.
import { expect, test } from 'vitest'
import { readNotes } from './release-notes.ts'

test('each language gets its own points', () => {
  const text = '# Notes\n\n## pt\n\n- Um\n- Dois\n\n## en\r\n\r\n- One\r\n* Two\r\n\n## es\n- Uno\n'
  expect(readNotes(text)).toEqual({ pt: ['Um', 'Dois'], en: ['One', 'Two'], es: ['Uno'] })
})

test('a language that is missing gets the Portuguese points, and text without sections serves all', () => {
  expect(readNotes('## pt\n- Um\n')).toEqual({ pt: ['Um'], en: ['Um'], es: ['Um'] })
  expect(readNotes('- Only this')).toEqual({ pt: ['Only this'], en: ['Only this'], es: ['Only this'] })
})

test('markup, control characters and endless text do not come through', () => {
  const points = Array.from({ length: 60 }, () => `- ${'x'.repeat(1_000)}`).join('\n')
  const { pt } = readNotes(`## pt\n- **Bold** <img src=x>\u0007\n${points}`)
  expect(pt[0]).toBe('Bold img src=x')
  expect(pt).toHaveLength(30)
  expect(Math.max(...pt.map(({ length }) => length))).toBe(300)
})

test.each([undefined, null, 7, [{ version: '1.0.0', note: 'x' }]])('%j is no text and says nothing', (given) => {
  expect(readNotes(given)).toEqual({ pt: [], en: [], es: [] })
})
