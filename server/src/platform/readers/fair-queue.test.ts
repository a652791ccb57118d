// Whose file is read next: companies in turn, people before work that nobody waits for, and nobody without an end.
import { expect, test } from 'vitest'
import { createFairQueue, type Waiter } from './fair-queue.ts'

const later = (companyId: number): Waiter => ({ companyId, longestWait: null })
const upload = (companyId: number): Waiter => ({ companyId, longestWait: 60_000 })

/** Takes turns in this order while the first one is held, and answers with the order in which they came. */
async function orderOf(turns: [string, Waiter][]): Promise<string[]> {
  const take = createFairQueue()
  const endFirst = await take(later(99))
  const order: string[] = []
  const all = turns.map(async ([name, turn]) => {
    const end = await take(turn)
    order.push(name)
    await Promise.resolve()
    end()
  })
  endFirst()
  await Promise.all(all)
  return order
}

test('who sends one file waits for one of each other company, however many those have', async () => {
  const many = Array.from({ length: 10 }, (_, n): [string, Waiter] => [`a${n}`, later(1)])
  const order = await orderOf([...many, ['b', later(2)], ['c', later(3)]])
  expect(order.slice(0, 4)).toEqual(['a0', 'b', 'c', 'a1'])
})

test('uploads go first, but every second turn is for the others', async () => {
  const order = await orderOf([
    ['x1', later(1)],
    ['x2', later(1)],
    ['u1', upload(1)],
    ['u2', upload(1)],
    ['u3', upload(2)]
  ])
  expect(order).toEqual(['u1', 'x1', 'u3', 'x2', 'u2'])
})

test('an upload whose turn does not come is let go, and leaves the line', async () => {
  const take = createFairQueue()
  const end = await take(later(1))
  await expect(take({ companyId: 2, longestWait: 1 })).rejects.toThrow('too many files wait')
  const next = take(later(3))
  end()
  ;(await next)()
  await expect(take(upload(2))).resolves.toBeTypeOf('function')
})

test('a company has no more than its share waiting, and others are taken all the same', async () => {
  const take = createFairQueue()
  await take(later(1))
  const waiting = Array.from({ length: 20 }, () => take(later(1)))
  await expect(take(later(1))).rejects.toThrow('too many files wait')
  const other = take(later(2))
  expect(await Promise.race([other.then(Boolean, () => 'refused'), Promise.resolve('waits')])).toBe('waits')
  expect(waiting).toHaveLength(20)
})
