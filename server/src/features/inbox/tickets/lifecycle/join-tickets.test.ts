// Tests of two contacts that prove to be one person: what becomes of their tickets, and what consoles hear of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactEvent, listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { forwardMessage } from '@guiche/shared/features/inbox/message-forward.ts'
import { listMessages, messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { createTag, syncTicketTags } from '@guiche/shared/features/inbox/tags.ts'
import { createNote, listNotes } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { listTickets, ticketEvent, updateTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, unique, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, partyOf, type Customer } from '#test/fixtures/inbound.ts'
import type { TestSocket } from '#test/server/test-socket.ts'
import { whileOpen } from '#test/while-open.ts'
import { insertTicket } from '../tickets.repo.ts'

let app: TestApp
let company: Company
let ref: ConnectionRef
let socket: TestSocket

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
  company = await makeCompany(app)
  ;({ ref } = await makeConnection(company))
  socket = await company.admin.connect()
})
afterAll(() => app.close())

const write = (customer: Customer, body: string, by: 'both' | 'phone' | 'lid') =>
  receiveMessages(app.ctx, ref, [inbound(customer, body, { chat: partyOf(customer, by) })])

async function ticketsOf({ name }: Customer): Promise<Ticket[]> {
  const answer = await company.admin.call(listTickets, { query: { showAll: 'true', searchParam: name } })
  return accepted(app, answer).tickets.toSorted((a, b) => a.id - b.id)
}

/** A customer with a ticket under each address. */
async function twoTickets(): Promise<[Customer, Ticket, Ticket]> {
  const customer = newCustomer()
  await write(customer, 'pelo LID', 'lid')
  await write(customer, 'pelo número', 'phone')
  const [older, newer] = await ticketsOf(customer)
  if (!older || !newer) throw new Error('the customer was one person from the start')
  return [customer, older, newer]
}

const accept = async ({ id }: Ticket) =>
  accepted(app, await company.admin.call(updateTicket, { params: { id }, body: { status: 'open' } }))
async function bodiesOf({ id: ticketId }: Ticket) {
  return accepted(app, await company.admin.call(listMessages, { params: { ticketId }, query: {} })).messages.map(
    ({ body }) => body
  )
}
const all = ['pelo LID', 'pelo número', 'os dois']

test('what somebody begins with one of two contacts that become one in that moment stays', async () => {
  const [customer, older, newer] = await twoTickets()
  const { connectionId } = (await makeConnection(company)).ref
  const [id] = await whileOpen(
    app,
    (tx) => insertTicket(tx.db, { companyId: company.id, contactId: newer.contactId, connectionId }),
    () => write(customer, 'os dois', 'both')
  )
  const { contactId } = older
  expect(await ticketsOf(customer)).toMatchObject([
    { id: older.id, contactId },
    { id, contactId }
  ])
})

describe('two tickets that wait', () => {
  test('become the older one, with all messages and all that is unread', async () => {
    const [customer, older] = await twoTickets()
    await write(customer, 'os dois', 'both')
    const joined = await ticketsOf(customer)
    expect(joined).toMatchObject([{ id: older.id, status: 'pending', unreadMessages: 3, lastMessage: 'os dois' }])
    expect(await bodiesOf(older)).toEqual(all)
    const { contacts } = accepted(
      app,
      await company.admin.call(listContacts, { query: { searchParam: customer.number } })
    )
    expect(contacts).toMatchObject([{ id: joined[0]?.contactId, number: customer.number }])
  })

  test('show the newer of their last messages', async () => {
    const [customer, older] = await twoTickets()
    // The pair is learnt by a message that comes late.
    await receiveMessages(app.ctx, ref, [
      inbound(customer, 'de antes', { sentAt: new Date(Date.now() - 600_000), offline: true })
    ])
    expect(await ticketsOf(customer)).toMatchObject([{ id: older.id, lastMessage: 'pelo número', unreadMessages: 3 }])
  })
})

describe('two tickets of which one is served', () => {
  test('become that one, with notes and tags of both', async () => {
    const [customer, older, newer] = await twoTickets()
    const body = { name: `Especial ${unique()}`, color: '#112233' }
    const tag = accepted(app, await company.admin.call(createTag, { body }))
    accepted(app, await company.admin.call(syncTicketTags, { body: { ticketId: older.id, tags: [{ id: tag.id }] } }))
    const note = { ticketId: older.id, contactId: older.contactId, note: 'do primeiro' }
    accepted(app, await company.admin.call(createNote, { body: note }))
    await accept(newer)
    await write(customer, 'os dois', 'both')
    expect(await ticketsOf(customer)).toMatchObject([
      { id: newer.id, status: 'open', userId: company.admin.id, tags: [{ id: tag.id }] }
    ])
    expect(await bodiesOf(newer)).toEqual(all)
    const notes = accepted(app, await company.admin.call(listNotes, { query: { ticketId: newer.id } }))
    expect(notes).toMatchObject([{ note: 'do primeiro' }])
  })

  test('are told to consoles: one goes, the other has the messages of both and the contact that stays', async () => {
    const [customer, older, newer] = await twoTickets()
    await accept(newer)
    await socket.settle()
    const [tickets, messages] = [socket.of(ticketEvent).length, socket.of(messageEvent).length]
    await write(customer, 'os dois', 'both')
    await socket.settle()
    const events = socket.of(ticketEvent).slice(tickets)
    expect(events).toContainEqual(expect.objectContaining({ action: 'delete', ticketId: older.id }))
    const [now] = await ticketsOf(customer)
    expect(events.findLast((event) => event.action === 'update')).toMatchObject({
      ticket: { id: newer.id, contactId: now?.contactId }
    })
    const told = socket.of(messageEvent).slice(messages)
    expect(told.map(({ message }) => [message.body, message.ticketId])).toEqual([
      ['pelo LID', newer.id],
      ['os dois', newer.id]
    ])
    expect(socket.of(contactEvent).findLast((event) => event.action === 'delete')).toMatchObject({
      mergedInto: now?.contactId
    })
  })
})

test('two tickets to which one message was passed on become one that holds it twice', async () => {
  const [customer, older, newer] = await twoTickets()
  const source = newCustomer()
  await write(source, 'Endereço: Rua A, 10', 'phone')
  const [from] = await ticketsOf(source)
  const { messages } = accepted(
    app,
    await company.admin.call(listMessages, { params: { ticketId: from?.id ?? 0 }, query: {} })
  )
  const contactIds = [older.contactId, newer.contactId]
  const body = { contactIds, clientId: 'uma vez' }
  accepted(app, await company.admin.call(forwardMessage, { params: { messageId: messages[0]?.id ?? '' }, body }))
  await write(customer, 'os dois', 'both')
  expect(await ticketsOf(customer)).toMatchObject([{ id: older.id }])
  expect((await bodiesOf(older)).toSorted()).toEqual(['Endereço: Rua A, 10', 'Endereço: Rua A, 10', ...all].toSorted())
})

test('tickets over different connections stay apart', async () => {
  const customer = newCustomer()
  const { ref: second } = await makeConnection(company)
  await write(customer, 'linha um', 'lid')
  await receiveMessages(app.ctx, second, [inbound(customer, 'linha dois', { chat: partyOf(customer, 'phone') })])
  await write(customer, 'os dois', 'both')
  const tickets = await ticketsOf(customer)
  expect(tickets.map(({ whatsappId }) => whatsappId)).toEqual([ref.connectionId, second.connectionId])
  expect(new Set(tickets.map(({ contactId }) => contactId)).size).toBe(1)
})
