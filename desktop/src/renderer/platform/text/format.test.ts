// Dates as people say them.
import { expect, test, vi } from 'vitest'
import { formatDate, formatDay } from './format.ts'
import { remember } from '../state/local-store.ts'

const now = new Date(2026, 2, 5, 0, 10).getTime()
const at = (...parts: [number, number, number, number, number]) => new Date(...parts)

test.each([
  ['pt', at(2026, 2, 5, 0, 5), 'hoje'],
  ['pt', at(2026, 2, 4, 23, 59), 'ontem'],
  ['pt', at(2026, 2, 4, 0, 0), 'ontem'],
  ['pt', at(2026, 2, 3, 23, 59), 'terça-feira, 3 de março'],
  ['pt', at(2025, 2, 5, 12, 0), 'quarta-feira, 5 de março de 2025'],
  ['en', at(2026, 2, 4, 23, 59), 'yesterday'],
  ['es', at(2026, 2, 5, 0, 5), 'hoy']
] as const)('in %s a day is said as %s is', (language, instant, said) => {
  remember('language', language)
  expect(formatDay(instant, now)).toBe(said)
})

test('a language of the system that no calendar knows is passed over', () => {
  remember('language', 'en')
  const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US@posix', 'en-GB'])
  expect(formatDate('2026-03-14')).toBe('14/03/2026')
  languages.mockReturnValue(['en-US@posix'])
  expect(formatDate('2026-03-14')).not.toBe('')
  languages.mockRestore()
})
