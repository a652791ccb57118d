// Tests of due dates: the day they mean, and so many months later at the same time of day, within the month.
import { expect, test } from 'vitest'
import { dueDateInput, dueDay, monthsLater, daysUntil } from './due-dates.ts'

test.each([
  ['2026-01-31T18:00:00.000Z', 1, '2026-02-28T18:00:00.000Z'],
  ['2028-01-31T18:00:00.000Z', 1, '2028-02-29T18:00:00.000Z'],
  ['2026-03-15T18:00:00.000Z', 12, '2027-03-15T18:00:00.000Z'],
  ['2026-11-30T18:00:00.000Z', 3, '2027-02-28T18:00:00.000Z'],
  // The last minute of the 31st there is already the 1st in Greenwich.
  ['2026-04-01T02:59:00.000Z', 1, '2026-05-01T02:59:00.000Z'],
  ['2026-04-01T02:59:00.000Z', 2, '2026-06-01T02:59:00.000Z']
])('%s is followed after %i months by %s', (from, months, expected) => {
  expect(monthsLater(new Date(from), months).toISOString()).toBe(expected)
})

test('a due date that was read and is sent again stays the same, whatever the zone of the computer', () => {
  const stored = dueDateInput.parse('2026-11-28')
  expect(dueDay(stored?.toISOString() ?? '')).toBe('2026-11-28')
})

test('days are those of the calendar, whatever the hour', () => {
  const now = Date.parse('2026-03-10T23:50:00-03:00')
  expect(daysUntil('2026-03-11T00:05:00-03:00', now)).toBe(1)
  expect(daysUntil('2026-03-10T00:05:00-03:00', now)).toBe(0)
  expect(daysUntil('2026-03-06T12:00:00-03:00', now)).toBe(-4)
})
