// Events and deliveries of before, asked for again: they tell neither what was deleted since, by whatever way it went, nor
// what was said later, where the reader sees no more, and leave everything else as it was told.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listExternalEvents } from '@guiche/shared/features/automation/external-events.ts'
import { createWebhook, listDeliveries, replayDelivery } from '@guiche/shared/features/automation/webhooks.ts'
import { mergeContacts } from '@guiche/shared/features/inbox/contact-merges.ts'
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import { deleteTicket, listTickets, updateTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { createChat, sendChatMessage } from '@guiche/shared/features/team/internal-chat.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import type { ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, partyOf, type Customer } from '#test/fixtures/inbound.ts'
import { injectCall } from '#test/server/inject-call.ts'
import { giveToken } from '#test/fixtures/make-ticket.ts'

let app: TestApp
let company: Company
let attendant: Person
let queues: { first: number; second: number }
let ref: ConnectionRef
let token: string
let webhookId: number

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] } })
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  // Nobody listens there: every delivery is kept for its next try.
  const events = ['message.created', 'ticket.updated'] as const
  const body = { url: 'http://127.0.0.1:9/', events: [...events] }
  webhookId = accepted(app, await company.admin.call(createWebhook, { body })).webhook.id
  queues = { first: (await makeQueue(company)).id, second: (await makeQueue(company)).id }
  attendant = await makeUser(company, { queueIds: [queues.first] })
  const connection = await makeConnection(company, [queues.first])
  ref = connection.ref
  token = await giveToken(company, connection.id)
})

function revoked(customer: Customer, targetWaId: string): InboundMessage {
  const { content: _, quotedWaId: _quoted, viewOnce: _once, forwarded: _forwarded, ...header } = inbound(customer, '')
  return { ...header, chat: partyOf(customer), type: 'delete', targetWaId, targetFromMe: false, byOther: false }
}
async function say(customer: Customer, ...texts: string[]): Promise<string[]> {
  const said = texts.map((text) => inbound(customer, text))
  for (const one of said) await receiveMessages(app.ctx, ref, [one])
  return said.map(({ waId }) => waId)
}
async function ticketOf({ name }: Customer): Promise<Ticket> {
  const { tickets } = accepted(app, await company.admin.call(listTickets, { query: { showAll: 'true' } }))
  return tickets.find(({ contact }) => contact.name === name) as Ticket
}
const place = async (id: number, queueId: number) =>
  accepted(app, await company.admin.call(updateTicket, { params: { id }, body: { queueId, status: 'pending' } }))
async function caughtUp(by: Person) {
  return accepted(app, await by.call(syncEvents, { query: { after: 0 } })).events as {
    name: string
    payload: Record<string, { id: number; lastMessage: string; body: string } | undefined>
  }[]
}

/** All that can be had of before: by consoles, by programs, of deliveries that are kept or asked for again. */
async function everythingTold(): Promise<string> {
  await app.drain()
  const params = { id: webhookId }
  const outward = accepted(app, await injectCall(app.http, listExternalEvents, { query: { after: 0 } }, { token }))
  const { deliveries } = accepted(app, await company.admin.call(listDeliveries, { params, query: {} }))
  expect(deliveries.length).toBeGreaterThan(1)
  const again: unknown[] = []
  for (const { id: deliveryId } of deliveries)
    again.push(accepted(app, await company.admin.call(replayDelivery, { params: { ...params, deliveryId } })))
  return JSON.stringify([await caughtUp(company.admin), outward, deliveries, again])
}

test('whoever saw a ticket before it moved on reads nothing of what is said in it today', async () => {
  const customer = newCustomer()
  const [first = ''] = await say(customer, 'quero cancelar', 'bom dia')
  const { id } = await ticketOf(customer)
  await place(id, queues.first)
  await receiveMessages(app.ctx, ref, [revoked(customer, first)])
  await place(id, queues.second)
  await say(customer, 'a senha é jabuticaba')
  const events = await caughtUp(attendant)
  expect(events.filter(({ payload }) => payload['ticket']?.id === id).length).toBeGreaterThan(2)
  expect(JSON.stringify(events).match(/jabuticaba|quero cancelar/g)).toBe(null)
})

test('a chat between colleagues keeps its own last line, though a ticket of the same number lost a message', async () => {
  const customer = newCustomer()
  const [first = ''] = await say(customer, 'quero cancelar', 'a senha é jabuticaba')
  const { id } = await ticketOf(customer)
  await receiveMessages(app.ctx, ref, [revoked(customer, first)])
  const users = [{ id: attendant.id }]
  let chatId = 0
  while (chatId < id)
    chatId = accepted(app, await company.admin.call(createChat, { body: { title: 'Almoço', users } as never })).id
  expect(chatId).toBe(id)
  const params = { id: chatId }
  accepted(app, await company.admin.call(sendChatMessage, { params, body: { message: 'vamos às doze' } }))
  const chats = (await caughtUp(attendant)).flatMap(({ payload }) => payload['chat'] ?? [])
  expect(chats.filter((chat) => chat.id === id).map(({ lastMessage }) => lastMessage)).toContain('vamos às doze')
})

test('what a customer writes like a program comes word for word, also beside something that was deleted', async () => {
  const customer = newCustomer()
  const [first = ''] = await say(customer, 'quero cancelar', '{"n":1.0}')
  await receiveMessages(app.ctx, ref, [revoked(customer, first)])
  const bodies = (await caughtUp(company.admin)).map(({ payload }) => payload['message']?.body)
  expect(bodies).toContain('{"n":1.0}')
  expect(bodies).not.toContain('quero cancelar')
})

test('who missed the newest line of a ticket that lost a message hears it', async () => {
  const customer = newCustomer()
  const [first = ''] = await say(customer, 'quero cancelar')
  await receiveMessages(app.ctx, ref, [revoked(customer, first)])
  await say(customer, 'mudei de ideia')
  const lines = (await caughtUp(company.admin)).flatMap(({ payload }) => payload['ticket']?.lastMessage ?? [])
  expect(lines.at(-1)).toBe('mudei de ideia')
})

test('a message does not come back when its ticket is deleted: not to consoles, programs or webhooks', async () => {
  const customer = newCustomer()
  const [first = ''] = await say(customer, 'o segredo da jabuticaba', 'bom dia, jabuticaba')
  await app.drain()
  expect((await everythingTold()).includes('jabuticaba')).toBe(true)
  await receiveMessages(app.ctx, ref, [revoked(customer, first)])
  const { id } = await ticketOf(customer)
  accepted(app, await company.admin.call(deleteTicket, { params: { id } }))
  const told = await everythingTold()
  expect([told.includes('jabuticaba'), told.includes(`"ticketId":${id}`)]).toEqual([false, true])
})

test('nor when one of two copies is dropped because its contacts were joined', async () => {
  const [kept, gone] = [newCustomer(), newCustomer()]
  const copy = inbound(gone, 'o segredo da jabuticaba')
  await receiveMessages(app.ctx, ref, [copy])
  await receiveMessages(app.ctx, ref, [inbound(kept, 'olá', { waId: copy.waId }), revoked(gone, copy.waId)])
  await say(gone, 'até logo')
  const [into, from] = [await ticketOf(kept), await ticketOf(gone)]
  const merge = { params: { id: into.contactId }, body: { contactId: from.contactId } }
  accepted(app, await company.admin.call(mergeContacts, merge))
  expect((await everythingTold()).includes('jabuticaba')).toBe(false)
})
