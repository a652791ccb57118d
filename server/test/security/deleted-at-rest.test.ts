// What lies in the database after a ticket, a note or a message was deleted: whoever has a copy of it reads none of it in any
// column of any table, and whoever catches up or gets deliveries again is told none of it, also before that has been done.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWebhook, listDeliveries } from '@guiche/shared/features/automation/webhooks.ts'
import { mergeContacts, undoMerge } from '@guiche/shared/features/inbox/contact-merges.ts'
import { deleteContact, updateContact } from '@guiche/shared/features/inbox/contacts.ts'
import { deleteMessage, listMessages, sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import { createNote, deleteNote, listNotes } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { deleteTicket, listTickets, updateTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { deleteUnusedWords } from '#features/inbox/tickets/search/delete-words.ts'
import type { ConnectionRef, InboundMessage } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeUser, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, partyOf, type Customer } from '#test/fixtures/inbound.ts'
import { leftoversInDatabase } from '#test/server/leftovers.ts'

let app: TestApp
let company: Company
let ref: ConnectionRef
let webhookId: number
/** Somebody else, of whom nothing is deleted. */
let other: Customer

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] } })
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  // Nobody listens there: every delivery is kept for its next try.
  const events = ['message.created', 'message.updated', 'ticket.updated'] as const
  const body = { url: 'http://127.0.0.1:9/', events: [...events] }
  webhookId = accepted(app, await company.admin.call(createWebhook, { body })).webhook.id
  ;({ ref } = await makeConnection(company))
  other = newCustomer()
  await receiveMessages(app.ctx, ref, [inbound(other, 'quero uma graviola')])
})

/** What admins alone may look at, and the words of the ticket, which nobody reads, without their order. */
const keptApart = ['messages', 'search_words']
async function tablesWith(word: string) {
  // Of the list of words, which says nothing of who wrote them, every night.
  await deleteUnusedWords(app.ctx)
  const rows = await leftoversInDatabase(app.ctx.pool.$client, [word])
  return [...new Set(rows.map((one) => one.split(':')[0]))].toSorted()
}
async function ticketOf({ name }: Customer): Promise<Ticket> {
  const { tickets } = accepted(app, await company.admin.call(listTickets, { query: { showAll: 'true' } }))
  return tickets.find(({ contact }) => contact.name === name) as Ticket
}
async function say(customer: Customer, text: string): Promise<InboundMessage> {
  const said = inbound(customer, text)
  await receiveMessages(app.ctx, ref, [said])
  return said
}
const caughtUp = async () =>
  JSON.stringify(accepted(app, await company.admin.call(syncEvents, { query: { after: 0 } })).events)
const deliveries = async () =>
  accepted(app, await company.admin.call(listDeliveries, { params: { id: webhookId }, query: {} })).deliveries
async function restIsThere() {
  expect(await tablesWith('graviola')).toEqual(
    expect.arrayContaining(['event_log', 'messages', 'tickets', 'webhook_deliveries'])
  )
  expect(await caughtUp()).toContain('graviola')
}

test('of a deleted ticket nothing is left: neither its messages and notes nor its last line', async () => {
  const customer = newCustomer()
  await say(customer, 'o segredo da jabuticaba')
  const ticket = await ticketOf(customer)
  const note = { ticketId: ticket.id, contactId: ticket.contactId, note: 'ela gosta de jabuticaba' }
  accepted(app, await company.admin.call(createNote, { body: note }))
  await app.drain()
  expect(await tablesWith('jabuticaba')).toEqual(
    expect.arrayContaining(['event_log', 'messages', 'ticket_notes', 'tickets', 'webhook_deliveries'])
  )
  const count = (await deliveries()).length
  accepted(app, await company.admin.call(deleteTicket, { params: { id: ticket.id } }))
  expect(await caughtUp()).not.toContain('jabuticaba')
  await app.drain()
  expect(await tablesWith('jabuticaba')).toEqual([])
  // Whoever waits for deliveries gets them, in their order, without what is gone.
  expect(await deliveries()).toHaveLength(count)
  expect(await caughtUp()).toContain(`"ticketId":${ticket.id}`)
  await restIsThere()
})

test('what was said with a transfer stays inside, and goes with its note and with the ticket', async () => {
  const transfer = async (comment: string) => {
    const customer = newCustomer()
    await say(customer, 'bom dia')
    const ticket = await ticketOf(customer)
    const { id } = await makeUser(company)
    const body = { userId: id, status: 'open', transfer: true, comment } as const
    accepted(app, await company.admin.call(updateTicket, { params: { id: ticket.id }, body }))
    await app.drain()
    expect(await caughtUp()).toContain(comment)
    return ticket.id
  }
  const ticketId = await transfer('cuidado com a bacuri')
  // Programs of others are told of the ticket, and not what colleagues say to each other.
  expect(await tablesWith('bacuri')).toEqual(['event_log', 'ticket_notes', 'tickets'])
  const [note] = accepted(app, await company.admin.call(listNotes, { query: { ticketId } }))
  accepted(app, await company.admin.call(deleteNote, { params: { id: note?.id ?? 0 } }))
  expect(await caughtUp()).not.toContain('bacuri')
  await app.drain()
  expect(await tablesWith('bacuri')).toEqual([])

  const gone = await transfer('cuidado com o murici')
  accepted(app, await company.admin.call(deleteTicket, { params: { id: gone } }))
  expect(await caughtUp()).not.toContain('murici')
  await app.drain()
  expect(await tablesWith('murici')).toEqual([])
})

test('of a deleted note nothing is left, and the others on the ticket stay', async () => {
  const customer = newCustomer()
  await say(customer, 'bom dia')
  const { id: ticketId, contactId } = await ticketOf(customer)
  const write = async (note: string) =>
    accepted(app, await company.admin.call(createNote, { body: { ticketId, contactId, note } }))
  const [gone] = [await write('deve jenipapo'), await write('paga com pitomba')]
  expect(await caughtUp()).toContain('jenipapo')
  accepted(app, await company.admin.call(deleteNote, { params: { id: gone.id } }))
  const told = await caughtUp()
  expect([told.includes('jenipapo'), told.includes('pitomba')]).toEqual([false, true])
  await app.drain()
  expect(await tablesWith('jenipapo')).toEqual([])
  expect(await tablesWith('pitomba')).toEqual(['event_log', 'ticket_notes'])
  const kept = accepted(app, await company.admin.call(listNotes, { query: { ticketId } }))
  expect(kept.map(({ note }) => note)).toEqual(['paga com pitomba'])
  await restIsThere()
})

test('a message that its customer took back lies where admins alone look, and nowhere else', async () => {
  const customer = newCustomer()
  const { waId } = await say(customer, 'o segredo do umbuzeiro')
  await app.drain()
  const { content: _, quotedWaId: _quoted, viewOnce: _once, forwarded: _forwarded, ...header } = inbound(customer, '')
  await receiveMessages(app.ctx, ref, [
    { ...header, chat: partyOf(customer), type: 'delete', targetWaId: waId, targetFromMe: false, byOther: false }
  ])
  await app.drain()
  expect(await tablesWith('umbuzeiro')).toEqual(keptApart)
  await say(customer, 'até logo, pitanga')
  await app.drain()
  expect(await tablesWith('pitanga')).toEqual(expect.arrayContaining(['event_log', 'messages', 'webhook_deliveries']))
  await restIsThere()
})

test('so does one that the desk deleted for everyone', async () => {
  const customer = newCustomer()
  await say(customer, 'bom dia')
  const { id } = await ticketOf(customer)
  const mine = { status: 'open' as const, userId: company.admin.id }
  accepted(app, await company.admin.call(updateTicket, { params: { id }, body: mine }))
  accepted(
    app,
    await company.admin.call(sendMessage, {
      params: { ticketId: id },
      body: { body: 'o segredo do cajueiro' } as never
    })
  )
  await app.drain()
  const { messages } = accepted(app, await company.admin.call(listMessages, { params: { ticketId: id }, query: {} }))
  const sent = messages.find(({ fromMe }) => fromMe)
  await app.ctx.pool.$client`update messages set delivery = 'sent', wa_id = '3ASENT' where id = ${sent?.id ?? ''}`
  await app.ctx.pool.$client`delete from outbox`
  accepted(app, await company.admin.call(deleteMessage, { params: { messageId: sent?.id ?? '' } }))
  await app.drain()
  expect(await tablesWith('cajueiro')).toEqual(keptApart)
  await restIsThere()
})

test('of an erased contact nothing is left in merges of others, which were undone', async () => {
  const [gone, joined, last] = [newCustomer(), newCustomer(), newCustomer()]
  for (const customer of [gone, joined, last]) await say(customer, 'oi')
  const idOf = async (customer: Customer) => (await ticketOf(customer)).contactId
  const [goneId, joinedId, lastId] = [await idOf(gone), await idOf(joined), await idOf(last)]
  const email = 'caju@castanha.example'
  accepted(app, await company.admin.call(updateContact, { params: { id: goneId }, body: { email } }))
  const merge = async (id: number, contactId: number) =>
    accepted(app, await company.admin.call(mergeContacts, { params: { id }, body: { contactId } })).id
  const first = await merge(joinedId, goneId)
  const second = await merge(lastId, joinedId)
  for (const id of [second, first]) accepted(app, await company.admin.call(undoMerge, { params: { id } }))
  expect(await tablesWith(email)).toContain('contact_merges')
  accepted(app, await company.admin.call(deleteContact, { params: { id: goneId } }))
  await app.drain()
  for (const trace of [email, gone.number, gone.lid]) expect(await tablesWith(trace)).not.toContain('contact_merges')
  for (const id of [second, first])
    expect((await company.admin.call(undoMerge, { params: { id } })).error).toBe('ERR_NOT_FOUND')
  expect(await idOf(joined)).toBe(joinedId)
})
