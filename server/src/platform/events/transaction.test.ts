// Transactions: what is emitted follows the commit, numbers follow its order, and two that wait for each other both end well.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQueue, listQueues } from '@guiche/shared/features/org/queues.ts'
import { asOfHeader } from '@guiche/shared/kernel/as-of.ts'
import { eventsAfter } from '#features/inbox/sync/sync.service.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, type Company } from '#test/fixtures/factories.ts'
import { whileOpen } from '#test/while-open.ts'
import type { Ctx } from '../ctx.ts'
import { domainEvent } from './domain-event.ts'
import { roomOf } from '../realtime/rooms.ts'
import { inTransaction } from './transaction.ts'

const happened = domainEvent<{ companyId: number; text: string }>('it happened')
const heard: string[] = []
let app: TestApp
let company: Company

beforeAll(async () => {
  app = await buildTestApp()
  company = await makeCompany(app)
  app.ctx.bus.project(happened, ({ companyId, text }) => [
    { companyId, rooms: [roomOf.company(companyId)], name: `company-${companyId}-it`, payload: { text } }
  ])
  app.ctx.bus.on(happened, (_ctx, { text }) => void heard.push(text))
})
afterAll(() => app.close())

function tell(text: string, fail = false) {
  return inTransaction(app.ctx, async (tx) => {
    tx.bus.emit(happened, { companyId: company.id, text })
    if (fail) throw new Error('no')
  })
}

const actor = async () => app.app.directory.byAccessToken(company.admin.token)

test('an event of a transaction that fails is never heard', async () => {
  heard.length = 0
  const socket = await company.admin.connect()
  await expect(tell('lost', true)).rejects.toThrow('no')
  await tell('kept')
  await app.ctx.bus.drain()
  await socket.settle()
  expect(heard).toEqual(['kept'])
  expect(socket.heard.filter(({ name }) => name.endsWith('-it')).map(({ payload }) => payload)).toMatchObject([
    { text: 'kept' }
  ])
  await socket.close()
})

test('numbers of many transactions at once have no gap and no double, and are told to whoever catches up', async () => {
  const { seq: before } = await eventsAfter(app.ctx, await actor(), 0)
  await Promise.all(Array.from({ length: 40 }, (_, index) => tell(`#${index}`)))
  const { events } = await eventsAfter(app.ctx, await actor(), before)
  // People come and go meanwhile: events of theirs, not all for this ear, stand in between.
  const numbers = events.map((event) => event.seq)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  const own = events.filter(({ name }) => name.endsWith('-it'))
  expect(new Set(own.map(({ payload }) => (payload as unknown as { text: string }).text)).size).toBe(40)
  expect(own).toHaveLength(40)
})

test('two transactions that wait for each other both succeed', async () => {
  const queues = [await makeQueue(company), await makeQueue(company)]
  const lock = (tx: { db: typeof app.ctx.db }, id: number) =>
    tx.db.execute(sql`select 1 from queues where id = ${id} for update`)
  let arrived = 0
  const both = Promise.withResolvers<void>()
  const cross = (first: number, second: number) =>
    inTransaction(app.ctx, async (tx) => {
      await lock(tx, first)
      if (++arrived === 2) both.resolve()
      await both.promise
      await lock(tx, second)
      return 'done'
    })
  const [a = 0, b = 0] = queues.map(({ id }) => id)
  expect(await Promise.all([cross(a, b), cross(b, a)])).toEqual(['done', 'done'])
})

test('whoever meets a row that somebody else has made in that moment looks again', async () => {
  const [first, second] = [await makeQueue(company), await makeQueue(company)]
  const rename = async (tx: Ctx, id: number) => {
    const taken = await tx.db.execute(sql`select 1 from queues where company_id = ${company.id} and name = 'Uma só'`)
    if (taken.length > 0) return 'taken'
    await tx.db.execute(sql`update queues set name = 'Uma só' where id = ${id}`)
    return 'renamed'
  }
  const answers = await whileOpen(
    app,
    (tx) => rename(tx, first.id),
    () => inTransaction(app.ctx, (tx) => rename(tx, second.id))
  )
  expect(answers).toEqual(['renamed', 'taken'])
})

test('what was written with events that cannot be kept is not kept either', async () => {
  const { id } = await makeQueue(company)
  const nobody = 999_999_999
  const rename = inTransaction(app.ctx, async (tx) => {
    await tx.db.execute(sql`update queues set name = 'Renomeada' where id = ${id}`)
    tx.bus.emit(happened, { companyId: company.id, text: 'first' })
    tx.bus.emit(happened, { companyId: nobody, text: 'to nobody' })
  })
  await expect(rename).rejects.toThrow('event_sequences')
  await app.ctx.bus.drain()
  expect(heard).not.toContain('first')
  expect(await app.ctx.db.execute(sql`select 1 from queues where id = ${id} and name = 'Renomeada'`)).toEqual([])
  // The line it ran on is as good as before.
  await tell('after it')
  await app.ctx.bus.drain()
  expect(heard).toContain('after it')
})

// Of a company of its own: where people come and go, events of theirs count as well.
test('a read says which event its answer holds at least; a write does not', async () => {
  const { admin } = await makeCompany(app)
  const queue = (name: string, color: string) => admin.call(createQueue, { body: { name, color } as never })
  const asOf = async () => (await admin.call(listQueues)).raw.headers[asOfHeader]
  expect((await queue('Uma', '#123456')).raw.headers[asOfHeader]).toBeUndefined()
  const { seq } = await eventsAfter(app.ctx, await app.app.directory.byAccessToken(admin.token), 0)
  expect(seq).toBeGreaterThan(0)
  expect(await asOf()).toBe(String(seq))
  expect((await queue('Outra', '#654321')).status).toBe(200)
  expect(await asOf()).toBe(String(seq + 1))
})
