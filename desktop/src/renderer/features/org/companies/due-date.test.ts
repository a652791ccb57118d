// Colours of due dates and renewals, as tables.
import { expect, test } from 'vitest'
import { dueDateInput } from '@guiche/shared/features/org/due-dates.ts'
import { daysUntil, dueColor, renewed } from './due-date.ts'

test.each([
  [6, null],
  [5, 'yellow'],
  [4, 'orange'],
  [0, 'orange'],
  [-3, 'orange'],
  [-4, 'red'],
  [-30, 'red']
])('%i days before the due date the colour is %s', (days, color) => {
  expect(dueColor(days)).toBe(color)
})

test('days are those of the calendar, whatever the hour', () => {
  const now = Date.parse('2026-03-10T23:50:00-03:00')
  expect(daysUntil('2026-03-11T00:05:00-03:00', now)).toBe(1)
  expect(daysUntil('2026-03-10T00:05:00-03:00', now)).toBe(0)
  expect(daysUntil('2026-03-06T12:00:00-03:00', now)).toBe(-4)
})

test.each([
  ['MENSAL', '2026-02-28'],
  ['BIMESTRAL', '2026-03-31'],
  ['TRIMESTRAL', '2026-04-30'],
  ['SEMESTRAL', '2026-07-31'],
  ['ANUAL', '2027-01-31']
])('%s is renewed by its months, within the month, whatever the zone of the computer', (recurrence, day) => {
  // The last minute of the 31st there is already the 1st in Greenwich.
  expect(renewed('2026-02-01T02:59:00.000Z', recurrence)).toBe(dueDateInput.parse(day)?.toISOString())
})
