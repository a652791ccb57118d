// Colours of due dates, as tables.
import { expect, test } from 'vitest'
import { daysUntil, dueColor } from './due-date.ts'

test.each([
  [6, null],
  [5, 'yellow'],
  [4, 'orange'],
  [0, 'orange'],
  [-3, 'orange'],
  [-4, 'red'],
  [-5, null],
  [-30, null]
])('%i days before the due date the colour is %s', (days, color) => {
  expect(dueColor(days)).toBe(color)
})

test('days are those of the calendar, whatever the hour', () => {
  const now = Date.parse('2026-03-10T23:50:00-03:00')
  expect(daysUntil('2026-03-11T00:05:00-03:00', now)).toBe(1)
  expect(daysUntil('2026-03-10T00:05:00-03:00', now)).toBe(0)
  expect(daysUntil('2026-03-06T12:00:00-03:00', now)).toBe(-4)
})
