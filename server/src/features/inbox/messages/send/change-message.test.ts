// Messages whose connection was deleted: they are read and deleted as ever, and what only WhatsApp could do is refused.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteConnection } from '@guiche/shared/features/inbox/connections.ts'
import {
  deleteMessage,
  editMessage,
  listMessages,
  markTicketRead,
  reactToMessage,
  retryMessage,
  type Message
} from '@guiche/shared/features/inbox/messages.ts'
import { changeTickets } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import { listTickets, showTicket, updateTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { makeConnectionRow } from '#test/fixtures/make-ticket.ts'
import { releaseMessage } from './defer-message.ts'
import { receiveMessages } from '../receive/receive-message.ts'

let app: TestApp
let company: Company
let ticket: Ticket
let goneId: number

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** A ticket in service over another connection than the one its messages came over, which is gone. */
beforeEach(async () => {
  company = await makeCompany(app)
  const { admin } = company
  const { ref } = await makeConnection(company)
  goneId = ref.connectionId
  const customer = newCustomer()
  await receiveMessages(app.ctx, ref, [inbound(customer, 'Bom dia'), inbound(customer, 'Tem alguém?')])
  const { tickets } = (await admin.call(listTickets, { query: { status: 'pending', showAll: 'true' } })).body
  const id = tickets[0]?.id ?? 0
  await admin.call(deleteConnection, { params: { id: goneId } })
  const whatsappId = (await makeConnectionRow(company)).id
  ticket = (await admin.call(updateTicket, { params: { id }, body: { status: 'open', whatsappId } })).body
})

/** An own message that was written while the connection was there. */
async function said(delivery: Message['delivery']): Promise<string> {
  const id = crypto.randomUUID()
  await app.ctx.db.insert(messages).values({
    ...{ companyId: company.id, id, ticketId: ticket.id, contactId: ticket.contactId, connectionId: goneId },
    ...{
      body: 'São 10 reais',
      fromMe: true,
      waId: `3B${id}`,
      delivery,
      failure: delivery === 'failed' ? 'no-session' : null
    }
  })
  return id
}
const unread = async () => (await company.admin.call(showTicket, { params: { id: ticket.id } })).body.unreadMessages

test.each<[string, () => Promise<{ status: number }>]>([
  ['opened', () => company.admin.call(listMessages, { params: { ticketId: ticket.id }, query: {} })],
  ['marked as read', () => company.admin.call(markTicketRead, { params: { ticketId: ticket.id } })],
  [
    'read with others',
    () => company.admin.call(changeTickets, { body: { ticketIds: [ticket.id], action: { kind: 'read' } } })
  ]
])('what came over it is read when the conversation is %s', async (_how, read) => {
  expect(ticket.unreadMessages).toBe(2)
  expect((await read()).status).toBe(200)
  expect(await unread()).toBe(0)
})

test('what went out over it can be changed no more: the customer has it, and nobody could tell WhatsApp', async () => {
  const messageId = await said('sent')
  const edited = await company.admin.call(editMessage, { params: { messageId }, body: { body: 'São 12 reais' } })
  expect(edited.error).toBe('ERR_MESSAGE_NOT_EDITABLE')
  const deleted = await company.admin.call(deleteMessage, { params: { messageId } })
  expect(deleted.error).toBe('ERR_DELETE_WAPP_MSG')
  const kept = (await company.admin.call(listMessages, { params: { ticketId: ticket.id }, query: {} })).body.messages
  expect(kept.find(({ id }) => id === messageId)).toMatchObject({ isDeleted: false, body: 'São 10 reais' })
})

test('nobody reacts to what came over it', async () => {
  const history = (await company.admin.call(listMessages, { params: { ticketId: ticket.id }, query: {} })).body.messages
  const messageId = history[0]?.id ?? ''
  const reacted = await company.admin.call(reactToMessage, { params: { messageId }, body: { emoji: '👍' } })
  expect(reacted.error).toBe('ERR_MESSAGE_NOT_EDITABLE')
})

test('what failed on it stays failed, and what was held is not released', async () => {
  const failed = await said('failed')
  const retried = await company.admin.call(retryMessage, { params: { messageId: failed } })
  expect(retried.error).toBe('ERR_MESSAGE_NOT_RETRIABLE')
  const held = await said('cancelled')
  expect(await inTransaction(app.ctx, (tx) => releaseMessage(tx, company.id, held))).toBe(false)
  const history = (await company.admin.call(listMessages, { params: { ticketId: ticket.id }, query: {} })).body.messages
  const stateOf = (id: string) => history.find((message) => message.id === id)?.delivery
  expect([stateOf(failed), stateOf(held)]).toEqual(['failed', 'cancelled'])
})
