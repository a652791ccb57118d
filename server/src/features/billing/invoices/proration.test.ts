// The difference of two plans for the rest of the paid time: cents exact, the same all day, never less than the days are worth.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthsLater } from '@guiche/shared/features/org/due-dates.ts'
import { extrasDifference, planDifference } from './proration.ts'

const at = (text: string) => new Date(text)
const difference = (from: number, to: number, due: string, now: string) =>
  planDifference({ from, to, dueDate: at(due), now: at(now) })

test.each([
  ['a whole month', 99, 249, '2026-05-11T02:59:00Z', '2026-04-10T15:00:00Z', 150],
  ['15 of 30 days', 99, 249, '2026-05-11T02:59:00Z', '2026-04-25T15:00:00Z', 75],
  ['1 of 31 days, rounded to the cent', 99, 249, '2026-06-01T02:59:00Z', '2026-05-30T15:00:00Z', 4.84],
  ['11 months and 10 of 31 days', 49.9, 99.9, '2027-02-01T02:59:00Z', '2026-02-18T15:00:00Z', 567.86],
  ['half a cent goes up', 0, 0.33, '2026-05-11T02:59:00Z', '2026-04-25T15:00:00Z', 0.17],
  ['a cent at least', 10, 10.01, '2026-05-01T02:59:00Z', '2026-04-29T15:00:00Z', 0.01],
  ['the last day has no rest', 99, 249, '2026-05-01T02:59:00Z', '2026-04-30T12:00:00Z', null],
  ['past is past', 99, 249, '2026-05-01T02:59:00Z', '2026-05-02T12:00:00Z', null],
  // 01:00 in UTC is still the evening before in Brazil.
  ['the evening belongs to its day in Brazil', 99, 249, '2026-05-11T02:59:00Z', '2026-04-26T01:00:00Z', 75],
  ['a 31st counted back over February', 0, 31, '2026-04-01T02:59:00Z', '2026-03-01T12:00:00Z', 30]
] as const)('%s', (_case, from, to, due, now, expected) => {
  expect(difference(from, to, due, now)).toBe(expected)
})

const cents = fc.integer({ min: 0, max: 5_000_000 })
const moments = fc.date({ min: at('2024-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z'), noInvalidDate: true })
const cases = fc
  .record({
    now: moments,
    ahead: fc.integer({ min: 2, max: 900 }),
    low: cents,
    step: fc.integer({ min: 1, max: 5_000_000 })
  })
  .map(({ now, ahead, low, step }) => {
    const dueDate = new Date(now.getTime() + ahead * 86_400_000)
    return { now, dueDate, from: low / 100, to: (low + step) / 100, step }
  })
const inCents = (value: number | null) => Math.round((value ?? 0) * 100)

test('it is a whole number of cents, falls with the days, and grows with the due date', () => {
  fc.assert(
    fc.property(cases, ({ now, dueDate, from, to }) => {
      const today = planDifference({ from, to, dueDate, now }) ?? 0
      expect(today).toBe(inCents(today) / 100)
      expect(today).toBeGreaterThan(0)
      const tomorrow = planDifference({ from, to, dueDate, now: new Date(now.getTime() + 86_400_000) }) ?? 0
      expect(tomorrow).toBeLessThanOrEqual(today)
      const longer = planDifference({ from, to, dueDate: new Date(dueDate.getTime() + 86_400_000), now }) ?? 0
      // A day more in a longer month may be worth less by the shares of that month, never by more than a month's.
      expect(inCents(longer)).toBeGreaterThanOrEqual(inCents(today) - inCents(to - from) * 0.1 - 1)
    })
  )
})

test('whole months cost the difference of the prices, to the cent', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 24 }), cents, cents, (now, months, low, step) => {
      const dueDate = monthsLater(now, months)
      // Months end on the last day of a short one: only then the way back is the same.
      fc.pre(monthsLater(dueDate, -months).getTime() === monthsLater(now, 0).getTime())
      const value = planDifference({ from: low / 100, to: (low + step + 1) / 100, dueDate, now })
      expect(inCents(value)).toBe((step + 1) * months)
    })
  )
})

test('two steps cost what one step costs, but for the rounding', () => {
  fc.assert(
    fc.property(cases, fc.double({ min: 0, max: 1, noNaN: true }), ({ now, dueDate, from, to, step }, share) => {
      const between = (inCents(from) + Math.floor(step * share)) / 100
      fc.pre(between > from && between < to)
      const whole = inCents(planDifference({ from, to, dueDate, now }))
      const first = inCents(planDifference({ from, to: between, dueDate, now }))
      const second = inCents(planDifference({ from: between, to, dueDate, now }))
      expect(Math.abs(first + second - whole)).toBeLessThanOrEqual(1)
    })
  )
})

const ofExtras = (from: number, to: number, due: string, now: string) =>
  extrasDifference({ from, to, dueDate: at(due), now: at(now) })

test.each([
  ['15 of 30 days', 0, 30, '2026-05-11T02:59:00Z', '2026-04-25T15:00:00Z', 1_500],
  ['the same days taken back', 30, 0, '2026-05-11T02:59:00Z', '2026-04-25T15:00:00Z', -1_500],
  ['half a cent goes the same way up and down', 0.33, 0, '2026-05-11T02:59:00Z', '2026-04-25T15:00:00Z', -17],
  [
    'the end of January until the 28th of February, of 31 days',
    0,
    31,
    '2026-03-01T02:59:00Z',
    '2026-01-31T15:00:00Z',
    2_800
  ],
  ['the day before the 28th of February', 0, 31, '2026-03-01T02:59:00Z', '2026-02-27T15:00:00Z', 100],
  ['the day before the 29th of February', 0, 31, '2028-03-01T02:59:00Z', '2028-02-28T15:00:00Z', 100],
  ['the 28 days until the 28th of March', 0, 28, '2026-03-29T02:59:00Z', '2026-03-01T15:00:00Z', 2_700],
  ['a 31st counted back over February', 0, 31, '2026-04-01T02:59:00Z', '2026-03-01T12:00:00Z', 3_000],
  ['the last day costs nothing', 0, 30, '2026-05-01T02:59:00Z', '2026-04-30T12:00:00Z', 0],
  ['nothing is nothing', 30, 30, '2026-05-11T02:59:00Z', '2026-04-25T15:00:00Z', 0]
] as const)('extras: %s', (_case, from, to, due, now, expected) => {
  expect(ofExtras(from, to, due, now)).toBe(expected)
})

test('extras that are taken back on the same day leave nothing to pay', () => {
  fc.assert(
    fc.property(cases, ({ now, dueDate, from, to }) => {
      const up = extrasDifference({ from, to, dueDate, now })
      expect(up + extrasDifference({ from: to, to: from, dueDate, now })).toBe(0)
      expect(up).toBeGreaterThanOrEqual(0)
    })
  )
})
