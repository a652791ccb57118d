// Doing the same with many tickets: each by its own rules, with an answer of its own, and taken back where that can be.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTickets, mostBulkTickets, type BulkResult } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import { updateConnection } from '@guiche/shared/features/inbox/connections.ts'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { createTag } from '@guiche/shared/features/inbox/tags.ts'
import {
  listTickets,
  showTicket,
  ticketEvent,
  updateTicket,
  type Ticket
} from '@guiche/shared/features/inbox/tickets.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
let company: Company
let admin: Person
let queueId: number
let one: Person
let other: Person

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  ;({ admin } = company)
  queueId = (await makeQueue(company)).id
  one = await makeUser(company, { queueIds: [queueId] })
  other = await makeUser(company, { queueIds: [queueId] })
})

const make = async (wishes: Parameters<typeof makeTicket>[1] = {}) =>
  (await makeTicket(company, { queueId, connectionId: (await makeConnectionRow(company)).id, ...wishes })).id
async function change(who: Person, ticketIds: number[], action: object): Promise<BulkResult[]> {
  const answer = await who.call(changeTickets, { body: { ticketIds, action: action as never } })
  if (answer.status !== 200) throw new Error(answer.raw.body)
  return answer.body.results
}
const look = async (id: number): Promise<Ticket> => (await admin.call(showTicket, { params: { id } })).body

/** One word for each ticket. */
function wordsOf(results: BulkResult[]): string[] {
  return results.map((result) =>
    result.outcome === 'done' ? 'done' : result.outcome === 'unchanged' ? result.reason : result.error
  )
}

test('resolving closes what is in service and says what was closed already, hidden or gone', async () => {
  const mine = await make({ status: 'open', userId: one.id })
  const theirs = await make({ status: 'open', userId: other.id })
  const waiting = await make()
  const closed = await make({ status: 'closed', userId: other.id })
  const hidden = await make({ queueId: (await makeQueue(company)).id })
  const results = await change(one, [mine, theirs, waiting, closed, hidden, 999_999, mine], { kind: 'resolve' })
  expect(wordsOf(results)).toEqual([
    'done',
    'done',
    'done',
    'alreadyClosed',
    'ERR_NO_TICKET_FOUND',
    'ERR_NO_TICKET_FOUND'
  ])
  expect(results.map(({ ticketId }) => ticketId)).toEqual([mine, theirs, waiting, closed, hidden, 999_999])
  expect(results[0]).toMatchObject({ ticket: { id: mine, status: 'closed', userId: one.id } })
  expect(await look(hidden)).toMatchObject({ status: 'pending', userId: null })
  expect(await look(closed)).toMatchObject({ status: 'closed', userId: other.id })
})

test('resolving is taken back to who had each ticket, and tells the customer nothing of a transfer', async () => {
  await admin.call(updateSetting, { params: { key: 'sendMsgTransfTicket' }, body: { value: 'enabled' } })
  const theirs = await make({ status: 'open', userId: other.id })
  const waiting = await make()
  await change(admin, [theirs, waiting], { kind: 'resolve' })
  const before = (await admin.call(listMessages, { params: { ticketId: theirs }, query: {} })).body.messages.length
  expect(wordsOf(await change(admin, [theirs], { kind: 'restore', status: 'open', userId: other.id }))).toEqual([
    'done'
  ])
  expect(wordsOf(await change(admin, [waiting], { kind: 'restore', status: 'pending', userId: null }))).toEqual([
    'done'
  ])
  expect(await look(theirs)).toMatchObject({ status: 'open', userId: other.id, queueId })
  expect(await look(waiting)).toMatchObject({ status: 'pending', userId: null, queueId })
  const after = (await admin.call(listMessages, { params: { ticketId: theirs }, query: {} })).body.messages.length
  expect(after).toBe(before)
  expect(wordsOf(await change(admin, [theirs], { kind: 'restore', status: 'pending', userId: null }))).toEqual([
    'notClosed'
  ])
})

test('a resolved ticket has nothing unread any more, and has it again when that is taken back', async () => {
  const { id: connectionId } = await makeConnection(company)
  const customer = newCustomer()
  await receiveMessages(app.ctx, { companyId: company.id, connectionId }, [
    inbound(customer, 'Bom dia'),
    inbound(customer, 'Tem alguém?')
  ])
  const [{ id }] = (await admin.call(listTickets, { query: { status: 'pending' } })).body.tickets as [Ticket]
  const socket = await admin.connect()
  expect((await look(id)).unreadMessages).toBe(2)
  await change(admin, [id], { kind: 'resolve' })
  expect(await look(id)).toMatchObject({ status: 'closed', unreadMessages: 0 })
  await change(admin, [id], { kind: 'restore', status: 'pending', userId: null })
  expect(await look(id)).toMatchObject({ status: 'pending', unreadMessages: 2 })
  await socket.settle()
  const heard = socket.of(ticketEvent).flatMap((event) => (event.action === 'update' ? [event.ticket] : []))
  expect(heard.map(({ status, unreadMessages }) => [status, unreadMessages])).toEqual([
    ['closed', 0],
    ['pending', 2]
  ])
})

test('the service that resolving ended goes on when that is taken back, and counts as finished once', async () => {
  const servicesOf = (id: number) => app.ctx.pool.$client<
    { started: Date | null; ended: Date | null; asked: Date | null; by: number | null }[]
  >`
    select started_at as started, finished_at as ended, rating_at as asked, user_id::int as by from ticket_tracking
    where company_id = ${company.id} and ticket_id = ${id} order by id`
  const connectionId = (await makeConnection(company)).id
  await admin.call(updateSetting, { params: { key: 'userRating' }, body: { value: 'enabled' } })
  await admin.call(updateConnection, { params: { id: connectionId }, body: { ratingMessage: 'Gostou?' } as never })
  const [served, waiting] = [await make({ connectionId }), await make()]
  await change(other, [served, waiting], { kind: 'accept' })
  await change(other, [waiting], { kind: 'giveBack' })
  const [begun] = await servicesOf(served)
  await change(one, [served, waiting], { kind: 'resolve' })
  expect(await servicesOf(served)).toMatchObject([{ ended: expect.anything(), asked: expect.anything(), by: one.id }])
  await change(one, [served], { kind: 'restore', status: 'open', userId: other.id })
  await change(one, [waiting], { kind: 'restore', status: 'pending', userId: null })
  expect(await servicesOf(served)).toEqual([begun])
  expect(await servicesOf(waiting)).toMatchObject([{ started: null, ended: null, by: null }])
  await change(other, [served], { kind: 'resolve' })
  expect(await servicesOf(served)).toMatchObject([{ started: begun?.started, ended: expect.anything(), by: other.id }])
})

test('a service that the customer has rated stays ended when resolving is taken back', async () => {
  const id = await make()
  await change(one, [id], { kind: 'accept' })
  await change(one, [id], { kind: 'resolve' })
  const raw = app.ctx.pool.$client
  await raw`update ticket_tracking set rating = 3 where company_id = ${company.id} and ticket_id = ${id}`
  await change(one, [id], { kind: 'restore', status: 'open', userId: one.id })
  const services = await raw`
    select rating, finished_at is null as runs from ticket_tracking
    where company_id = ${company.id} and ticket_id = ${id} order by id`
  expect(services).toMatchObject([
    { rating: 3, runs: false },
    { rating: null, runs: true }
  ])
})

test('a farewell that still waits for its connection stays here when resolving is taken back', async () => {
  const connectionId = (await makeConnection(company)).id
  const closingMessage = { complationMessage: 'Obrigada e até logo!' }
  await admin.call(updateConnection, { params: { id: connectionId }, body: closingMessage as never })
  const id = await make({ status: 'open', userId: one.id, connectionId })
  const wordsIn = async () =>
    (await admin.call(listMessages, { params: { ticketId: id }, query: {} })).body.messages.map(
      ({ body, delivery }) => `${delivery}: ${body}`
    )
  await change(one, [id], { kind: 'resolve' })
  expect(await wordsIn()).toEqual([expect.stringMatching(/^waiting: .*Obrigada e até logo!/)])
  await change(one, [id], { kind: 'restore', status: 'open', userId: one.id })
  expect(await wordsIn()).toEqual([expect.stringMatching(/^cancelled: /)])
  const rows = await app.ctx.pool.$client`select 1 from outbox where company_id = ${company.id} and kind = 'send'`
  expect(rows).toHaveLength(0)
})

test('returning, reopening and transferring are taken back without a word, unless somebody moved the ticket since', async () => {
  await admin.call(updateSetting, { params: { key: 'sendMsgTransfTicket' }, body: { value: 'enabled' } })
  const far = await makeQueue(company)
  const [mine, closed] = [await make({ status: 'open', userId: one.id }), await make({ status: 'closed' })]
  const wordsIn = async (ticketId: number) =>
    (await admin.call(listMessages, { params: { ticketId }, query: {} })).body.messages.length
  const placeOf = ({ status, userId, queueId: at }: Ticket) => ({ status, userId, queueId: at })
  const takenBack = async (id: number, who: Person, action: object) => {
    const before = placeOf(await look(id))
    await change(who, [id], action)
    const [from, words] = [placeOf(await look(id)), await wordsIn(id)]
    const results = await change(who, [id], { kind: 'restore', ...before, from })
    expect(await wordsIn(id)).toBe(words)
    return { results: wordsOf(results), before, after: placeOf(await look(id)), from }
  }
  const moves: [number, object][] = [
    [mine, { kind: 'giveBack' }],
    [mine, { kind: 'transfer', userId: other.id, queueId: far.id }],
    [mine, { kind: 'transfer', userId: null, queueId: far.id }],
    [closed, { kind: 'reopen' }]
  ]
  for (const [id, action] of moves) {
    const { results, before, after, from } = await takenBack(id, admin, action)
    expect(results).toEqual(['done'])
    expect(from).not.toEqual(before)
    expect(after).toEqual(before)
  }
  const services = await app.ctx.pool.$client`
    select id from ticket_tracking where company_id = ${company.id} and ticket_id = ${closed}`
  expect(services).toHaveLength(0)

  await change(one, [mine], { kind: 'giveBack' })
  await change(other, [mine], { kind: 'accept' })
  const back = { kind: 'restore', status: 'open', userId: one.id, queueId }
  const left = { status: 'pending', userId: null, queueId }
  expect(wordsOf(await change(one, [mine], { ...back, from: left }))).toEqual(['movedSince'])
  expect(await look(mine)).toMatchObject({ status: 'open', userId: other.id })
})

test('accepting leaves to others what they have taken, and names them', async () => {
  const [waiting, mine] = [await make(), await make({ status: 'open', userId: one.id })]
  const [taken, closed] = [await make({ status: 'open', userId: other.id }), await make({ status: 'closed' })]
  const results = await change(one, [waiting, mine, taken, closed], { kind: 'accept' })
  expect(wordsOf(results)).toEqual(['done', 'alreadyYours', 'ERR_TICKET_ALREADY_ACCEPTED', 'alreadyClosed'])
  expect(results[2]).toMatchObject({ values: { user: other.name } })
  expect(wordsOf(await change(one, [waiting, taken], { kind: 'giveBack' }))).toEqual(['done', 'done'])
  expect(wordsOf(await change(one, [waiting, closed], { kind: 'giveBack' }))).toEqual([
    'alreadyWaiting',
    'alreadyClosed'
  ])
})

test('of two who accept the same twenty at once, each ticket has one attendant', async () => {
  const ids = []
  for (let count = 0; count < 20; count++) ids.push(await make())
  const [ofOne, ofOther] = await Promise.all([
    change(one, ids, { kind: 'accept' }),
    change(other, ids.toReversed(), { kind: 'accept' })
  ])
  const won = (results: BulkResult[]) => results.filter(({ outcome }) => outcome === 'done').map((r) => r.ticketId)
  expect([...won(ofOne), ...won(ofOther)].toSorted((a, b) => a - b)).toEqual(ids)
})

test('reopening gives closed tickets to the caller, unless the contact is in service already', async () => {
  const [closed, open] = [await make({ status: 'closed' }), await make({ status: 'open', userId: other.id })]
  const { contactId, whatsappId } = await look(await make({ status: 'open', userId: other.id }))
  const second = await make({ status: 'closed', contactId, connectionId: whatsappId ?? undefined })
  expect(wordsOf(await change(one, [closed, open, second], { kind: 'reopen' }))).toEqual([
    'done',
    'notClosed',
    'ERR_OTHER_OPEN_TICKET'
  ])
  expect(await look(closed)).toMatchObject({ status: 'open', userId: one.id })
})

test('transferring to a queue takes tickets out of sight, and those who saw them hear of it', async () => {
  const far = await makeQueue(company)
  const [first, second, closed] = [await make(), await make(), await make({ status: 'closed' })]
  const ear = await other.connect()
  const results = await change(one, [first, second, closed], { kind: 'transfer', userId: null, queueId: far.id })
  expect(wordsOf(results)).toEqual(['done', 'done', 'alreadyClosed'])
  expect(results[0]).toMatchObject({ ticketId: first, ticket: null })
  await ear.settle()
  expect(ear.of(ticketEvent).map((event) => [event.action, (event as { ticketId?: number }).ticketId])).toEqual([
    ['delete', first],
    ['delete', second]
  ])
})

test('transferring to a colleague keeps the queue of each ticket, and refuses strangers', async () => {
  const id = await make({ status: 'open', userId: one.id })
  const stranger = await makeCompany(app)
  const to = (userId: number) => change(one, [id], { kind: 'transfer', userId, queueId: null })
  expect(wordsOf(await to(stranger.admin.id))).toEqual(['ERR_NO_USER_FOUND'])
  expect(wordsOf(await to(other.id))).toEqual(['done'])
  expect(await look(id)).toMatchObject({ status: 'open', userId: other.id, queueId })
  const nowhere = { ticketIds: [id], action: { kind: 'transfer', userId: null, queueId: null } }
  expect((await one.call(changeTickets, { body: nowhere as never })).status).toBe(400)
})

test('a tag is put on those that lack it, and taken off those that have it', async () => {
  const tag = (await admin.call(createTag, { body: { name: 'urgente' } as never })).body
  const [first, second] = [await make(), await make()]
  expect(wordsOf(await change(one, [first], { kind: 'tag', tagId: tag.id }))).toEqual(['done'])
  expect(wordsOf(await change(one, [first, second], { kind: 'tag', tagId: tag.id }))).toEqual(['alreadyTagged', 'done'])
  expect((await look(second)).tags).toEqual([{ id: tag.id, name: 'urgente', color: tag.color }])
  expect(wordsOf(await change(one, [first], { kind: 'untag', tagId: tag.id }))).toEqual(['done'])
  expect(wordsOf(await change(one, [first], { kind: 'untag', tagId: tag.id }))).toEqual(['notTagged'])
  const stranger = await makeCompany(app)
  const theirs = (await stranger.admin.call(createTag, { body: { name: 'alheia' } as never })).body
  expect(wordsOf(await change(one, [first], { kind: 'tag', tagId: theirs.id }))).toEqual(['ERR_NO_TAG_FOUND'])
})

test('only the attendant of a conversation reads it', async () => {
  const { ref } = await makeConnection(company, [queueId])
  await receiveMessages(app.ctx, ref, [inbound(newCustomer(), 'Oi')])
  const rows = await app.ctx.pool.$client<{ id: number }[]>`
    select id::int from tickets where company_id = ${company.id} and unread_messages > 0`
  const id = rows[0]?.id ?? 0
  expect(wordsOf(await change(admin, [id], { kind: 'read' }))).toEqual(['ERR_TICKET_NOT_YOURS'])
  await admin.call(updateTicket, { params: { id }, body: { status: 'open' } as never })
  expect(wordsOf(await change(admin, [id], { kind: 'read' }))).toEqual(['done'])
  expect(wordsOf(await change(admin, [id], { kind: 'read' }))).toEqual(['alreadyRead'])
})

test('a call with too many tickets, or none, is refused', async () => {
  const send = async (ticketIds: number[]) =>
    (await one.call(changeTickets, { body: { ticketIds, action: { kind: 'resolve' } } })).status
  expect(await send([])).toBe(400)
  expect(await send(Array.from({ length: mostBulkTickets + 1 }, (_, at) => at + 1))).toBe(400)
})
