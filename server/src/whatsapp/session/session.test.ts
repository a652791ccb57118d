// A session's life: pairing, restarts, and every way it can end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { openRoomDatabase, type RoomDatabase } from '../testing/database.ts'
import { type TestNode, newCustomer, order, pairedLine, startTestNode } from '../testing/test-node.ts'

let database: RoomDatabase
let simulator: Simulator
let testNode: TestNode

beforeAll(async () => {
  database = await openRoomDatabase()
  simulator = await startSimulator()
  testNode = await startTestNode({ database, simulator })
})
afterAll(async () => {
  await testNode.stop()
  await simulator.stop()
  await database.drop()
})

async function row(id: number) {
  return (
    await database.sql<{ wanted: string; command: string | null; leaseOwner: string | null }[]>`
    select wanted, command, lease_owner as "leaseOwner" from connections where id = ${id}`
  )[0]
}
async function keysOf(id: number) {
  return (
    await database.sql<{ n: number }[]>`
    select (select count(*) from whatsapp_keys where connection_id = ${id})
      + (select count(*) from whatsapp_creds where connection_id = ${id}) as n`
  )[0]?.n
}
const until = <T>(look: () => T | Promise<T>, what: string) => simulator.waitFor(look, 60_000, what)
function statusesOf(id: number) {
  return testNode.statuses
    .filter((one) => one.ref.connectionId === id)
    .map((one) => one.status)
    .filter((status, n, all) => status !== all[n - 1])
}

describe('pairing', () => {
  it('goes from OPENING by QR code and PAIRING to CONNECTED', async () => {
    const { ref, phone } = await pairedLine(database, testNode, simulator)
    await until(() => testNode.last(ref)?.status === 'CONNECTED', 'the report')
    expect(statusesOf(ref.connectionId)).toEqual(['OPENING', 'qrcode', 'PAIRING', 'CONNECTED'])
    expect(testNode.last(ref)).toMatchObject({
      number: phone,
      lid: simulator.phone(phone).lid,
      reason: null,
      qrcode: ''
    })
    await until(() => testNode.opened.some((one) => one.connectionId === ref.connectionId), 'the outbox to be woken')
  })

  it('shows no further code after one was scanned, however late the restart comes', async () => {
    const node = await startTestNode({ database, simulator, node: 'late', timings: { qr: 300 } })
    try {
      const lease = { lease_owner: 'late', lease_until: new Date(Date.now() + 60_000) }
      const ref = await database.addConnection({ wanted: 'running', ...lease })
      node.room.wake(ref)
      const phone = await simulator.createPhone({ number: '5511977770001' })
      const qr = await until(() => node.last(ref)?.qrcode, 'a code')
      simulator.speak({ restartDelayMs: 1000 })
      await simulator.scanQr(phone.number, qr)
      await until(() => node.last(ref)?.status === 'CONNECTED', 'the session')
      const statuses = node.statuses.filter((one) => one.ref.connectionId === ref.connectionId).map((one) => one.status)
      expect(statuses.slice(statuses.indexOf('PAIRING'))).not.toContain('qrcode')
    } finally {
      simulator.speak({ restartDelayMs: 0 })
      await node.stop()
    }
  })

  it.each([2, 8])('shows %i codes and no more, then stops with that reason', async (limit) => {
    const environment = { WHATSAPP_QR_ATTEMPTS: String(limit) }
    const node = await startTestNode({ database, simulator, environment, node: `qr-${limit}`, timings: { qr: 250 } })
    try {
      // Its own from the start: the other node of this file takes what nobody holds.
      const lease = { lease_owner: `qr-${limit}`, lease_until: new Date(Date.now() + 60_000) }
      const ref = await database.addConnection({ wanted: 'running', ...lease })
      node.room.wake(ref)
      await until(() => node.last(ref)?.reason === 'qr-expired', 'the end')
      const codes = node.statuses.filter((one) => one.status === 'qrcode')
      expect(codes.map((one) => one.retries)).toEqual(Array.from({ length: limit }, (_, n) => n + 1))
      expect(new Set(codes.map((one) => one.qrcode)).size).toBe(limit)
      expect(node.last(ref)).toMatchObject({ status: 'DISCONNECTED', qrcode: '' })
      await until(async () => (await row(ref.connectionId))?.wanted === 'stopped', 'the connection to rest')
      expect(await keysOf(ref.connectionId)).toBe(0)
    } finally {
      await node.stop()
    }
  })
})

describe('a paired session', () => {
  it('comes back after a restart of the node without a new code', async () => {
    const { ref, phone } = await pairedLine(database, testNode, simulator)
    await testNode.stop()
    expect(await row(ref.connectionId)).toMatchObject({ wanted: 'running', leaseOwner: null })
    testNode = await startTestNode({ database, simulator })
    await until(() => testNode.room.isConnected(ref), 'the session')
    await until(() => testNode.last(ref)?.status === 'CONNECTED', 'the report')
    expect(statusesOf(ref.connectionId)).toEqual(['OPENING', 'CONNECTED'])
    const customer = newCustomer(simulator)
    await simulator.send(phone, customer.id, { type: 'text', text: 'depois' })
    await until(() => testNode.textsOf(ref).includes('depois'), 'the message')
  })

  it('restarts when its generation rises', async () => {
    const { ref } = await pairedLine(database, testNode, simulator)
    await until(() => testNode.last(ref)?.status === 'CONNECTED', 'the report')
    await order(database, testNode, ref, 'running')
    await until(() => statusesOf(ref.connectionId).slice(-2).join() === 'OPENING,CONNECTED', 'the restart')
    expect(statusesOf(ref.connectionId)).not.toContain('DISCONNECTED')
  })

  it.each([
    ['removed', 'logged-out'],
    ['replaced', 'replaced'],
    ['banned', 'banned']
  ] as const)('that is %s stops for that reason and is not wanted any more', async (lever, reason) => {
    const { ref, phone } = await pairedLine(database, testNode, simulator)
    const keys = await keysOf(ref.connectionId)
    expect(keys).toBeGreaterThan(800)
    simulator.pull(phone, lever)
    await until(() => testNode.last(ref)?.reason === reason, 'the reason')
    expect(testNode.last(ref)?.status).toBe('DISCONNECTED')
    await until(async () => (await row(ref.connectionId))?.leaseOwner === null, 'the lease to be given back')
    expect(await row(ref.connectionId)).toMatchObject({ wanted: 'stopped', command: null })
    expect(testNode.room.isConnected(ref)).toBe(false)
    // Only a pairing that WhatsApp has ended is forgotten.
    expect((await keysOf(ref.connectionId)) === 0).toBe(lever === 'removed')
  })

  it('that the phone removed ends though the database does not let its keys go', async () => {
    const { ref, phone } = await pairedLine(database, testNode, simulator)
    await database.sql.unsafe(`
      create function keep_keys() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$;
      create trigger keep_keys before delete on whatsapp_creds
        for each row when (old.connection_id = ${ref.connectionId}) execute function keep_keys()`)
    try {
      simulator.pull(phone, 'removed')
      await until(() => testNode.last(ref)?.reason === 'logged-out', 'the reason')
      await until(async () => (await row(ref.connectionId))?.leaseOwner === null, 'the lease to be given back')
      expect(await row(ref.connectionId)).toMatchObject({ wanted: 'stopped', command: null })
      expect(await keysOf(ref.connectionId)).toBeGreaterThan(800)
    } finally {
      await database.sql.unsafe('drop function keep_keys cascade')
    }
  })

  it.each(['drop', 'restart', 'unavailable'] as const)('comes back after a %s', async (lever) => {
    const { ref, phone } = await pairedLine(database, testNode, simulator)
    simulator.pull(phone, lever)
    await until(() => !testNode.room.isConnected(ref), 'the break')
    await until(() => testNode.room.isConnected(ref), 'the return')
    const customer = newCustomer(simulator)
    await simulator.send(phone, customer.id, { type: 'text', text: 'de volta' })
    await until(() => testNode.textsOf(ref).includes('de volta'), 'a message')
    expect(statusesOf(ref.connectionId)).not.toContain('DISCONNECTED')
  })

  it('is renewed when WhatsApp goes deaf', async () => {
    const { ref, phone } = await pairedLine(database, testNode, simulator)
    simulator.setFaults({ deaf: true }, phone)
    await until(() => !testNode.room.isConnected(ref), 'the deaf socket to be ended')
    simulator.clearFaults(phone)
    await until(() => testNode.room.isConnected(ref), 'the return')
  })

  it('says when WhatsApp refuses the connection, and comes back by itself', async () => {
    const { ref, phone } = await pairedLine(database, testNode, simulator)
    simulator.setFaults({ upgrade: 'refuse' })
    simulator.pull(phone, 'drop')
    await until(() => testNode.last(ref)?.reason === 'refused', 'the refusal')
    expect(testNode.last(ref)?.status).toBe('TIMEOUT')
    simulator.clearFaults()
    await until(() => testNode.last(ref)?.status === 'CONNECTED', 'the return')
  })

  it('says when WhatsApp never answers, and comes back by itself', async () => {
    const { ref, phone } = await pairedLine(database, testNode, simulator)
    simulator.setFaults({ upgrade: 'silent' })
    simulator.pull(phone, 'drop')
    await until(() => testNode.last(ref)?.reason === 'no-answer', 'the silence')
    expect(testNode.last(ref)?.status).toBe('TIMEOUT')
    simulator.clearFaults()
    await until(() => testNode.last(ref)?.status === 'CONNECTED', 'the return')
  })

  it('logs out on command: the phone forgets the device, the database the pairing', async () => {
    const { ref, phone } = await pairedLine(database, testNode, simulator)
    await order(database, testNode, ref, 'logged-out')
    await until(() => simulator.phone(phone).devices.length === 0, 'the phone to forget the device')
    await until(() => testNode.last(ref)?.status === 'DISCONNECTED', 'the report')
    expect(testNode.last(ref)).toMatchObject({ reason: 'stopped', number: null, lid: null })
    await until(async () => (await row(ref.connectionId))?.leaseOwner === null, 'the lease to be given back')
    expect(await keysOf(ref.connectionId)).toBe(0)
    expect(await row(ref.connectionId)).toMatchObject({ wanted: 'stopped', command: null })
  })

  it('shows a new code when its pairing is renewed', async () => {
    const { ref } = await pairedLine(database, testNode, simulator)
    await order(database, testNode, ref, 'renewed')
    await until(() => testNode.last(ref)?.status === 'qrcode', 'a new code')
    expect((await row(ref.connectionId))?.command).toBeNull()
    await order(database, testNode, ref, 'stopped')
    await until(() => testNode.last(ref)?.reason === 'stopped', 'the end')
    expect(statusesOf(ref.connectionId)).not.toContain('TIMEOUT')
  })

  it('ends when its connection is deleted', async () => {
    const { ref } = await pairedLine(database, testNode, simulator)
    // PostgreSQL may end the deletion for the sake of keys that are just being written.
    await until(
      () => database.sql`delete from connections where id = ${ref.connectionId}`.then(Boolean, () => false),
      'the deletion'
    )
    testNode.room.wake(ref)
    await until(() => !testNode.room.isConnected(ref), 'the end')
  })
})
