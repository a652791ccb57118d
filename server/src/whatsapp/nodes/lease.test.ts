// Who gets a connection, in which order, and what a former owner can still do to it: nothing.
import { randomInt } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { commitWrites, wipePairing } from '../signal/auth-state.repo.ts'
import { createHeartbeat, type Heartbeat } from './heartbeat.ts'
import { claimSessions, outwaitLastOwner, releaseLease } from './lease.repo.ts'
import { openRoomDatabase, type RoomDatabase } from '../testing/database.ts'
import { quickTimings } from '../testing/timings.ts'
import { defaultTimings } from '../timings.ts'

let room: RoomDatabase

beforeAll(async () => {
  room = await openRoomDatabase()
})
afterAll(() => room.drop())
afterEach(async () => {
  await room.sql`delete from whatsapp_nodes`
  await room.sql`update connections set wanted = 'stopped', lease_owner = null`
})

const claim = (node: string, more: Partial<Parameters<typeof claimSessions>[1]> = {}) =>
  claimSessions(room.sql, { node, most: 50, running: [], trustsLocks: true, ...more })

/** A node with heartbeats whose promises end after so many milliseconds; negative: have ended. */
async function addNode(name: string, { lease, unlocked }: { lease: number; unlocked: number }, lockKey: number | null) {
  return room.sql`
    insert into whatsapp_nodes (name, lock_key, alive_at, lease_until, unlocked_until)
    values (${name}, ${lockKey}, now(), now() + ${lease} * interval '1 ms', now() + ${unlocked} * interval '1 ms')`
}

function write(ref: ConnectionRef, epoch: number, id: string) {
  return {
    ref: { ...ref, epoch },
    keys: [{ type: 'session', id, data: Buffer.from(id) }],
    journal: [{ chat: 'c', attrs: { id }, plain: Buffer.from(id) }],
    creds: Buffer.from(id)
  }
}
async function keysOf(ref: ConnectionRef) {
  const rows = await room.sql<{ id: string }[]>`
    select id from whatsapp_keys where connection_id = ${ref.connectionId} order by id`
  return rows.map(({ id }) => id)
}

it('what is written under an older taking is refused, also of the same node', async () => {
  const ref = await room.addConnection({ wanted: 'running' })
  const [first] = await claim('a')
  expect(first?.epoch).toBe(1)
  expect(await commitWrites(room.sql, 'a', [write(ref, 1, 'one')])).toMatchObject([{ isOurs: true }])
  await releaseLease(room.sql, 'a', { ...ref, epoch: 1 })
  const [second] = await claim('a')
  expect(second).toMatchObject({ epoch: 2, wasOwned: false })
  expect(await commitWrites(room.sql, 'a', [write(ref, 1, 'late')])).toEqual([{ isOurs: false, journalIds: [] }])
  await wipePairing(room.sql, { ...ref, epoch: 1 })
  await releaseLease(room.sql, 'a', { ...ref, epoch: 1 })
  expect(await keysOf(ref)).toEqual(['one'])
  expect(await commitWrites(room.sql, 'a', [write(ref, 2, 'two')])).toMatchObject([{ isOurs: true }])
  expect(await keysOf(ref)).toEqual(['one', 'two'])
  const journal = await room.sql`select 1 from inbound_journal where connection_id = ${ref.connectionId}`
  expect(journal).toHaveLength(2)
})

it('whoever takes over waits for a statement of the last owner that is under way', async () => {
  const ref = await room.addConnection({ wanted: 'running' })
  await claim('a')
  const written = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const slow = room.sql.begin(async (tx) => {
    await commitWrites(tx as unknown as typeof room.sql, 'a', [write(ref, 1, 'slow')])
    written.resolve()
    await mayEnd.promise
  })
  await written.promise
  await addNode('a', { lease: -1, unlocked: -1 }, null)
  expect(await claim('b')).toMatchObject([{ epoch: 2, wasOwned: true }])
  let hasWaited = false
  const wait = outwaitLastOwner(room.sql, ref).then(() => (hasWaited = true))
  expect(await keysOf(ref)).toEqual([])
  expect(hasWaited).toBe(false)
  mayEnd.resolve()
  await Promise.all([slow, wait])
  expect(await keysOf(ref)).toEqual(['slow'])
})

it.each([
  ['lives: it promised to be silent without its lock, and has it', { lease: 5000, unlocked: -1 }, 'held', 0],
  ['lost its lock and may still have sockets', { lease: 5000, unlocked: 5000 }, 'gone', 0],
  ['lost its lock and promised to have none by now', { lease: 5000, unlocked: -1 }, 'gone', 1],
  ['has no lock, behind a pooler, and sends heartbeats', { lease: 5000, unlocked: -1 }, 'none', 0],
  ['sleeps with its lock', { lease: -1, unlocked: -1 }, 'held', 1],
  ['sleeps without a lock', { lease: -1, unlocked: -1 }, 'none', 1]
] as const)('a node that %s: %j, lock %s, gives up %i', async (_what, promises, lock, taken) => {
  const key = randomInt(1, 2 ** 31 - 1)
  const holder = await room.sql.reserve()
  try {
    if (lock === 'held') await holder`select pg_advisory_lock(1197817160, ${key})`
    await room.addConnection({ wanted: 'running', lease_owner: 'other', lease_until: new Date(4e12) })
    await addNode('other', promises, lock === 'none' ? null : key)
    expect(await claim('me')).toHaveLength(taken)
    if (promises.lease < 0) return
    // After one's own lock was away nothing follows from the others'.
    await room.sql`update connections set lease_owner = 'other', lease_until = 'infinity'`
    expect(await claim('me', { trustsLocks: false })).toHaveLength(0)
  } finally {
    await holder`select pg_advisory_unlock_all()`
    holder.release()
  }
})

it.each([
  ['long ago by a node that is forgotten', 'infinity', 60, 1],
  ['just now: the row may be late', 'infinity', 1, 0],
  ['by a version without such rows, until a moment that is to come', '2090-01-01', 60, 0]
])('a connection whose owner has no row, taken %s', async (_what, until, secondsAgo, taken) => {
  const { connectionId } = await room.addConnection({ wanted: 'running', lease_owner: 'nobody' })
  await room.sql`
    update connections set lease_until = ${until}::timestamptz, alive_at = now() - ${secondsAgo} * interval '1 s'
    where id = ${connectionId}`
  expect(await claim('me')).toHaveLength(taken)
})

it('of two takers, and an owner that wakes up, one gets a connection', async () => {
  for (let round = 0; round < 10; round++) {
    const refs = await Promise.all(
      Array.from({ length: 5 }, () =>
        room.addConnection({ wanted: 'running', lease_owner: 'a', lease_until: new Date(4e12) })
      )
    )
    await room.sql`delete from whatsapp_nodes`
    await addNode('a', { lease: -1, unlocked: -1 }, null)
    const wakeUp = async () => {
      await room.sql`update whatsapp_nodes set lease_until = now() + interval '1 minute' where name = 'a'`
      return claim('a')
    }
    const all = await Promise.all([claim('b'), wakeUp(), claim('c')])
    const taken = all.flat().map(({ connectionId }) => connectionId)
    expect(taken.toSorted((x, y) => x - y)).toEqual([...new Set(taken)].toSorted((x, y) => x - y))
    const rest = await Promise.all(['a', 'b', 'c'].map((node) => claim(node, { running: taken })))
    const both = [...taken, ...rest.flat().map(({ connectionId }) => connectionId)]
    expect(both.toSorted((x, y) => x - y)).toEqual(
      refs.map(({ connectionId }) => connectionId).toSorted((x, y) => x - y)
    )
    await room.sql`update connections set wanted = 'stopped', lease_owner = null`
  }
})

it('orders come first, then who has something to send, then who has been away longest; no more than asked for', async () => {
  const ago = (minutes: number) => ({ wanted: 'running', alive_at: new Date(Date.now() - minutes * 60_000) })
  const late = await room.addConnection(ago(1))
  const early = await room.addConnection(ago(9))
  const sending = await room.addConnection(ago(2))
  const ordered = await room.addConnection({ ...ago(0), command: 'renew' })
  await room.sql`
    insert into outbox (company_id, connection_id, chat, kind, payload)
    values (${sending.companyId}, ${sending.connectionId}, 'c', 'read', '{}')`
  const first = await claim('a', { most: 3 })
  const ids = [ordered, sending, early].map(({ connectionId }) => connectionId)
  expect(first.map(({ connectionId }) => connectionId)).toEqual(ids)
  const second = await claim('a', { most: 3, running: ids })
  expect(second.map(({ connectionId }) => connectionId)).toEqual([late.connectionId])
  await room.sql`update connections set command = null`
})

it('locks that are all gone at once prove nothing, and cost no session', async () => {
  const timings = { ...defaultTimings, ...quickTimings }
  const fences: string[] = []
  const nodes = await Promise.all(
    ['one', 'two'].map(async (node): Promise<Heartbeat> => {
      const log = pino({ level: 'silent' })
      const heartbeat = createHeartbeat({
        url: room.url,
        node,
        log,
        settings: timings.heartbeat,
        every: timings.heartbeatEvery,
        onFence: () => fences.push(node),
        onNews: () => {}
      })
      await heartbeat.start()
      return heartbeat
    })
  )
  try {
    await expect.poll(() => nodes.every((node) => node.trustsLocks()), { timeout: 10_000 }).toBe(true)
    const [row] = await room.sql<{ ended: number }[]>`
      select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
      where application_name = 'guiche-heartbeat' and datname = current_database()`
    expect(row?.ended).toBe(2)
    await expect.poll(() => nodes.some((node) => node.trustsLocks()), { interval: 5 }).toBe(false)
    await expect.poll(() => nodes.every((node) => node.trustsLocks()), { timeout: 10_000 }).toBe(true)
    expect(fences).toEqual([])
    expect(nodes.every((node) => node.mayRun())).toBe(true)
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
  }
  expect(await room.sql`select 1 from whatsapp_nodes`).toHaveLength(0)
})
