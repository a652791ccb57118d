// Tests of the due date after a payment, early and late.
import { expect, test } from 'vitest'
import { renewedDate } from './renew-company.ts'

test.each([
  ['early, from the due date', '2026-03-20T15:00:00.000Z', '2026-04-20T15:00:00.000Z'],
  ['a little late, from the due date', '2026-03-01T15:00:00.000Z', '2026-04-01T15:00:00.000Z'],
  ['after the whole period, from the day of the payment', '2026-01-01T15:00:00.000Z', '2026-04-10T12:00:00.000Z'],
  ['for the first time, from the day of the payment', null, '2026-04-10T12:00:00.000Z']
])('whoever pays %s has a month', (_case, dueDate, expected) => {
  const now = new Date('2026-03-10T12:00:00.000Z')
  expect(renewedDate(dueDate === null ? null : new Date(dueDate), 1, now).toISOString()).toBe(expected)
})
