// Colours of due dates and renewals, as tables.
import { expect, test } from 'vitest'
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
  const now = new Date(2026, 2, 10, 23, 50).getTime()
  expect(daysUntil(new Date(2026, 2, 11, 0, 5).toISOString(), now)).toBe(1)
  expect(daysUntil(new Date(2026, 2, 10, 0, 5).toISOString(), now)).toBe(0)
  expect(daysUntil(new Date(2026, 2, 6, 12).toISOString(), now)).toBe(-4)
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
