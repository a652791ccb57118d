// Days of the calendar's views, over the ends of months and years.
import { expect, test } from 'vitest'
import { daysOf, shiftDay } from './calendar-days.ts'

test.each([
  ['day', '2026-03-31', ['2026-03-31'], 1],
  ['week', '2026-01-01', ['2025-12-28', '2026-01-03'], 7],
  ['work_week', '2026-01-01', ['2025-12-29', '2026-01-02'], 5],
  ['month', '2026-02-10', ['2026-02-01', '2026-02-28'], 28],
  ['month', '2026-08-31', ['2026-07-26', '2026-09-05'], 42],
  ['agenda', '2026-02-15', ['2026-02-15', '2026-03-16'], 30]
] as const)('the view %s of %s shows %j', (view, day, ends, count) => {
  const days = daysOf(view, day)
  expect([days[0], days.at(-1)]).toEqual([ends[0], ends.at(-1)])
  expect(days).toHaveLength(count)
})

test.each([
  ['month', '2026-01-31', 1, '2026-02-28'],
  ['month', '2026-01-15', -1, '2025-12-15'],
  ['week', '2026-12-30', 1, '2027-01-06'],
  ['work_week', '2026-01-05', -1, '2025-12-29'],
  ['day', '2026-03-01', -1, '2026-02-28'],
  ['agenda', '2026-01-01', 1, '2026-01-31']
] as const)('in the view %s the arrows lead from %s by %i to %s', (view, day, direction, to) => {
  expect(shiftDay(view, day, direction)).toBe(to)
})
