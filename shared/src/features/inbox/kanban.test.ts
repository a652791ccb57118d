// Tests of ranks: a card moved between two others stands between them, as long as numbers divide.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byRank, rankBetween } from './kanban.ts'

const rank = fc.double({ min: -1e9, max: 1e9, noNaN: true })

test('a rank lies strictly between its neighbours, or is refused where there is no room', () => {
  fc.assert(
    fc.property(rank, rank, (a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)]
      const between = rankBetween(low, high)
      if (between !== null) expect(low < between && between < high).toBe(true)
    })
  )
})

test('at the ends and on an empty column there is always room', () => {
  expect(rankBetween(undefined, undefined)).toBe(0)
  expect(rankBetween(undefined, 7)).toBeLessThan(7)
  expect(rankBetween(7, undefined)).toBeGreaterThan(7)
  expect(rankBetween(7, 7)).toBeNull()
})

test('twenty moves into the same gap find room between two tickets of neighbouring numbers', () => {
  let high = 1_000_001
  for (let move = 0; move < 20; move++) {
    const between = rankBetween(1_000_000, high)
    expect(between).not.toBeNull()
    high = between ?? high
  }
})

test('equal ranks stand in the order of their ids', () => {
  const cards = [
    { id: 9, orderIndex: 2 },
    { id: 4, orderIndex: 2 },
    { id: 5, orderIndex: 1 }
  ]
  expect(cards.toSorted(byRank).map(({ id }) => id)).toEqual([5, 4, 9])
})
