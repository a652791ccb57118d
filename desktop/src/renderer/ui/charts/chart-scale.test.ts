// Tests of the axis: it begins at zero, has few round steps, and holds the largest value.
import { expect, test } from 'vitest'
import { ticksUpTo } from './chart-scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 3, 6, 9, 12]],
  [23, [0, 10, 20, 30]],
  [100, [0, 25, 50, 75, 100]],
  [1_234, [0, 500, 1_000, 1_500]]
])('the ticks up to %i are %j', (largest, ticks) => {
  expect(ticksUpTo(largest)).toEqual(ticks)
})

test('every scale is whole, rising and just large enough', () => {
  for (let largest = 0; largest < 5_000; largest++) {
    const ticks = ticksUpTo(largest)
    const [step = 0, end = 0] = [ticks[1], ticks.at(-1)]
    expect(Number.isInteger(step)).toBe(true)
    expect(end).toBeGreaterThanOrEqual(largest)
    expect(end - step).toBeLessThan(Math.max(1, largest))
    expect(ticks.length).toBeLessThanOrEqual(6)
  }
})
