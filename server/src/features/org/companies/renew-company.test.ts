// Tests of due dates: so many months later at the same time of day, within the month.
import { expect, test } from 'vitest'
import { monthsLater, renewedDate } from './renew-company.ts'

const zone = 'America/Sao_Paulo'

test.each([
  ['2026-01-31T18:00:00.000Z', 1, '2026-02-28T18:00:00.000Z'],
  ['2028-01-31T18:00:00.000Z', 1, '2028-02-29T18:00:00.000Z'],
  ['2026-03-15T18:00:00.000Z', 12, '2027-03-15T18:00:00.000Z'],
  ['2026-11-30T18:00:00.000Z', 3, '2027-02-28T18:00:00.000Z'],
  // The last minute of the 31st there is already the 1st in Greenwich.
  ['2026-04-01T02:59:00.000Z', 1, '2026-05-01T02:59:00.000Z'],
  ['2026-04-01T02:59:00.000Z', 2, '2026-06-01T02:59:00.000Z']
])('%s is followed after %i months by %s', (from, months, expected) => {
  expect(monthsLater(new Date(from), months, zone).toISOString()).toBe(expected)
})

test.each([
  ['early, from the due date', '2026-03-20T15:00:00.000Z', '2026-04-20T15:00:00.000Z'],
  ['a little late, from the due date', '2026-03-01T15:00:00.000Z', '2026-04-01T15:00:00.000Z'],
  ['after the whole period, from the day of the payment', '2026-01-01T15:00:00.000Z', '2026-04-10T12:00:00.000Z'],
  ['for the first time, from the day of the payment', null, '2026-04-10T12:00:00.000Z']
])('whoever pays %s has a month', (_case, dueDate, expected) => {
  const now = new Date('2026-03-10T12:00:00.000Z')
  expect(renewedDate(dueDate === null ? null : new Date(dueDate), 1, zone, now).toISOString()).toBe(expected)
})
