// The heartbeat of one node on a real database, behind a network that fails: it waits for nothing without end.
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { proxyDatabase } from '#test/server/cuttable-proxy.ts'
import { createHeartbeat, type Heartbeat } from './heartbeat.ts'
import { claimSessions } from './lease.repo.ts'
import { beatValues, heartbeatStatement } from './nodes.repo.ts'
import { openRoomDatabase, type RoomDatabase } from '../testing/database.ts'
import { quickTimings } from '../testing/timings.ts'
import { defaultTimings } from '../timings.ts'

let room: RoomDatabase
let proxy: Awaited<ReturnType<typeof proxyDatabase>>['proxy']
let url: string
let heartbeat: Heartbeat
let news = 0
let fences = 0

const timings = { ...defaultTimings, ...quickTimings }

beforeAll(async () => {
  room = await openRoomDatabase()
  ;({ url, proxy } = await proxyDatabase(room.url))
})
afterAll(async () => {
  await proxy.close()
  await room.drop()
})
afterEach(async () => {
  await proxy.restore()
  await heartbeat.stop()
  await room.sql`delete from whatsapp_nodes`
  await room.sql`update connections set wanted = 'stopped', lease_owner = null`
})

function create(onNews = () => {}) {
  heartbeat = createHeartbeat({
    url,
    node: 'me',
    log: pino({ level: 'silent' }),
    settings: timings.heartbeat,
    every: timings.heartbeatEvery,
    onFence: () => void fences++,
    onNews
  })
  return heartbeat
}

it('frees with its end what the node still owns, and nobody else', async () => {
  const held = { wanted: 'running', lease_until: new Date(4e12) }
  const mine = await room.addConnection({ ...held, lease_owner: 'me' })
  const other = await room.addConnection({ ...held, lease_owner: 'another' })
  await create().start()
  await heartbeat.stop()
  const rows = await room.sql<{ id: number; owner: string | null }[]>`
    select id::int as id, lease_owner as owner from connections where wanted = 'running' order by id`
  expect([...rows]).toEqual([
    { id: mine.connectionId, owner: null },
    { id: other.connectionId, owner: 'another' }
  ])
  expect(await room.sql`select 1 from whatsapp_nodes`).toHaveLength(0)
})

it('tries anew when the network freezes while it takes its lock', async () => {
  await create().start()
  await expect.poll(() => heartbeat.trustsLocks(), { timeout: 10_000 }).toBe(true)
  const swallowed = new Promise<void>((resolve) => proxy.trap('tcp_keepalives_count', false, resolve))
  await room.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'guiche-heartbeat' and datname = current_database()`
  await swallowed
  expect(heartbeat.trustsLocks()).toBe(false)
  await expect.poll(() => heartbeat.trustsLocks() && heartbeat.mayRun(), { timeout: 10_000 }).toBe(true)
})

it('has ended its sockets before others take over what its lock no longer covers, and nobody has told it', async () => {
  await room.sql`
    insert into whatsapp_nodes (name, alive_at, lease_until, unlocked_until)
    values ('other', now(), now() + interval '1 hour', now() + interval '1 hour')`
  const { connectionId } = await room.addConnection({
    wanted: 'running',
    lease_until: new Date(4e12),
    lease_owner: 'me'
  })
  await create().start()
  const unlocked = async () => {
    const [row] = await room.sql<{ ms: number }[]>`
      select (extract(epoch from unlocked_until - alive_at) * 1000)::int as ms from whatsapp_nodes where name = 'me'`
    return row?.ms
  }
  await expect.poll(unlocked, { interval: 20 }).toBe(timings.heartbeat.together.unlocked)
  expect(heartbeat.mayRun()).toBe(true)
  // The line to the node is silent, and PostgreSQL's side of it ends.
  await proxy.freeze()
  await room.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'guiche-heartbeat' and datname = current_database()`
  const taken = () => claimSessions(room.sql, { node: 'other', most: 9, running: [], trustsLocks: true })
  await expect.poll(taken, { interval: 5, timeout: 10_000 }).toMatchObject([{ connectionId }])
  expect(heartbeat.mayRun()).toBe(false)
})

it('goes on over another connection when its own falls silent', async () => {
  await create().start()
  const before = fences
  const owner = async () => {
    const [row] = await room.sql<{ key: string }[]>`select lock_key::text as key from whatsapp_nodes where name = 'me'`
    return row?.key
  }
  const first = await owner()
  const swallowed = new Promise<void>((resolve) => proxy.trap('insert into whatsapp_nodes', false, resolve))
  await swallowed
  await expect.poll(owner, { interval: 20, timeout: 10_000 }).not.toBe(first)
  expect(heartbeat.mayRun()).toBe(true)
  expect(fences).toBe(before)
})

it('ends although the database has fallen silent', async () => {
  await create().start()
  await proxy.freeze()
  await heartbeat.stop()
  expect(await room.sql`select 1 from whatsapp_nodes where name = 'me'`).toHaveLength(1)
})

it('lets its node begin without a database, and tells when it is there', async () => {
  await proxy.cut()
  const told = Promise.withResolvers<void>()
  await create(told.resolve).start()
  expect(heartbeat.mayRun()).toBe(false)
  await proxy.restore()
  await told.promise
  expect(heartbeat.mayRun()).toBe(true)
})

it('is no news again and again while a dead node has a row', async () => {
  await room.sql`
    insert into whatsapp_nodes (name, alive_at, lease_until, unlocked_until)
    values ('dead', now(), now() - interval '1 s', now() - interval '1 s')`
  await create(() => news++).start()
  await expect.poll(() => heartbeat.trustsLocks(), { timeout: 10_000 }).toBe(true)
  const beats = async (count: number) => {
    const seen = new Set<string>()
    const look = async () => {
      const [row] = await room.sql<{ at: string }[]>`select alive_at::text as at from whatsapp_nodes where name = 'me'`
      return seen.add(row?.at ?? '').size
    }
    await expect.poll(look, { interval: 20, timeout: 10_000 }).toBeGreaterThanOrEqual(count)
  }
  await beats(3)
  const before = news
  expect(before).toBeGreaterThan(0)
  await beats(6)
  expect(news).toBe(before)
})

it.each([
  [false, 'off'],
  [true, 'on']
])(
  'that must outlive a crash: %s, has synchronous_commit %s, in its own transaction alone',
  async (isDurable, mode) => {
    create()
    const one = await room.sql.reserve()
    const show = async () =>
      (await one<{ mode: string }[]>`select current_setting('synchronous_commit') as mode`)[0]?.mode
    try {
      await one`set synchronous_commit = on`
      await one`begin`
      await one.unsafe(heartbeatStatement, beatValues('me', null, timings.heartbeat.alone, isDurable))
      expect(await show()).toBe(mode)
      await one`commit`
      expect(await show()).toBe('on')
    } finally {
      one.release()
    }
  }
)
