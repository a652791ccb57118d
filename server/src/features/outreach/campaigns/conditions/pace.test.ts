// Pauses between the messages of a campaign, and the hours at which it sends.
import { expect, test } from 'vitest'
import { firstContactBudget } from '@guiche/shared/features/outreach/campaign-budget.ts'
import { closedUntil, dayOf, pauseAfter } from './pace.ts'

const zone = 'America/Sao_Paulo'
const at = (clock: string) => new Date(`2026-11-20T${clock}:00-03:00`)

test.each([
  [1, 0, 10_000, 1],
  [1, 1, 30_000, 1],
  [2, 0.5, 20_000, 2],
  [3, 0.5, 60_000, 0]
])('after %i messages since the last longer pause, by chance %f, it waits %i ms', (since, chance, pause, left) => {
  const intervals = { messageInterval: 20, longerIntervalAfter: 3, greaterInterval: 60 }
  expect(pauseAfter(intervals, since, chance)).toEqual({ pause, sinceLong: left })
})

test('without a longer pause there is none, however many were sent', () => {
  const intervals = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 60 }
  expect(pauseAfter(intervals, 5000, 1)).toEqual({ pause: 0, sinceLong: 5000 })
})

test.each([
  ['08:59', 9, 18, '09:00'],
  ['09:00', 9, 18, null],
  ['17:59', 9, 18, null],
  ['12:00', 20, 6, '20:00'],
  ['02:00', 20, 6, null],
  ['03:00', 0, 0, null]
])('at %s with hours from %i to %i it is closed until %s', (clock, sendFrom, sendUntil, opens) => {
  expect(closedUntil({ sendFrom, sendUntil }, at(clock), zone)).toEqual(opens === null ? null : at(opens))
})

test('after the last hour of a day it waits for the next day', () => {
  expect(closedUntil({ sendFrom: 9, sendUntil: 18 }, at('18:00'), zone)).toEqual(new Date('2026-11-21T09:00:00-03:00'))
  expect(dayOf(at('23:00'), zone)).toBe('2026-11-20')
})

test.each([
  [0, false, 0, Infinity],
  [50, false, 3, 50],
  [0, true, 0, 20],
  [0, true, 2, 45],
  [40, true, 2, 40]
])(
  'with %i a day, warming up %j, after %i days a connection may make %f first contacts',
  (most, isWarm, days, budget) => {
    expect(firstContactBudget({ firstContactsPerDay: most, isWarmingUp: isWarm }, days)).toBe(budget)
  }
)
