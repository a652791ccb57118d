// A node that stops in the middle of something leaves no connection that nobody can take.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { proxyDatabase } from '#test/server/cuttable-proxy.ts'
import { openRoomDatabase, type RoomDatabase } from './testing/database.ts'
import { startTestNode } from './testing/test-node.ts'
import { quickTimings } from './testing/timings.ts'
import { defaultTimings } from './timings.ts'

let database: RoomDatabase
let simulator: Simulator

beforeAll(async () => {
  database = await openRoomDatabase()
  simulator = await startSimulator()
})
afterAll(async () => {
  await simulator.stop()
  await database.drop()
})

const until = <T>(look: () => T | Promise<T>, what: string) => simulator.waitFor(look, 60_000, what)
async function count(owner: string, epoch: number) {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from connections where lease_owner = ${owner} and lease_epoch = ${epoch}`
  return row?.count
}

it('stopped while its sessions come back after the database was away, it leaves all of them to the others', async () => {
  // The order of tests does not matter.
  await database.sql`update connections set wanted = 'stopped'`
  const { url, proxy } = await proxyDatabase(database.url)
  const short = { lease: 1500, unlocked: 1500 }
  const heartbeat = { ...defaultTimings.heartbeat, ...quickTimings.heartbeat, alone: short }
  const one = await startTestNode({ database: { ...database, url }, simulator, node: 'one', timings: { heartbeat } })
  const refs = await Promise.all(Array.from({ length: 10 }, () => database.addConnection({ wanted: 'running' })))
  for (const ref of refs) one.room.wake(ref)
  await until(() => refs.every((ref) => one.last(ref)?.status === 'qrcode'), 'all codes')
  await database.sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`
    // Whoever takes one over waits for this transaction.
    await tx`select 1 from connections for key share`
    await proxy.cut()
    await until(
      async () => (await database.sql`select 1 from whatsapp_nodes where lease_until < now()`).length,
      'the node to have ended its sessions'
    )
    await proxy.restore()
    await until(async () => (await count('one', 2)) === 6, 'the first six')
    expect(await count('one', 1)).toBe(4)
    await one.stop()
  })
  expect(await database.sql`select 1 from connections where lease_owner is not null`).toHaveLength(0)
  await proxy.close()
  const two = await startTestNode({ database, simulator, node: 'two' })
  await until(() => refs.every((ref) => two.last(ref)?.status === 'qrcode'), 'all codes at the other node')
  await two.stop()
})

it('hands its sessions over while a look at the connections waits for the database', async () => {
  // Nothing may go on because time is up.
  const one = await startTestNode({ database, simulator, node: 'three', timings: { drain: 300_000 } })
  await database.sql`update connections set wanted = 'stopped'`
  const ref = await database.addConnection({ wanted: 'running' })
  one.room.wake(ref)
  await until(() => one.last(ref)?.status === 'qrcode', 'a code')
  let stopped = Promise.resolve()
  await database.sql.begin(async (tx) => {
    await tx`set local idle_in_transaction_session_timeout = 0`
    await tx`lock table outbox in access exclusive mode`
    one.room.wake(ref)
    await until(
      async () =>
        (await database.sql`select 1 from pg_locks where relation = 'outbox'::regclass and not granted`).length,
      'a look that waits'
    )
    stopped = one.stop()
    await until(
      async () => (await database.sql`select 1 from connections where lease_owner = 'three'`).length === 0,
      'nothing to be owned by the node'
    )
  })
  await stopped
  expect(await database.sql`select 1 from whatsapp_nodes where name = 'three'`).toHaveLength(0)
})
