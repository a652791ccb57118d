// Jobs on pg-boss: they follow the transaction, run once, are tried again, and outlive a restart of the database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase, type Database } from '#database/client.ts'
import { startEmbeddedPostgres } from '#database/embedded.ts'
import type { TestDatabase } from '#test/server/postgres-server.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import type { Ctx } from '../ctx.ts'
import { createEventBus } from '#platform/events/event-bus.ts'
import { inTransaction } from '../events/transaction.ts'
import { job } from './jobs.ts'
import type { Jobs } from '#platform/ctx.ts'
import { createPgBossJobs } from './pg-boss-jobs.ts'

let database: TestDatabase
let db: Database
let lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, max: 4 })
})
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
  await db.$client`truncate pgboss.job, pgboss.schedule`
  lines = []
})
afterAll(async () => {
  await db.$client.end()
  await database.drop()
})

const makeCtx = (jobs: Jobs, { at = db, now = () => new Date() } = {}): Ctx =>
  ({ db: at, pool: at, bus: createEventBus(log), jobs, log, now, realtime: { deliver: () => {} } }) as unknown as Ctx

function makeJobs(runWorkers = false, databaseUrl = database.url): Jobs {
  const jobs = createPgBossJobs({ databaseUrl, log, runWorkers })
  cleanups.push(() => jobs.stop())
  return jobs
}

async function until(isSo: () => boolean | Promise<boolean>, limit = 20_000): Promise<void> {
  const end = Date.now() + limit
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it did not happen; the log says ${lines.join('')}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const greet = job('greet somebody', z.object({ name: z.string().max(20), at: z.coerce.date().optional() }))

/** Jobs without workers, and the names they greeted. */
async function makeGreeter(now?: () => Date) {
  const jobs = makeJobs()
  const greeted: string[] = []
  jobs.work(greet, async (_ctx, { name }) => void greeted.push(name))
  const ctx = makeCtx(jobs, { now })
  await jobs.start(ctx)
  return { jobs, ctx, greeted }
}

test('a job exists when its transaction commits and never when it is rolled back', async () => {
  const { jobs, ctx, greeted } = await makeGreeter()
  await inTransaction(ctx, async (tx) => {
    await jobs.add(tx, greet, { name: 'Ana' })
    await jobs.drain()
    expect(greeted).toEqual([])
  })
  const failed = inTransaction(ctx, async (tx) => {
    await jobs.add(tx, greet, { name: 'Bia' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await jobs.add(ctx, greet, { name: 'Caio' })
  await jobs.drain()
  expect(greeted).toEqual(['Ana', 'Caio'])
})

test('drain runs jobs that other jobs add, to the end and in order', async () => {
  const jobs = makeJobs()
  const seen: number[] = []
  const countDown = job('count-down', z.object({ n: z.number() }))
  const ctx = makeCtx(jobs)
  jobs.work(countDown, async (inner, { n }) => {
    seen.push(n)
    if (n > 0) await inTransaction(inner, (tx) => inner.jobs.add(tx, countDown, { n: n - 1 }))
  })
  await jobs.start(ctx)
  await jobs.add(ctx, countDown, { n: 45 })
  await jobs.drain()
  expect(seen).toEqual(Array.from({ length: 46 }, (_, index) => 45 - index))
})

test('a job that is given up leaves its data to the one that says so, once its last try has failed', async () => {
  const jobs = makeJobs()
  const seen: string[] = []
  const schema = z.object({ name: z.string() })
  const giveUp = job('give-up', schema)
  const hopeless = job('hopeless', schema, { retries: 1, retryDelay: 0, givenUp: giveUp })
  jobs.work(giveUp, async (_ctx, { name }) => void seen.push(`gave up ${name}`))
  jobs.work(hopeless, async (_ctx, { name }) => {
    seen.push(name)
    throw new Error('no')
  })
  const ctx = makeCtx(jobs)
  await jobs.start(ctx)
  await jobs.add(ctx, hopeless, { name: 'Ana' })
  await jobs.drain()
  expect(seen).toEqual(['Ana', 'Ana', 'gave up Ana'])
})

test('dates survive the way through the queue, because the schema reads what was stored', async () => {
  const jobs = makeJobs()
  const seen: unknown[] = []
  jobs.work(greet, async (_ctx, data) => void seen.push(data))
  const ctx = makeCtx(jobs)
  await jobs.start(ctx)
  const at = new Date('2026-03-01T10:00:00Z')
  await jobs.add(ctx, greet, { name: 'Ana', at })
  await jobs.drain()
  expect(seen).toEqual([{ name: 'Ana', at }])
})

test('bad data are refused when added and when run, and are quoted nowhere', async () => {
  const { jobs, ctx, greeted } = await makeGreeter()
  const secret = 'a name that is far too long for the schema'
  const error = await jobs.add(ctx, greet, { name: secret }).catch((problem: Error) => problem)
  expect((error as Error).message).toBe('bad data for the job greet somebody: name: too_big')

  await jobs.add(ctx, greet, { name: 'Ana' })
  await db.$client`update pgboss.job set data = ${JSON.stringify({ name: secret })}::jsonb`
  await jobs.drain()
  expect(greeted).toEqual([])
  expect(lines.join('')).toContain('name: too_big')
  expect(lines.join('')).not.toContain(secret)
})

test('a failing job is tried again as often as it says, and knows its last try', async () => {
  const jobs = makeJobs()
  const tries: boolean[] = []
  const stubborn = job('stubborn', z.object({ secret: z.string() }), { retries: 2, retryDelay: 0 })
  jobs.work(stubborn, async (ctx, { secret }, { isLastTry }) => {
    tries.push(isLastTry)
    // Drizzle's error carries the parameters in its message.
    await ctx.pool.execute(`select 1 from nowhere where '${secret}' = ''`)
  })
  const ctx = makeCtx(jobs)
  await jobs.start(ctx)
  await jobs.add(ctx, stubborn, { secret: 'hush-hush' })
  await jobs.drain()
  expect(tries).toEqual([false, false, true])
  const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a job failed')
  expect(failures.map(({ attempt, isLastTry }) => [attempt, isLastTry])).toEqual([
    [1, false],
    [2, false],
    [3, true]
  ])
  expect(failures[0]).toMatchObject({
    job: 'stubborn',
    err: { code: '42P01', message: expect.stringContaining('nowhere') }
  })
  expect(lines.join('')).not.toContain('hush-hush')
  const [row] = await db.$client`select state, output::text as output from pgboss.job`
  expect(row?.state).toBe('failed')
  expect(row?.output).not.toContain('hush-hush')
})

test('a job for later waits for its moment, by the clock of the application', async () => {
  let now = new Date()
  const { jobs, ctx, greeted } = await makeGreeter(() => now)
  await jobs.add(ctx, greet, { name: 'later' }, { startAfter: new Date(now.getTime() + 3_600_000) })
  await jobs.drain()
  expect(greeted).toEqual([])
  now = new Date(now.getTime() + 3_600_001)
  await jobs.drain()
  expect(greeted).toEqual(['later'])
})

test('of several waiting jobs with one key only the first is kept, others are not affected', async () => {
  const { jobs, ctx, greeted } = await makeGreeter()
  await inTransaction(ctx, async (tx) => {
    await jobs.add(tx, greet, { name: 'first' }, { singletonKey: 'contact-1' })
    await jobs.add(tx, greet, { name: 'second' }, { singletonKey: 'contact-1' })
    await jobs.add(tx, greet, { name: 'other' }, { singletonKey: 'contact-2' })
    await jobs.add(tx, greet, { name: 'free' })
    await jobs.add(tx, greet, { name: 'free' })
  })
  await jobs.drain()
  await jobs.add(ctx, greet, { name: 'again' }, { singletonKey: 'contact-1' })
  await jobs.drain()
  expect(greeted).toEqual(['first', 'other', 'free', 'free', 'again'])
})

test('workers run what is added at once, no more of a kind than it allows, and stop waits for them', async () => {
  const jobs = makeJobs(true)
  let [busy, most, done] = [0, 0, 0]
  const gates: (() => void)[] = []
  const slow = job('slow', z.object({}), { concurrency: 3 })
  jobs.work(slow, async () => {
    most = Math.max(most, ++busy)
    await new Promise<void>((resolve) => gates.push(resolve))
    busy--
    done++
  })
  const ctx = makeCtx(jobs)
  await jobs.start(ctx)
  expect(jobs.isReady()).toBe(true)
  for (let n = 0; n < 9; n++) await jobs.add(ctx, slow, {})
  await until(() => busy === 3)
  while (done < 6) {
    gates.shift()?.()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await until(() => busy === 3)
  let hasStopped = false
  const stopped = jobs.stop().then(() => (hasStopped = true))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(hasStopped).toBe(false)
  while (busy > 0) {
    gates.shift()?.()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await stopped
  expect({ most, done }).toEqual({ most: 3, done: 9 })
  expect(await db.$client`select distinct state from pgboss.job`).toMatchObject([{ state: 'completed' }])
})

test('a job for later, and one whose notice was lost, begin within moments', async () => {
  const jobs = makeJobs(true)
  const greeted: string[] = []
  jobs.work(greet, async (_ctx, { name }) => void greeted.push(name))
  const ctx = makeCtx(jobs)
  await jobs.start(ctx)
  await jobs.add(ctx, greet, { name: 'later' }, { startAfter: new Date(Date.now() + 2_000) })
  await until(() => greeted.length === 1)
  await db.$client`insert into pgboss.job (name, policy, data) values ('greet-somebody', 'short', '{"name": "unheard"}')`
  await until(() => greeted.length === 2)
})

test('two nodes share the work and run each job once', async () => {
  const seen: number[] = []
  const share = job('share', z.object({ n: z.number() }), { concurrency: 4 })
  const nodes = [makeJobs(true), makeJobs(true)]
  for (const node of nodes) {
    node.work(share, async (_ctx, { n }) => void seen.push(n))
    await node.start(makeCtx(node))
  }
  const ctx = makeCtx(nodes[0] as Jobs)
  await inTransaction(ctx, async (tx) => {
    for (let n = 0; n < 200; n++) await tx.jobs.add(tx, share, { n })
  })
  await until(() => seen.length >= 200)
  await Promise.all(nodes.map((node) => node.stop()))
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n))
})

test('schedules are kept in the database, and those the program no longer has are removed', async () => {
  const first = makeJobs(true)
  first.schedule('sweep events', '*/10 * * * *', async () => {})
  first.schedule('old chore', '0 3 * * *', async () => {})
  await first.start(makeCtx(first))
  await first.stop()
  const second = makeJobs(true)
  let runs = 0
  second.schedule('sweep events', '*/5 * * * *', async (ctx) => {
    expect(ctx.jobs).toBe(second)
    runs++
  })
  await second.start(makeCtx(second))
  const rows = await db.$client`select name, cron, timezone from pgboss.schedule`
  expect(rows).toEqual([{ name: 'sweep-events', cron: '*/5 * * * *', timezone: 'UTC' }])
  // What the clock does when the minute has come.
  await db.$client`insert into pgboss.job (name, policy) values ('sweep-events', 'exclusive')`
  await second.drain()
  expect(runs).toBe(1)
})

test('pg-boss keeps its jobs in the columns and states that we read beside its functions', async () => {
  await makeGreeter()
  const columns = await db.$client`
    select column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'pgboss' and table_name = 'job' and column_name in ('name', 'state', 'blocked', 'start_after')
    order by column_name`
  expect(columns).toEqual([
    { name: 'blocked', type: 'bool' },
    { name: 'name', type: 'text' },
    { name: 'start_after', type: 'timestamptz' },
    { name: 'state', type: 'job_state' }
  ])
  // What is not running yet is what comes before `active`.
  const [kind] = await db.$client`select enum_range(null::pgboss.job_state)::text[] as states`
  expect(kind?.states.slice(0, 3)).toEqual(['created', 'retry', 'active'])
})

test('the same name twice is a mistake that shows at once', () => {
  const jobs = makeJobs()
  jobs.work(greet, async () => {})
  expect(() => jobs.work(greet, async () => {})).toThrow('two workers are registered for the job greet somebody')
})

test('workers go on by themselves after the database was away', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'guiche-jobs-'))
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
  let server = await startEmbeddedPostgres({ dataDir, log, relaxed: true })
  cleanups.push(() => server.stop())
  const own = openDatabase({ url: server.url, max: 2 })
  cleanups.push(() => own.$client.end())
  const jobs = makeJobs(true, server.url)
  const greeted: string[] = []
  jobs.work(greet, async (_ctx, { name }) => void greeted.push(name))
  const ctx = makeCtx(jobs, { at: own })
  await jobs.start(ctx)
  await jobs.add(ctx, greet, { name: 'before' })
  await until(() => greeted.length === 1)

  await server.stop()
  await expect(jobs.add(ctx, greet, { name: 'lost' })).rejects.toThrow(/ECONNREFUSED|connection/i)
  await until(() => lines.some((line) => line.includes('the job queue has a problem')))
  server = await startEmbeddedPostgres({ dataDir, log, relaxed: true, port: Number(new URL(server.url).port) })
  const again = postgres(server.url, { max: 1 })
  await again`select 1`
  await again.end()
  await jobs.add(ctx, greet, { name: 'after' })
  await until(() => greeted.length === 2)
  expect(greeted).toEqual(['before', 'after'])
})
