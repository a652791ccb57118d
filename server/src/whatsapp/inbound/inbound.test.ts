// The journal of one connection on its way to those who store messages.
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import { startInbound } from './inbound.ts'
import { readFailures } from './journal.repo.ts'
import { reasonOf, type StoreParts } from './store-items.ts'
import { openRoomDatabase, type RoomDatabase } from '../testing/database.ts'

let room: RoomDatabase
beforeAll(async () => {
  room = await openRoomDatabase()
})
afterAll(() => room.drop())

async function add(ref: ConnectionRef, names: string[]) {
  const rows = []
  for (const name of names) {
    const [row] = await room.sql<{ id: number }[]>`
      insert into inbound_journal (company_id, connection_id, chat, attrs, plain)
      values (${ref.companyId}, ${ref.connectionId}, 'c', '{}', ${Buffer.from(name)}) returning id`
    rows.push({ id: row?.id ?? 0, chat: 'c', attrs: {}, plain: Buffer.from(name) })
  }
  return rows
}

async function waiting(ref: ConnectionRef) {
  return (
    await room.sql`select id from inbound_journal where connection_id = ${ref.connectionId} and failed_at is null`
  ).length
}

/** A store that keeps names in order and removes the rows, as the desk does. */
function makeStore(ref: ConnectionRef, refuse: (names: string[], call: number) => Error | null = () => null) {
  const names: string[] = []
  const batches: number[] = []
  let calls = 0
  const store: StoreParts['store'] = async (batch) => {
    const trouble = refuse(
      batch.map((one) => one.waId),
      ++calls
    )
    if (trouble) throw trouble
    names.push(...batch.map((one) => one.waId))
    batches.push(batch.length)
    const ids = batch.flatMap((one) => one.journalId ?? [])
    await room.sql`delete from inbound_journal where company_id = ${ref.companyId} and id = any(${ids})`
  }
  return { names, batches, store }
}

function start(ref: ConnectionRef, store: StoreParts['store'], read?: StoreParts['read']) {
  return startInbound({
    ref,
    sql: room.sql,
    log: pino({ level: 'silent' }),
    store,
    failed: async () => {},
    read: read ?? (async (row) => ({ waId: row.plain.toString(), journalId: row.id }) as unknown as InboundMessage)
  })
}

it('takes what an earlier process left, then what comes, in order and in batches', async () => {
  const ref = await room.addConnection()
  const left = Array.from({ length: 250 }, (_, n) => `left ${n}`)
  const fresh = Array.from({ length: 50 }, (_, n) => `fresh ${n}`)
  await add(ref, left)
  const { names, batches, store } = makeStore(ref)
  const queue = start(ref, store)
  queue.push(await add(ref, fresh))
  await queue.idle()
  expect(names).toEqual([...left, ...fresh])
  expect(Math.max(...batches)).toBe(100)
  expect(await waiting(ref)).toBe(0)
  await queue.stop()
})

it('takes no row twice when the table and memory both offer it', async () => {
  const ref = await room.addConnection()
  const rows = await add(ref, ['a', 'b', 'c'])
  const { names, store } = makeStore(ref)
  const queue = start(ref, store)
  queue.push(rows)
  queue.sweep()
  queue.push(rows)
  await queue.idle()
  expect(names).toEqual(['a', 'b', 'c'])
  await queue.stop()
})

it('leaves what memory cannot hold in the table, and keeps the order', async () => {
  const ref = await room.addConnection()
  let open: () => void = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const { names, store } = makeStore(ref)
  const queue = start(ref, async (batch) => {
    await gate
    await store(batch)
  })
  const wanted = Array.from({ length: 2600 }, (_, n) => `m${n}`)
  await room.sql`
    insert into inbound_journal (company_id, connection_id, chat, attrs, plain)
    select ${ref.companyId}, ${ref.connectionId}, 'c', '{}', convert_to('m' || n, 'UTF8') from generate_series(0, 2599) n`
  const rows = await room.sql<{ id: number; plain: Buffer }[]>`
    select id, plain from inbound_journal where connection_id = ${ref.connectionId} order by id`
  for (let n = 0; n < rows.length; n += 13)
    queue.push(rows.slice(n, n + 13).map((row) => ({ ...row, chat: 'c', attrs: {} })))
  open()
  await queue.idle()
  expect(names).toEqual(wanted)
  await queue.stop()
})

it('sets a poison row aside with its reason and stores the rest once', async () => {
  const ref = await room.addConnection()
  await add(ref, ['a', 'bad', 'b'])
  const trouble = new Error('Failed query: insert ... params: secret', { cause: new Error('value too long') })
  const { names, store } = makeStore(ref, (batch) => (batch.includes('bad') ? trouble : null))
  const queue = start(ref, store)
  await queue.idle()
  expect(names).toEqual(['a', 'b'])
  const { rows, count } = await readFailures(room.sql, ref.companyId, 0, 20)
  expect(count).toBe(1)
  expect(rows[0]).toMatchObject({ connectionId: ref.connectionId, attempts: 3, reason: 'Error: value too long' })
  expect(rows[0]?.failedAt).toBeInstanceOf(Date)
  await queue.stop()
})

it('sets a row aside that cannot be read', async () => {
  const ref = await room.addConnection()
  await add(ref, ['a', 'garbage', 'b'])
  const { names, store } = makeStore(ref)
  const queue = start(ref, store, async (row) => {
    if (row.plain.toString() === 'garbage') throw new Error('no message')
    return { waId: row.plain.toString(), journalId: row.id } as unknown as InboundMessage
  })
  await queue.idle()
  expect(names).toEqual(['a', 'b'])
  expect((await readFailures(room.sql, ref.companyId, 0, 20)).count).toBe(1)
  await queue.stop()
})

it('waits for a database that is away without giving anything up', async () => {
  const ref = await room.addConnection()
  await add(ref, ['a', 'b'])
  const away = Object.assign(new Error('x'), { code: '57P01' })
  const { names, store } = makeStore(ref, (_, call) => (call <= 4 ? new Error('wrapped', { cause: away }) : null))
  const queue = start(ref, store)
  await queue.idle()
  expect(names).toEqual(['a', 'b'])
  expect((await readFailures(room.sql, ref.companyId, 0, 20)).count).toBe(0)
  await queue.stop()
})

it('stops after the batch under way and leaves the rest', async () => {
  const ref = await room.addConnection()
  await add(
    ref,
    Array.from({ length: 150 }, (_, n) => `m${n}`)
  )
  let entered: () => void = () => {}
  const isIn = new Promise<void>((resolve) => (entered = resolve))
  const { names, store } = makeStore(ref)
  const queue = start(ref, async (batch) => {
    entered()
    await store(batch)
  })
  await isIn
  await queue.stop()
  expect(names).toHaveLength(100)
  expect(await waiting(ref)).toBe(50)
})

it('gives the innermost reason in one line', () => {
  expect(reasonOf(new Error('outer', { cause: new TypeError('inner\nmore') }))).toBe('TypeError: inner')
  expect(reasonOf('text')).toBe('text')
})
