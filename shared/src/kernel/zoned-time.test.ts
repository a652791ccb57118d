// Wall clocks of zones and the instants behind them, around changes of the clocks.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantAt, wallClock } from './zoned-time.ts'

test.each([
  ['2026-11-21T15:04:05Z', 'America/Sao_Paulo', { day: 21, hour: 12, minute: 4, second: 5, weekday: 6 }],
  ['2026-11-22T02:00:00Z', 'America/Sao_Paulo', { day: 21, hour: 23, weekday: 6 }],
  ['2026-11-21T23:00:00Z', 'Asia/Kolkata', { day: 22, hour: 4, minute: 30, weekday: 0 }],
  ['2026-11-21T03:00:00Z', 'Lugar/Nenhum', { day: 21, hour: 0 }]
])('at %s clocks in %s show %j', (instant, zone, shown) =>
  expect(wallClock(new Date(instant), zone)).toMatchObject(shown)
)

describe('the instant of a wall clock', () => {
  test.each([
    [[2026, 11, 21, 12 * 60], 'America/Sao_Paulo', '2026-11-21T15:00:00.000Z'],
    [[2026, 11, 31, 0], 'America/Sao_Paulo', '2026-12-01T03:00:00.000Z'],
    [[2026, 3, 8, 60], 'America/New_York', '2026-03-08T06:00:00.000Z'],
    [[2026, 3, 8, 180], 'America/New_York', '2026-03-08T07:00:00.000Z'],
    // 02:30 is leapt over: half an hour after the leap.
    [[2026, 3, 8, 150], 'America/New_York', '2026-03-08T07:30:00.000Z'],
    // 01:30 is shown twice: the first time.
    [[2026, 11, 1, 90], 'America/New_York', '2026-11-01T05:30:00.000Z'],
    // Midnight that was leapt over in Brazil.
    [[2018, 11, 4, 0], 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z']
  ] as const)('%j in %s is %s', ([year, month, day, minutes], zone, instant) =>
    expect(instantAt({ year, month, day, minutes }, zone).toISOString()).toBe(instant)
  )

  test('shows that wall clock again, unless the clocks leap over it', () => {
    const zones = fc.constantFrom('America/Sao_Paulo', 'America/New_York', 'Europe/Lisbon', 'Asia/Kolkata')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 730 }),
        fc.integer({ min: 240, max: 1439 }),
        zones,
        (days, minutes, zone) => {
          const clock = wallClock(instantAt({ year: 2025, month: 1, day: 1 + days, minutes }, zone), zone)
          expect(clock.hour * 60 + clock.minute).toBe(minutes)
        }
      )
    )
  })
})
