// Several nodes on one database: one session runs once, moves when its node goes, and hears orders from anywhere.
import { spawnSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { startOf } from '#database/process-identity.ts'
import { makeNodeName } from './node-name.ts'
import { createSlots } from '#platform/work/slots.ts'
import { openRoomDatabase, type RoomDatabase } from '../testing/database.ts'
import {
  type TestNode,
  type TestNodeOptions,
  newCustomer,
  order,
  pairedLine,
  startTestNode
} from '../testing/test-node.ts'

let database: RoomDatabase
let simulator: Simulator
let nodes: TestNode[] = []

beforeAll(async () => {
  database = await openRoomDatabase()
  simulator = await startSimulator()
})
afterAll(async () => {
  await simulator.stop()
  await database.drop()
})
afterEach(async () => {
  await Promise.all(nodes.map((testNode) => testNode.stop()))
  nodes = []
  await database.sql`update connections set wanted = 'stopped', lease_owner = null, lease_until = null`
  await database.sql`delete from whatsapp_nodes`
})

async function node(options: Partial<TestNodeOptions> = {}) {
  const testNode = await startTestNode({ database, simulator, ...options })
  nodes.push(testNode)
  return testNode
}
const until = <T>(look: () => T | Promise<T>, what: string) => simulator.waitFor(look, 60_000, what)
async function ownerOf(id: number) {
  return (
    await database.sql<{ owner: string | null }[]>`select lease_owner as owner from connections where id = ${id}`
  )[0]?.owner
}

describe('two nodes', () => {
  it('never run the same session, and share the work', async () => {
    const [one, two] = [await node({ node: 'one' }), await node({ node: 'two' })]
    const refs = await Promise.all(Array.from({ length: 6 }, () => database.addConnection({ wanted: 'running' })))
    for (const ref of refs) one.room.wake(ref)
    const shows = (testNode: TestNode, id: number) =>
      testNode.statuses.some((s) => s.ref.connectionId === id && s.qrcode !== '')
    await until(() => refs.every((ref) => shows(one, ref.connectionId) || shows(two, ref.connectionId)), 'all codes')
    for (const { connectionId } of refs) expect(shows(one, connectionId) && shows(two, connectionId)).toBe(false)
  })

  it('hand a session over when its node stops', async () => {
    const one = await node({ node: 'one' })
    const line = await pairedLine(database, one, simulator)
    const two = await node({ node: 'two' })
    expect(two.room.isConnected(line.ref)).toBe(false)
    await one.stop()
    nodes = [two]
    await until(() => two.room.isConnected(line.ref), 'the other node')
    expect(await ownerOf(line.ref.connectionId)).toBe('two')
    expect(one.last(line.ref)?.status).toBe('CONNECTED')
  })

  it('take a session from a node that does not answer any more, which then falls silent', async () => {
    const frozen = await node({ node: 'frozen', timings: { poll: 600_000, heartbeatEvery: 600_000 } })
    const line = await pairedLine(database, frozen, simulator)
    const reports = frozen.statuses.length
    const other = await node({ node: 'other' })
    await until(() => other.room.isConnected(line.ref), 'the other node')
    await until(() => !frozen.room.isConnected(line.ref), 'the frozen node to let go')
    // WhatsApp told it "replaced", which is nobody's news here.
    expect(frozen.statuses.slice(reports)).toEqual([])
    const customer = newCustomer(simulator)
    await simulator.send(line.phone, customer.id, { type: 'text', text: 'para quem?' })
    await until(() => other.textsOf(line.ref).includes('para quem?'), 'the message')
    expect(frozen.textsOf(line.ref)).toEqual([])
    expect(await ownerOf(line.ref.connectionId)).toBe('other')
  })
})

describe('orders', () => {
  it('reach the node that runs the session at once, from a node that runs none', async () => {
    const runner = await node({ node: 'runner', timings: { poll: 60_000 } })
    const line = await pairedLine(database, runner, simulator)
    const asker = await node({ node: 'asker', isApiOnly: true })
    expect(asker.room.isConnected(line.ref)).toBe(false)
    asker.room.wakeOutbox(line.ref)
    await until(() => runner.outbox.some((ref) => ref.connectionId === line.ref.connectionId), 'the outbox')
    await order(database, asker, line.ref, 'stopped')
    await until(() => !runner.room.isConnected(line.ref), 'the end')
    await until(() => runner.last(line.ref)?.status === 'DISCONNECTED', 'the report')
    expect(runner.last(line.ref)?.reason).toBe('stopped')
    runner.room.wakeOutbox(line.ref)
    expect(runner.outbox).toHaveLength(1)
  })

  it('are carried out once, whatever look comes between', async () => {
    const testNode = await node({ node: 'busy', timings: { poll: 2000 } })
    const line = await pairedLine(database, testNode, simulator)
    for (let round = 0; round < 8; round++) {
      const before = testNode.statuses.length
      await order(database, testNode, line.ref, 'renewed')
      setTimeout(() => testNode.room.wake(line.ref), round * 3)
      const shown = () => testNode.statuses.slice(before).find(({ qrcode }) => qrcode !== '')
      const { qrcode } = await until(shown, 'a QR code')
      // Carried out once more, the order would take this code from the screen again.
      await simulator.scanQr(line.phone, qrcode)
      await until(() => testNode.room.isConnected(line.ref), 'the connection')
    }
  })

  it('to forget a pairing are carried out although no session runs', async () => {
    const first = await node({ node: 'first' })
    const line = await pairedLine(database, first, simulator)
    await order(database, first, line.ref, 'stopped')
    await until(async () => (await ownerOf(line.ref.connectionId)) === null, 'rest')
    await order(database, first, line.ref, 'logged-out')
    await until(async () => {
      const rows = await database.sql`select 1 from whatsapp_creds where connection_id = ${line.ref.connectionId}`
      return rows.length === 0
    }, 'the pairing to be forgotten')
    await until(() => first.last(line.ref)?.number === null, 'the report')
  })
})

it('a connection that a dead node left looking connected is reported as stopped', async () => {
  const ref = await database.addConnection({ lease_owner: 'dead', lease_until: new Date(0), status: 'CONNECTED' })
  const testNode = await node()
  await until(() => testNode.last(ref)?.status === 'DISCONNECTED', 'the report')
  await until(async () => (await ownerOf(ref.connectionId)) === null, 'rest')
})

it('whoever takes a connection over keeps since when nobody ran it', async () => {
  const alive = new Date(Date.now() - 3_600_000)
  const left = { lease_owner: 'dead', lease_until: new Date(0), alive_at: alive, status: 'CONNECTED' }
  const ref = await database.addConnection({ ...left, wanted: 'running' })
  const testNode = await node({ node: 'next', timings: { poll: 50 } })
  await until(() => testNode.last(ref)?.status === 'qrcode', 'a QR code')
  const awaySince = async () => {
    const [row] = await database.sql<{ away: string }[]>`
      select away_since as away from connections where id = ${ref.connectionId}`
    return new Date(row?.away ?? 0)
  }
  expect(await awaySince()).toEqual(alive)
  // A node that has sent heartbeats was there until the last of them.
  const last = new Date(Date.now() - 7_200_000)
  const other = await database.addConnection({
    ...left,
    lease_owner: 'gone',
    lease_until: new Date(Date.now() + 3_600_000),
    wanted: 'running'
  })
  await database.sql`
    insert into whatsapp_nodes (name, alive_at, lease_until, unlocked_until) values ('gone', ${last.toISOString()}, ${last.toISOString()}, ${last.toISOString()})`
  await until(() => testNode.last(other)?.status === 'qrcode', 'its QR code')
  const [row] = await database.sql<{ away: string }[]>`
    select away_since as away from connections where id = ${other.connectionId}`
  expect(new Date(row?.away ?? 0)).toEqual(last)
})

describe('a start after a kill', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000)
  const nameOf = (pid: number | undefined, started: string | null = null) =>
    makeNodeName().replace(/\|\d+\|\d*\|/, `|${pid}|${started ?? ''}|`)

  it('waits for no lease of a process of this machine that is gone', async () => {
    const dead = nameOf(spawnSync(process.execPath, ['--version']).pid)
    const ref = await database.addConnection({ lease_owner: dead, lease_until: inAnHour(), wanted: 'running' })
    const testNode = await node({ node: 'next' })
    await until(() => testNode.statuses.some((one) => one.qrcode !== ''), 'a QR code')
    expect(await ownerOf(ref.connectionId)).toBe('next')
  })

  it('leaves alone what lives, or may live elsewhere', async () => {
    const elsewhere = makeNodeName().replace(/^[^|]*/, 'other-machine')
    const owners = [nameOf(process.ppid, startOf(process.ppid)), elsewhere, 'a name of another kind']
    const refs = []
    for (const owner of owners) {
      refs.push(await database.addConnection({ lease_owner: owner, lease_until: inAnHour(), wanted: 'running' }))
    }
    await node({ node: 'next' })
    for (const [n, { connectionId }] of refs.entries()) expect(await ownerOf(connectionId)).toBe(owners[n])
  })
})

it('a received message that cannot be stored is listed, and stored when somebody tries again', async () => {
  const testNode = await node()
  const line = await pairedLine(database, testNode, simulator)
  const customer = newCustomer(simulator)
  testNode.poison.set('POISON1', 4)
  for (const id of ['BEFORE1', 'POISON1', 'AFTER1']) {
    await simulator.send(line.phone, customer.id, { type: 'text', text: id }, { id })
  }
  await until(() => testNode.textsOf(line.ref).includes('AFTER1'), 'the rest')
  const { companyId, connectionId } = line.ref
  const { records } = await until(async () => {
    const page = await testNode.room.listFailures(companyId, 1)
    return page.count === 1 ? page : null
  }, 'the failure')
  expect(records[0]).toMatchObject({ whatsappId: connectionId, chat: customer.jid, attempts: 3 })
  expect(records[0]?.reason).toContain('cannot store POISON1')
  expect(testNode.failureNews).toEqual([line.ref])
  const id = records[0]?.id ?? 0
  testNode.poison.set('POISON1', 1)
  expect(await testNode.room.replayFailure(companyId, id)).toMatchObject({ id, stored: false })
  expect((await testNode.room.listFailures(companyId, 1)).records[0]).toMatchObject({ attempts: 4 })
  const elsewhere = await node({ node: 'elsewhere', isApiOnly: true })
  expect(await elsewhere.room.replayFailure(companyId, id)).toEqual({ id, stored: true, reason: null })
  expect(elsewhere.failureNews).toEqual([line.ref])
  expect(elsewhere.messages[0]).toMatchObject({ waId: 'POISON1', chat: { phone: customer.jid, lid: customer.lidJid } })
  expect(await testNode.room.listFailures(companyId, 1)).toEqual({ records: [], count: 0, hasMore: false })
  await expect(testNode.room.replayFailure(companyId, id)).rejects.toMatchObject({
    code: 'ERR_NO_INBOUND_FAILURE_FOUND'
  })
})

it('a session that another one replaced does not log in again while it is given back', async () => {
  const testNode = await node({ node: 'slow' })
  const { ref, phone } = await pairedLine(database, testNode, simulator)
  const looked = async () => {
    const other = await database.addConnection({ wanted: 'running' })
    testNode.room.wake(other)
    await until(() => testNode.last(other)?.qrcode, 'the code of another connection')
  }
  await database.sql.begin(async (sql) => {
    await sql`set local idle_in_transaction_session_timeout = 0`
    await sql`select 1 from connections where id = ${ref.connectionId} for update`
    simulator.pull(phone, 'replaced')
    await until(() => testNode.last(ref)?.reason === 'replaced', 'the end')
    await looked()
  })
  await looked()
  expect(testNode.last(ref)).toMatchObject({ status: 'DISCONNECTED', reason: 'replaced' })
  expect(await ownerOf(ref.connectionId)).toBeNull()
})

it('lets only so many start at once', async () => {
  const slots = createSlots(2)
  const done: string[] = []
  let inside = 0
  let most = 0
  const work = async (name: string) => {
    const free = await slots.take()
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside--
    done.push(name)
    // Freeing twice gives no second place.
    free()
    free()
  }
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(work))
  expect(most).toBe(2)
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e'])
})
