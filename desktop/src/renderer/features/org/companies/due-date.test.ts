// Colours of due dates and renewals, as tables.
import { expect, test } from 'vitest'
import { dueDateInput } from '@guiche/shared/features/org/companies.ts'
import { daysUntil, dueColor, dueDay, renewed } from './due-date.ts'

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

test('a due date that was read and is sent again stays the same, whatever the zone of the computer', () => {
  const stored = dueDateInput.parse('2026-11-28')
  expect(dueDay(stored?.toISOString() ?? '')).toBe('2026-11-28')
})

test.each([
  ['MENSAL', 2026, 1, 28],
  ['BIMESTRAL', 2026, 2, 31],
  ['TRIMESTRAL', 2026, 3, 30],
  ['SEMESTRAL', 2026, 6, 31],
  ['ANUAL', 2027, 0, 31]
])('%s is renewed by its months, within the month', (recurrence, year, month, day) => {
  const due = new Date(2026, 0, 31, 23, 59).toISOString()
  expect(renewed(due, recurrence)).toBe(new Date(year, month, day, 23, 59).toISOString())
})
