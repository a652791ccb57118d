// How long campaigns take: hours in which nothing is sent, and limits of first contacts, count.
import { expect, test } from 'vitest'
import { daysForStrangers, throughAt } from './campaign-pace.ts'

const pace = { messageInterval: 20, longerIntervalAfter: 0, greaterInterval: 0 }

test.each([
  ['2026-11-20T09:00', 0, 0, '2026-11-20T11:00'],
  ['2026-11-20T09:00', 8, 18, '2026-11-20T11:00'],
  ['2026-11-20T17:00', 8, 18, '2026-11-21T09:00'],
  ['2026-11-20T03:00', 8, 9, '2026-11-21T09:00'],
  ['2026-11-20T01:00', 22, 2, '2026-11-20T23:00']
])('360 messages from %s, sent from %i to %i o’clock, are through at %s', (begin, sendFrom, sendUntil, end) => {
  expect(throughAt(360, begin, { ...pace, sendFrom, sendUntil })).toBe(end)
})

test.each([
  [100, 0, false, null],
  [100, 40, false, 3],
  [100, 0, true, 4],
  [20, 0, true, 1]
])('%i strangers with %i a day, warming up %j, take %j days', (count, firstContactsPerDay, isWarmingUp, days) => {
  expect(daysForStrangers(count, { firstContactsPerDay, isWarmingUp })).toBe(days)
})
