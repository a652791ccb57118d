// The loop of a worker on work that is made up.
import { expect, test } from 'vitest'
import { createSignal } from './signal.ts'
import { runLoop, type Claimed, type LoopEnd, type LoopOptions } from './work-loop.ts'

interface Piece {
  id: number
  queue: string
}

/** Work that waits, and what became of it. */
function makeWork(ids: (number | Piece)[], options: Partial<LoopOptions<Piece>> = {}) {
  const waiting = ids.map((id) => (typeof id === 'number' ? { id, queue: String(id) } : id))
  const done: number[] = []
  const counts = { done: 0, aside: 0, failed: 0 }
  const signal = createSignal()
  const run = () =>
    runLoop<Piece>({
      claim: async (busy): Promise<Claimed<Piece>> => {
        const firsts = [...Map.groupBy(waiting, ({ queue }) => queue).values()].flatMap((queued) => queued.slice(0, 1))
        const free = firsts.filter(({ queue }) => !busy.includes(queue)).slice(0, options.width ?? 1)
        for (const one of free) waiting.splice(waiting.indexOf(one), 1)
        return free
      },
      process: async ({ id }) => void done.push(id),
      serialQueueOf: ({ queue }) => queue,
      isOpen: () => true,
      signal,
      count: (outcome) => counts[outcome]++,
      ...options
    })
  return { waiting, done, counts, signal, run }
}

const nothing: LoopEnd = { kind: 'idle', at: null }

test('it looks again until nothing is due', async () => {
  const { run, done, counts } = makeWork([1, 2, 3])
  expect(await run()).toEqual(nothing)
  expect(done).toEqual([1, 2, 3])
  expect(counts).toEqual({ done: 3, aside: 0, failed: 0 })
})

test('it says when something is due later', async () => {
  const at = new Date('2026-05-01T12:00:00Z')
  expect(await makeWork([], { claim: async () => at }).run()).toEqual({ kind: 'idle', at })
})

test('it ends where a piece says so, and leaves the rest', async () => {
  const { run, waiting } = makeWork([1, 2, 3], { process: async ({ id }) => (id === 2 ? 'stop' : undefined) })
  expect(await run()).toEqual(nothing)
  expect(waiting.map(({ id }) => id)).toEqual([3])
})

test('it lets others have their turn after so many pieces', async () => {
  const { run, done } = makeWork([1, 2, 3, 4], { mostPieces: 3 })
  expect(await run()).toEqual({ kind: 'more' })
  expect(done).toEqual([1, 2, 3])
})

test('it begins nothing further once it is closed, and ends what it began', async () => {
  let isOpen = true
  const work = makeWork([1, 2], {
    isOpen: () => isOpen,
    process: async ({ id }) => void (work.done.push(id), (isOpen = false))
  })
  expect(await work.run()).toEqual({ kind: 'closed' })
  expect(work.done).toEqual([1])
})

test('what ends while it looks is looked at again: what follows, and when', async () => {
  const at = new Date('2026-05-01T12:00:00Z')
  const end = Promise.withResolvers<void>()
  const looks: string[][] = []
  const work = makeWork([], {
    width: 2,
    claim: async (busy) => {
      looks.push(busy)
      if (looks.length === 1) return [{ id: 1, queue: 'a' }]
      if (busy.length === 0) return at
      // The rows were read while it was busy; it is put off before they come.
      end.resolve()
      await new Promise((resolve) => setTimeout(resolve))
      return []
    },
    process: async () => {
      work.signal.set()
      await end.promise
    }
  })
  expect(await work.run()).toEqual({ kind: 'idle', at })
  expect(looks).toEqual([[], ['a'], []])
})

test('what ends while it looks does not wait for what is still under way', async () => {
  const [looked, long] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const following = [{ id: 3, queue: 'a' }]
  let looks = 0
  const work = makeWork([], {
    width: 3,
    claim: async (busy) => {
      looks++
      if (looks === 1) return [1, 2].map((id) => ({ id, queue: id === 1 ? 'a' : 'b' }))
      if (!busy.includes('a')) return following.splice(0)
      looked.resolve()
      await new Promise((resolve) => setTimeout(resolve))
      return []
    },
    process: async ({ id }) => {
      if (id === 1) {
        work.signal.set()
        await looked.promise
      }
      if (id === 2) await long.promise
      if (id === 3) long.resolve()
      work.done.push(id)
    }
  })
  await work.run()
  expect(work.done).toEqual([1, 3, 2])
})

test('what is signalled while it looks is looked for again', async () => {
  const late = [{ id: 7, queue: '7' }]
  let looks = 0
  const work = makeWork([], {
    claim: async () => {
      looks++
      // It came after the rows were read.
      if (looks === 1) work.signal.set()
      return looks === 2 ? late.splice(0) : []
    }
  })
  expect(await work.run()).toEqual(nothing)
  expect(work.done).toEqual([7])
  expect(looks).toBe(3)
})

test('side by side are pieces of different queues alone, as many as it is wide', async () => {
  const gates = new Map<number, () => void>()
  const begun: number[] = []
  const pieces = [1, 2, 3, 4].map((id) => ({ id, queue: id <= 2 ? 'a' : `b${id}` }))
  const { run, signal, waiting, counts } = makeWork(pieces, {
    width: 2,
    process: ({ id }) => {
      begun.push(id)
      return new Promise<void>((resolve) => gates.set(id, resolve))
    }
  })
  const ended = run()
  await expect.poll(() => begun).toEqual([1, 3])
  gates.get(3)?.()
  await expect.poll(() => begun).toEqual([1, 3, 4])
  gates.get(1)?.()
  await expect.poll(() => begun).toEqual([1, 3, 4, 2])
  gates.get(2)?.()
  // Something comes while it waits for what is under way.
  await expect.poll(() => counts.done).toBe(3)
  waiting.push({ id: 5, queue: 'c' })
  signal.set()
  await expect.poll(() => begun).toEqual([1, 3, 4, 2, 5])
  gates.get(4)?.()
  gates.get(5)?.()
  expect(await ended).toEqual(nothing)
})

test('a failure waits for what is under way beside it, and ends the loop', async () => {
  const slow = Promise.withResolvers<void>()
  const { run, done, waiting, counts } = makeWork([1, 2, 3], {
    width: 2,
    claim: async () => waiting.splice(0, 2),
    process: async ({ id }) => {
      if (id === 1) throw new Error('the database is away')
      await slow.promise
      done.push(id)
    }
  })
  let failure: unknown
  const ended = run().catch((error: unknown) => void (failure = error))
  await expect.poll(() => counts.failed).toBe(1)
  expect(failure).toBeUndefined()
  slow.resolve()
  await ended
  expect(failure).toEqual(new Error('the database is away'))
  expect(done).toEqual([2])
  expect(waiting.map(({ id }) => id)).toEqual([3])
})

const refused = new Error('refused')
const away = new Error('the database is away')

test.each([
  ['is put aside and the rest goes on', [1, 3], { done: 2, aside: 1, failed: 0 }, refused],
  ['is no poison when the database is away', [1], { done: 1, aside: 0, failed: 1 }, away]
])('a piece that fails %s', async (_name, expected, figures, problem) => {
  const aside: number[] = []
  const { run, done, counts } = makeWork([1, 2, 3], {
    process: async ({ id }) => {
      if (id === 2) throw problem
      done.push(id)
    },
    setAside: async ({ id }, error) => {
      if (error !== refused) throw error
      aside.push(id)
    }
  })
  const ended = await run().catch((error: unknown) => error)
  expect(ended).toEqual(problem === refused ? nothing : away)
  expect(done).toEqual(expected)
  expect(aside).toEqual(problem === refused ? [2] : [])
  expect(counts).toEqual(figures)
})
