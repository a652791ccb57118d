// A worker of one node: woken, failing, stopped.
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { workCount } from './count-work.ts'
import { createLocalWorker, type LocalWorkerOptions } from './local-worker.ts'

interface Key {
  companyId: number
}

let lines: { msg: string; worker: string }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  lines = []
})

/** A worker over work that is pushed into `waiting`; `gate` holds pieces up. */
function makeWorker(options: Partial<LocalWorkerOptions<Key, string>> = {}) {
  const waiting: string[] = []
  const done: string[] = []
  const gate: { promise?: Promise<void> } = {}
  const worker = createLocalWorker<Key, string>({
    name: 'test worker',
    nameOf: ({ companyId }) => String(companyId),
    claim: async () => waiting.splice(0, 1),
    process: async (_key, text) => {
      await gate.promise
      done.push(text)
    },
    log,
    ...options
  })
  return { worker, waiting, done, gate }
}

const key = { companyId: 1 }

test('whoever wakes it waits for the run that begins; a wake beside it is for the same run', async () => {
  const { worker, waiting, done, gate } = makeWorker()
  const { promise, resolve } = Promise.withResolvers<void>()
  gate.promise = promise
  waiting.push('first')
  const begun = worker.wake(key)
  waiting.push('second')
  await worker.wake(key)
  expect(done).toEqual([])
  resolve()
  await begun
  expect(done).toEqual(['first', 'second'])
})

test('keys do not wait for one another', async () => {
  const slow = Promise.withResolvers<void>()
  const done: number[] = []
  const waiting = new Map([
    [1, ['a']],
    [2, ['b']]
  ])
  const { worker } = makeWorker({
    claim: async ({ companyId }) => waiting.get(companyId)?.splice(0) ?? [],
    process: async ({ companyId }) => {
      if (companyId === 1) await slow.promise
      done.push(companyId)
    }
  })
  const first = worker.wake({ companyId: 1 })
  await worker.wake({ companyId: 2 })
  expect(done).toEqual([2])
  slow.resolve()
  await first
  expect(done).toEqual([2, 1])
})

test('it wakes by itself when something is due later', async () => {
  let looks = 0
  const { worker, done } = makeWorker({
    claim: async () => (++looks === 1 ? new Date(Date.now() + 5_000) : looks === 2 ? ['later'] : [])
  })
  await worker.wake(key)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['later'])
})

test('a database that is away and comes back: it tries again with growing pauses, and loses nothing', async () => {
  const tries: number[] = []
  let isAway = true
  const { worker, waiting, done } = makeWorker({
    claim: async () => {
      tries.push(Date.now())
      if (isAway) throw new Error('the database is away')
      return waiting.splice(0, 1)
    }
  })
  waiting.push('kept')
  const doneBefore = workCount('test worker', 'done')
  await worker.wake(key)
  await vi.advanceTimersByTimeAsync(10_000)
  const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000, 2_000])
  expect(lines.map(({ msg, worker: name }) => [msg, name])).toEqual(
    tries.map(() => ['work was not done', 'test worker'])
  )
  isAway = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(done).toEqual(['kept'])
  expect(workCount('test worker', 'done')).toBe(doneBefore + 1)
})

test('where the work cannot be done it is left for whoever makes it possible again', async () => {
  let isOpen = false
  const { worker, waiting, done } = makeWorker({ isOpen: () => isOpen })
  waiting.push('waits')
  await worker.wake(key)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(done).toEqual([])
  isOpen = true
  await worker.wake(key)
  expect(done).toEqual(['waits'])
})

test('one that is woken again while what was begun before it closed still runs looks once more', async () => {
  let isOpen = true
  const { worker, waiting, done, gate } = makeWorker({ isOpen: () => isOpen, width: 2, serialQueueOf: (text) => text })
  const { promise, resolve } = Promise.withResolvers<void>()
  gate.promise = promise
  waiting.push('slow')
  const run = worker.wake(key)
  await vi.advanceTimersByTimeAsync(0)
  isOpen = false
  await worker.wake(key)
  await vi.advanceTimersByTimeAsync(0)
  isOpen = true
  waiting.push('came meanwhile')
  await worker.wake(key)
  resolve()
  await run
  await vi.advanceTimersByTimeAsync(120_000)
  expect(done).toEqual(['slow', 'came meanwhile'])
})

test('a stop ends what was begun, begins nothing further and is not woken any more', async () => {
  const { worker, waiting, done, gate } = makeWorker()
  const { promise, resolve } = Promise.withResolvers<void>()
  gate.promise = promise
  waiting.push('begun', 'left')
  const run = worker.wake(key)
  let hasStopped = false
  const stopped = worker.stop().then(() => (hasStopped = true))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(hasStopped).toBe(false)
  resolve()
  await Promise.all([stopped, run])
  await worker.wake(key)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(done).toEqual(['begun'])
  expect(waiting).toEqual(['left'])
})

test('one that throws fails whoever woke it, once, and tries again when it is woken', async () => {
  let isAway = true
  const { worker, waiting, done } = makeWorker({
    throws: true,
    claim: async () => {
      if (isAway) throw new Error('the database is away')
      return waiting.splice(0, 1)
    }
  })
  waiting.push('kept')
  await expect(worker.wake(key)).rejects.toThrow('the database is away')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(lines).toEqual([])
  isAway = false
  await worker.wake(key)
  expect(done).toEqual(['kept'])
})
