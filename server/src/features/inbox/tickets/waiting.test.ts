// Tests of who waits for an answer, since when, and of the list that puts them in that order.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTag, syncTicketTags } from '@guiche/shared/features/inbox/tags.ts'
import { listMessages, messageEvent, sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { listTickets, updateTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { eq } from 'drizzle-orm'
import { messages as messageRows } from '#database/tables/inbox/messages.ts'
import { tickets as ticketRows } from '#database/tables/inbox/tickets.ts'
import { say } from '#features/automation/chatbot/run/say.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, type Customer } from '#test/fixtures/inbound.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { lockTicketById } from './lifecycle/change-ticket.ts'

let app: TestApp
let company: Company
let ref: ConnectionRef
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  ;({ ref } = await makeConnection(company))
})

const write = (customer: Customer, body: string, part: Parameters<typeof inbound>[2] = {}) =>
  receiveMessages(app.ctx, ref, [inbound(customer, body, part)])
async function waiting(by: Person = company.admin, query: Record<string, string> = {}): Promise<Ticket[]> {
  const asked = { showAll: 'true', status: 'pending', order: 'longestWaiting', ...query } as const
  return accepted(app, await by.call(listTickets, { query: asked })).tickets
}
async function ticketOf({ name }: Customer): Promise<Ticket> {
  const { tickets } = accepted(
    app,
    await company.admin.call(listTickets, { query: { showAll: 'true', searchParam: name } })
  )
  const [ticket] = tickets
  if (!ticket) throw new Error('no ticket')
  return ticket
}

test('a customer waits from the first message on that no person answers, whatever the bot says', async () => {
  const customer = newCustomer()
  const socket = await company.admin.connect()
  await write(customer, 'Oi')
  const { id, waitingSince } = await ticketOf(customer)
  expect(waitingSince).not.toBeNull()
  await write(customer, 'Tem alguém aí?')
  expect((await ticketOf(customer)).waitingSince).toBe(waitingSince)
  await socket.settle()
  expect(socket.of(messageEvent).at(-1)?.ticket.waitingSince).toBe(waitingSince)
  await inTransaction(app.ctx, async (tx) => {
    const ticket = await lockTicketById(tx, company.id, id)
    if (ticket) await say(tx, ticket, [{ text: 'Escolha uma opção' }])
  })
  expect(await ticketOf(customer)).toMatchObject({ waitingSince, lastMessage: 'Escolha uma opção' })

  accepted(app, await company.admin.call(updateTicket, { params: { id }, body: { status: 'open' } }))
  expect((await ticketOf(customer)).waitingSince).toBe(waitingSince)
  accepted(app, await company.admin.call(sendMessage, { params: { ticketId: id }, body: { body: 'Bom dia!' } }))
  expect((await ticketOf(customer)).waitingSince).toBeNull()
  await write(customer, 'Obrigada')
  expect((await ticketOf(customer)).waitingSince).not.toBeNull()
  await write(customer, 'De nada', { fromMe: true })
  expect((await ticketOf(customer)).waitingSince).toBeNull()

  await write(customer, 'Mais uma coisa')
  accepted(app, await company.admin.call(updateTicket, { params: { id }, body: { status: 'closed' } }))
  expect((await ticketOf(customer)).waitingSince).toBeNull()
})

test('who waits for longest comes first, page by page and within what one may see', async () => {
  const queue = await makeQueue(company)
  const user = await makeUser(company, { queueIds: [queue.id] })
  const [first, second, third] = [newCustomer(), newCustomer(), newCustomer()]
  for (const customer of [first, second, third]) await write(customer, 'Oi')
  // The order of the lists is another: the newest message first.
  await write(first, 'Ainda aqui')
  expect((await waiting()).map(({ contact }) => contact.name)).toEqual([first.name, second.name, third.name])
  const newest = accepted(app, await company.admin.call(listTickets, { query: { showAll: 'true', status: 'pending' } }))
  expect(newest.tickets.map(({ contact }) => contact.name)).toEqual([first.name, third.name, second.name])

  const { id } = await ticketOf(second)
  const move = { queueId: queue.id, status: 'pending', transfer: true } as const
  accepted(app, await company.admin.call(updateTicket, { params: { id }, body: move }))
  expect((await waiting(user, { showAll: 'false' })).map((ticket) => ticket.id)).toEqual([id])
  expect((await waiting(company.admin, { unread: 'true' })).map((ticket) => ticket.id)).toContain(id)
  const tag = accepted(app, await company.admin.call(createTag, { body: { name: 'Urgente', color: '#aa0000' } }))
  accepted(app, await company.admin.call(syncTicketTags, { body: { ticketId: id, tags: [{ id: tag.id }] } }))
  expect((await waiting(company.admin, { tags: `[${tag.id}]` })).map((ticket) => ticket.id)).toEqual([id])
  await app.ctx.db.update(ticketRows).set({ unreadMessages: 0 }).where(eq(ticketRows.id, id))
  expect((await waiting(company.admin, { unread: 'true' })).map((ticket) => ticket.id)).not.toContain(id)
  const answer = await company.admin.call(listTickets, { query: { order: 'random' as 'longestWaiting' } })
  expect(answer).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
})

test('what the customer asked stays in sight behind the texts of the bot, until a person answers or it is deleted', async () => {
  const customer = newCustomer()
  const socket = await company.admin.connect()
  const sent = inbound(customer, 'Quanto custa o bolo?')
  await receiveMessages(app.ctx, ref, [sent])
  expect((await ticketOf(customer)).question).toBeNull()
  const { id } = await ticketOf(customer)
  const sayMenu = () =>
    inTransaction(app.ctx, async (tx) => {
      const ticket = await lockTicketById(tx, company.id, id)
      if (ticket) await say(tx, ticket, [{ text: 'Escolha uma opção' }])
    })
  await sayMenu()
  const asked = { body: 'Quanto custa o bolo?', mediaType: 'chat', fromMe: false }
  expect((await ticketOf(customer)).question).toMatchObject(asked)
  await socket.settle()
  expect(socket.of(messageEvent).at(-1)?.ticket.question).toMatchObject(asked)

  await write(customer, 'E o de chocolate?')
  await socket.settle()
  expect(socket.of(messageEvent).at(-1)?.ticket).toMatchObject({ question: null, lastMessage: 'E o de chocolate?' })
  await sayMenu()
  expect((await ticketOf(customer)).question?.body).toBe('E o de chocolate?')
  const { messages: stored } = accepted(
    app,
    await company.admin.call(listMessages, { params: { ticketId: id }, query: {} })
  )
  const last = stored.findLast(({ fromMe }) => !fromMe)
  await app.ctx.db
    .update(messageRows)
    .set({ isDeleted: true })
    .where(eq(messageRows.id, last?.id ?? ''))
  expect((await ticketOf(customer)).question?.body).toBe('Quanto custa o bolo?')
  accepted(app, await company.admin.call(updateTicket, { params: { id }, body: { status: 'open' } }))
  accepted(app, await company.admin.call(sendMessage, { params: { ticketId: id }, body: { body: 'Bom dia!' } }))
  expect((await ticketOf(customer)).question).toBeNull()
})
