// Dates as people say them.
import { expect, test, vi } from 'vitest'
import { formatCalendar, formatClock, formatDate, formatDay, formatZone } from './format.ts'
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

test.each([
  ['pt', 'pt-BR', '09:05', '27/11', 'Horário padrão de Brasília'],
  ['en', 'en-US', '9:05 AM', '11/27', 'Brasilia Standard Time'],
  ['en', 'en-GB', '09:05', '27/11', 'Brasilia Standard Time'],
  ['es', 'es-MX', '9:05 a.m.', '27/11', 'hora estándar de Brasilia'],
  ['es', 'es', '09:05', '27/11', 'hora estándar de Brasilia']
] as const)('in %s a clock, a day and a zone are written as %s writes them', (language, tag, time, day, zone) => {
  remember('language', language)
  const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue([tag])
  // Some calendars part the halves of the day from the hour with a space that breaks no line.
  expect(formatClock('09:05').replaceAll(/\s/g, ' ').replace('a. m.', 'a.m.')).toBe(time)
  expect(formatCalendar('2026-11-27', { day: '2-digit', month: '2-digit' })).toBe(day)
  expect(formatZone('America/Sao_Paulo').toLowerCase()).toBe(zone.toLowerCase())
  languages.mockRestore()
})
