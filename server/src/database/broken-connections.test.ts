// Connections to PostgreSQL that break under load: every statement ends, with its own answer or with an error.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proxyDatabase, type CuttableProxy } from '#test/server/cuttable-proxy.ts'
import { eventually } from '#test/eventually.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import { toAppError } from '#platform/http/errors.ts'
import { openDatabase, type Sql } from './client.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let wire: CuttableProxy
let url: string
let other: Sql
const opened: Sql[] = []

function open(max = 5, address = url): Sql {
  const { $client } = openDatabase({ url: address, max })
  opened.push($client)
  return $client
}

beforeAll(async () => {
  database = await createTestDatabase()
  ;({ url, proxy: wire } = await proxyDatabase(database.url))
  other = open(1, database.url)
  await other`create table written (transaction int, step int)`
})
afterAll(async () => {
  await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })))
  await wire.close()
  await database.drop()
})

interface Load {
  /** Statements that were answered with the rows of others. */
  mixedUp: number
  answered: number
  refused: number
  /** Milliseconds of the slowest statement or transaction. */
  slowest: number
  stop(): Promise<void>
}

/** Statements and transactions without end, each asking for a number of its own. */
function startLoad(sql: Sql): Load {
  let isOver = false
  let last = 0
  const ask = async (by: Sql, n: number) => {
    const [row] = await by<{ n: number }[]>`select ${n}::int as n`
    if (row?.n !== n) load.mixedUp++
  }
  const work = async () => {
    while (!isOver) {
      const n = ++last
      const begun = Date.now()
      try {
        if (n % 2 === 0) await ask(sql, n)
        else {
          await sql.begin(async (tx) => {
            for (let step = 0; step < 4; step++) {
              await ask(tx as unknown as Sql, n)
              await tx`insert into written values (${n}, ${step})`
              // The line may break while nothing is under way on it.
              if (step === 1) await sleep(n % 7)
            }
          })
        }
        load.answered++
      } catch {
        load.refused++
        await sleep(10)
      }
      load.slowest = Math.max(load.slowest, Date.now() - begun)
    }
  }
  const all = Promise.all(Array.from({ length: 15 }, work))
  const load: Load = {
    mixedUp: 0,
    answered: 0,
    refused: 0,
    slowest: 0,
    stop: async () => {
      isOver = true
      await all
    }
  }
  return load
}

function goesOn(load: Load) {
  const { answered } = load
  return eventually(() => load.answered > answered + 50, 'the work to go on', 10_000)
}

/** Every transaction wrote all of its steps or none, and no step twice. */
async function expectWhole() {
  const broken = await other`
    select transaction from written group by transaction having array_agg(step order by step) <> '{0,1,2,3}'`
  expect(broken).toEqual([])
  await other`truncate written`
}

test('lines that are cut and let back', { timeout: 120_000 }, async () => {
  const load = startLoad(open())
  for (let round = 0; round < 8; round++) {
    await goesOn(load)
    await wire.cut()
    await sleep(300)
    await wire.restore()
  }
  await goesOn(load)
  await load.stop()
  expect(load.mixedUp).toBe(0)
  expect(load.refused).toBeGreaterThan(0)
  expect(load.slowest).toBeLessThan(15_000)
  await expectWhole()
})

test('backends that PostgreSQL ends, in the middle of transactions too', { timeout: 120_000 }, async () => {
  const load = startLoad(open())
  for (let round = 0; round < 20; round++) {
    await goesOn(load)
    await other`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'guiche' and pid <> pg_backend_pid() and random() < 0.6`
  }
  await goesOn(load)
  await load.stop()
  expect(load.mixedUp).toBe(0)
  expect(load.refused).toBeGreaterThan(0)
  expect(load.slowest).toBeLessThan(15_000)
  await expectWhole()
})

test('a server that takes lines and closes them at once is an error and not a wait', async () => {
  const sql = open(1, url)
  await wire.cut()
  await wire.restore({ closing: true })
  await expect(sql`select 1`).rejects.toThrow(/CONNECTION_CLOSED|ECONNRESET/)
  await wire.cut()
  await wire.restore()
  await expect(sql`select 1 as one`).resolves.toEqual([{ one: 1 }])
})

test('notices are heard again after a break', async () => {
  const sql = open(2)
  const heard: string[] = []
  await sql.listen('driver_test', (text) => void heard.push(text))
  await wire.cut()
  await wire.restore()
  await eventually(async () => {
    await other`select pg_notify('driver_test', 'hello')`
    return heard.length > 0
  }, 'a notice')
})

test('who stops in the middle of a transaction keeps what it has locked from others for ten seconds at the most', async () => {
  const sql = open(2, database.url)
  const [row] = await sql`show idle_in_transaction_session_timeout`
  expect(row).toEqual({ idleInTransactionSessionTimeout: '10s' })

  await other`create table counted (step int)`
  await other`insert into counted values (0)`
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const stopped = sql.begin(async (tx) => {
    await tx`update counted set step = 1`
    // Sooner, for this test.
    await tx`set local idle_in_transaction_session_timeout = '100ms'`
    held.resolve()
    await over.promise
    await tx`update counted set step = 2`
  })
  const refused = stopped.then(
    () => null,
    (error: unknown) => toAppError(error)
  )
  await held.promise
  await other`update counted set step = step + 10`
  over.resolve()
  expect((await refused)?.code).toBe('ERR_DATABASE_UNAVAILABLE')
  expect(await sql`select step from counted`).toEqual([{ step: 10 }])
})
