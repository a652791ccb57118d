// Turns: one after the other within a company, whoever is ready first.
import { expect, test } from 'vitest'
import { createCommitOrder } from './commit-order.ts'

function take(log: string[], turns: ReturnType<typeof createCommitOrder>, name: string, companies: number[]) {
  const turn = turns(companies)
  const told = turn.ready.then(() => void log.push(name))
  return { told, end: turn.end }
}

test('who comes second waits for the first, other companies do not', async () => {
  const [log, turns]: [string[], ReturnType<typeof createCommitOrder>] = [[], createCommitOrder()]
  const first = take(log, turns, 'first', [1])
  const second = take(log, turns, 'second', [1, 2])
  const third = take(log, turns, 'third', [2])
  const elsewhere = take(log, turns, 'elsewhere', [3])
  await Promise.all([first.told, elsewhere.told])
  expect(log).toEqual(['first', 'elsewhere'])
  first.end()
  await second.told
  expect(log).toEqual(['first', 'elsewhere', 'second'])
  second.end()
  await third.told
  expect(log).toEqual(['first', 'elsewhere', 'second', 'third'])
})

test('who comes after the last one has ended does not wait', async () => {
  const [log, turns]: [string[], ReturnType<typeof createCommitOrder>] = [[], createCommitOrder()]
  take(log, turns, 'first', [1]).end()
  await take(log, turns, 'next', [1]).told
  expect(log).toContain('next')
})
