// Durable workers on rows of a table: woken by commits, swept, tried again, stopped, killed.
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase, rawOf, type Database } from '#database/client.ts'
import type { TestDatabase } from '#test/server/postgres-server.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import type { Ctx, Jobs } from '../ctx.ts'
import { createEventBus } from '../events/event-bus.ts'
import { inTransaction } from '../events/transaction.ts'
import { defineWorker, wake, type WorkerOptions } from './define-worker.ts'
import { job } from './jobs.ts'
import { createPgBossJobs } from './pg-boss-jobs.ts'

let database: TestDatabase
let db: Database
let lines: string[] = []
let now = new Date()
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, max: 4 })
  await db.$client`create table parcels (id int primary key, box int, due timestamptz, lease timestamptz, state text)`
})
beforeEach(() => {
  now = new Date()
})
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
  await db.$client`truncate pgboss.job, pgboss.schedule, parcels`
  lines = []
})
afterAll(async () => {
  await db.$client.end()
  await database.drop()
})

const wakes = job('parcels', z.object({ box: z.number() }), { retries: 1, retryDelay: 0 })

interface Parcel {
  id: number
}

/** Takes one parcel of a box, for five seconds; says when the next is due. */
async function claimParcel(ctx: Ctx, { box }: { box: number }): Promise<Parcel[] | Date> {
  const raw = rawOf(ctx.db)
  const at = ctx.now().toISOString()
  const claimed = await raw<Parcel[]>`
    update parcels set lease = ${at}::timestamptz + interval '5 seconds' where id in (
      select id from parcels where box = ${box} and state is null and due <= ${at}::timestamptz
        and (lease is null or lease <= ${at}::timestamptz) order by id limit 1 for update skip locked)
    returning id`
  const [next] = await raw<{ due: Date | null }[]>`
    select min(due) as due from parcels where box = ${box} and state is null and due > ${at}::timestamptz`
  return claimed.length > 0 || !next?.due ? [...claimed] : new Date(next.due)
}

const mark = (ctx: Ctx, { id }: Parcel, state: string) =>
  rawOf(ctx.db)`update parcels set state = ${state} where id = ${id}`

/** A node with a worker of parcels. */
async function startNode(options: Partial<WorkerOptions<{ box: number }, Parcel>> = {}, runWorkers = false) {
  const jobs: Jobs = createPgBossJobs({ databaseUrl: database.url, log, runWorkers })
  cleanups.push(() => jobs.stop())
  const ctx = {
    db,
    pool: db,
    bus: createEventBus(log),
    jobs,
    log,
    now: () => now,
    realtime: { deliver: () => {} }
  } as unknown as Ctx
  const worker = defineWorker<{ box: number }, Parcel>({
    wakes,
    claim: claimParcel,
    process: async (at, parcel) => void (await mark(at, parcel, 'sent')),
    sweepEvery: '* * * * *',
    due: async (at) => {
      const moment = at.now().toISOString()
      return rawOf(at.db)<{ box: number }[]>`
        select distinct box from parcels where state is null and due <= ${moment}::timestamptz
          and (lease is null or lease <= ${moment}::timestamptz)`
    },
    ...options
  })
  worker.register(jobs)
  await jobs.start(ctx)
  return { ctx, jobs, worker }
}

async function put(ctx: Ctx, ids: number[], { box = 1, due = now } = {}): Promise<void> {
  await rawOf(ctx.db)`
    insert into parcels (id, box, due) select id, ${box}, ${due.toISOString()}::timestamptz from unnest(${ids}::int[]) as i(id)`
}

const states = async () =>
  (await db.$client<{ state: string | null }[]>`select state from parcels order by id`).map(({ state }) => state)
const waitingWakes = async () =>
  Number((await db.$client`select count(*) from pgboss.job where name = 'parcels' and state = 'created'`)[0]?.['count'])

test('a wake begins with the commit, and none is left of a transaction that was rolled back', async () => {
  const { ctx, jobs } = await startNode()
  const failed = inTransaction(ctx, async (tx) => {
    await put(tx, [1])
    await wake(tx, wakes, { box: 1 })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await waitingWakes()).toBe(0)
  await inTransaction(ctx, async (tx) => {
    await put(tx, [1, 2])
    await wake(tx, wakes, { box: 1 })
  })
  await jobs.drain()
  expect(await states()).toEqual(['sent', 'sent'])
})

test('of many wakes of a key one waits, and of those at a moment one for each moment', async () => {
  const { ctx } = await startNode()
  for (let n = 0; n < 5; n++) await wake(ctx, wakes, { box: 1 })
  expect(await waitingWakes()).toBe(1)
  const later = new Date(now.getTime() + 60_000)
  for (const at of [later, later, new Date(later.getTime() + 1)]) await wake(ctx, wakes, { box: 1 }, at)
  expect(await waitingWakes()).toBe(3)
})

test('a wake while it is busy is not lost', async () => {
  let woken = false
  const { ctx, jobs } = await startNode({
    process: async (at, parcel) => {
      await mark(at, parcel, 'sent')
      if (woken) return
      woken = true
      await put(at, [2], { box: 2 })
      await wake(at, wakes, { box: 2 })
      await wake(at, wakes, { box: 1 })
      await put(at, [3])
    }
  })
  await put(ctx, [1])
  await wake(ctx, wakes, { box: 1 })
  await jobs.drain()
  expect(await states()).toEqual(['sent', 'sent', 'sent'])
})

test('it comes again at the moment at which something is due', async () => {
  const { ctx, jobs } = await startNode()
  await put(ctx, [1], { due: new Date(now.getTime() + 60_000) })
  await wake(ctx, wakes, { box: 1 })
  await jobs.drain()
  expect(await states()).toEqual([null])
  now = new Date(now.getTime() + 60_000)
  await jobs.drain()
  expect(await states()).toEqual(['sent'])
})

test.each([
  ['wakes', false],
  ['does it itself', true]
])('the sweep finds what nobody woke it for: it %s', async (_how, sweepsInPlace) => {
  const { ctx, jobs, worker } = await startNode({ sweepsInPlace })
  await put(ctx, [1])
  await put(ctx, [2], { box: 2 })
  await jobs.drain()
  expect(await states()).toEqual([null, null])
  await worker.sweep(ctx)
  expect(await waitingWakes()).toBe(sweepsInPlace ? 0 : 2)
  await jobs.drain()
  expect(await states()).toEqual(['sent', 'sent'])
})

test('what fails in a sweep keeps nobody else waiting', async () => {
  const { ctx, worker } = await startNode({
    sweepsInPlace: true,
    process: async (at, parcel) => {
      if (parcel.id === 1) throw new Error('torn')
      await mark(at, parcel, 'sent')
    }
  })
  await put(ctx, [1])
  await put(ctx, [2], { box: 2 })
  await worker.sweep(ctx)
  expect(await states()).toEqual([null, 'sent'])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ worker: 'parcels', key: { box: 1 } }])
})

test('poison is put aside and the rest goes on', async () => {
  const { ctx, jobs } = await startNode({
    process: async (at, parcel) => {
      if (parcel.id === 2) throw new RangeError('no such street')
      await mark(at, parcel, 'sent')
    },
    setAside: async (at, parcel, error) => {
      if (!(error instanceof RangeError)) throw error
      await mark(at, parcel, error.message)
    }
  })
  await put(ctx, [1, 2, 3])
  await wake(ctx, wakes, { box: 1 })
  await jobs.drain()
  expect(await states()).toEqual(['sent', 'no such street', 'sent'])
})

test('a run that fails is tried again as often as its job says, and knows its last try', async () => {
  const tries: boolean[] = []
  const { ctx, jobs } = await startNode({
    claim: async (_ctx, _key, { isLastTry }) => {
      tries.push(isLastTry)
      throw new Error('the database is away')
    }
  })
  await wake(ctx, wakes, { box: 1 })
  await jobs.drain()
  expect(tries).toEqual([false, true])
})

test('after so many pieces it wakes itself behind the others', async () => {
  const sent: number[] = []
  const { ctx, jobs } = await startNode({
    mostPieces: 2,
    process: async (at, parcel) => {
      sent.push(parcel.id)
      await mark(at, parcel, 'sent')
    }
  })
  await put(ctx, [1, 2, 3])
  await put(ctx, [4], { box: 2 })
  await wake(ctx, wakes, { box: 1 })
  await wake(ctx, wakes, { box: 2 })
  await jobs.drain()
  expect(sent).toEqual([1, 2, 4, 3])
})

test('a node that stops ends its piece and leaves the rest to others at once', async () => {
  const gate = Promise.withResolvers<void>()
  const first = await startNode(
    {
      process: async (at, parcel) => {
        await gate.promise
        await mark(at, parcel, 'sent')
      }
    },
    true
  )
  await put(first.ctx, [1, 2])
  await wake(first.ctx, wakes, { box: 1 })
  await expect.poll(async () => (await db.$client`select from parcels where lease is not null`).length).toBe(1)
  const stopped = first.jobs.stop()
  gate.resolve()
  await stopped
  expect(await states()).toEqual(['sent', null])
  const second = await startNode()
  await second.jobs.drain()
  expect(await states()).toEqual(['sent', 'sent'])
})

test('what a process had claimed when it was killed is done by another once its lease is over', async () => {
  const killed = await startNode({ process: () => new Promise(() => {}) })
  await put(killed.ctx, [1, 2])
  void killed.worker.run(killed.ctx, { box: 1 })
  await expect.poll(async () => (await db.$client`select from parcels where lease is not null`).length).toBe(1)
  const other = await startNode()
  await other.worker.sweep(other.ctx)
  await other.jobs.drain()
  expect(await states()).toEqual([null, 'sent'])
  now = new Date(now.getTime() + 5_000)
  await other.worker.sweep(other.ctx)
  await other.jobs.drain()
  expect(await states()).toEqual(['sent', 'sent'])
})

test('rows that another has locked are not waited for', async () => {
  const { ctx, worker } = await startNode()
  await put(ctx, [1, 2])
  await db.$client.begin(async (other) => {
    await other`select from parcels where id = 1 for update`
    await worker.run(ctx, { box: 1 })
  })
  expect(await states()).toEqual([null, 'sent'])
})
