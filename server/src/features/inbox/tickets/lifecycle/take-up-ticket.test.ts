// Closed tickets that are taken up again: by those who may see them, one of several, and with word to those who lose them.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forwardMessage } from '@guiche/shared/features/inbox/message-forward.ts'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import { createTicket, showTicket, ticketEvent, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { contactAddresses } from '#database/tables/inbox/contacts.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { ticketTracking } from '#database/tables/inbox/tickets.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { inbound, newCustomer, partyOf } from '#test/fixtures/inbound.ts'
import { makeConnectionRow, makeContact, makeTicket } from '#test/fixtures/make-ticket.ts'
import { connectSocket, type TestSocket } from '#test/server/test-socket.ts'
import { whileOpen } from '#test/while-open.ts'
import { changeTicket } from './change-ticket.ts'
import { closeAfterProgram, takeUpTicket, ticketForProgram } from './take-up-ticket.ts'
import { updateTicketRow } from '../tickets.repo.ts'

let app: TestApp
let company: Company
let connectionId: number
let contactId: number
let sales: number
let staff: number
let bruno: Person
let ana: Person

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  connectionId = (await makeConnectionRow(company)).id
  contactId = (await makeContact(company)).id
  ;[sales, staff] = [(await makeQueue(company)).id, (await makeQueue(company)).id]
  bruno = await makeUser(company, { queueIds: [sales] })
  ana = await makeUser(company)
})

const makeClosed = (queueId: number, userId: number | null = null) =>
  makeTicket(company, { status: 'closed', contactId, connectionId, queueId, userId })
const patch = (who: Person, id: number, body: object) => who.call(updateTicket, { params: { id }, body: body as never })

/** The contact as a customer: whoever gets this writes. */
async function customer() {
  const person = newCustomer()
  const chat = partyOf(person, 'phone')
  await app.ctx.db.insert(contactAddresses).values({ companyId: company.id, contactId, address: chat.address })
  return (body: string) =>
    receiveMessages(app.ctx, { companyId: company.id, connectionId }, [inbound(person, body, { chat })])
}

test('a person who may not see the closed ticket begins another one, and goes on with that the next time', async () => {
  const { id } = await makeClosed(staff)
  const draft = { contactId, queueId: sales, whatsappId: connectionId }
  const { body: begun } = await bruno.call(createTicket, { body: draft })
  expect(begun).toMatchObject({ status: 'open', userId: bruno.id, queueId: sales })
  expect(begun.id).not.toBe(id)
  expect((await bruno.call(showTicket, { params: { id } })).error).toBe('ERR_NO_TICKET_FOUND')
  expect((await company.admin.call(showTicket, { params: { id } })).body).toMatchObject({ status: 'closed' })
  await patch(bruno, begun.id, { status: 'closed' })
  // The one out of sight is the newer one by now.
  await patch(company.admin, id, { status: 'open' })
  await patch(company.admin, id, { status: 'closed' })
  expect((await bruno.call(createTicket, { body: draft })).body.id).toBe(begun.id)
})

test('of many who take up closed tickets of a contact at once, each of whom sees another one, one has it', async () => {
  await makeClosed(sales)
  await makeClosed(staff)
  const carla = await makeUser(company, { queueIds: [staff] })
  const open = (who: Person, queueId: number) =>
    who.call(createTicket, { body: { contactId, queueId, whatsappId: connectionId } })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => (turn % 2 === 0 ? open(bruno, sales) : open(carla, staff)))
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
})

describe('those who lose sight of a closed ticket hear that it goes, and lists of legacy clients that it moves, when', () => {
  const ways: [who: string, status: string, takeUp: (ticket: { id: number }) => Promise<unknown>][] = [
    [
      'somebody opens it',
      'open',
      () => company.admin.call(createTicket, { body: { contactId, queueId: sales, whatsappId: connectionId } })
    ],
    [
      'somebody passes a message on to the contact',
      'open',
      async () => {
        const source = await makeTicket(company, { status: 'open', connectionId, queueId: sales })
        const messageId = crypto.randomUUID()
        await app.ctx.db.insert(messages).values({
          ...{ companyId: company.id, id: messageId, ticketId: source.id, contactId: source.contactId, connectionId },
          ...{ body: 'Oi', fromMe: false, delivery: 'received', waId: `3A${messageId}` }
        })
        await company.admin.call(forwardMessage, { params: { messageId }, body: { contactIds: [contactId] } })
      }
    ],
    [
      'a program writes to the contact',
      'pending',
      () =>
        inTransaction(app.ctx, (tx) =>
          ticketForProgram(tx, { companyId: company.id, connectionId, contact: { id: contactId, isGroup: false } })
        )
    ],
    ['the customer writes', 'pending', async () => (await customer())('Oi')]
  ]

  test.each(ways)('%s', async (_who, status, takeUp) => {
    const ticket = await makeClosed(staff, ana.id)
    const [lost, legacyClient] = [await ana.connect(), await connectSocket(app, company.admin, 'query')]
    await takeUp(ticket)
    await lost.settle()
    await legacyClient.settle()
    const storyIn = (socket: TestSocket) =>
      socket
        .of(ticketEvent)
        .flatMap((event) =>
          event.action === 'update'
            ? event.ticket.id === ticket.id
              ? [event.ticket.status]
              : []
            : event.ticketId === ticket.id
              ? [event.action]
              : []
        )
    expect(storyIn(lost)).toEqual(['delete'])
    expect(storyIn(legacyClient)).toEqual(['delete', status])
    expect((await ana.call(showTicket, { params: { id: ticket.id } })).error).toBe('ERR_NO_TICKET_FOUND')
  })
})

describe('a customer who writes in the moment in which somebody opens a conversation is read there', () => {
  test.each([
    ['also who never had one', false],
    ['also who has a closed one', true]
  ])('%s', async (_who, hadOne) => {
    if (hadOne) await makeClosed(staff)
    const write = await customer()
    const place = { companyId: company.id, contact: { id: contactId, isGroup: false }, connectionId }
    const viewer = { id: bruno.id, profile: 'user', super: false, queueIds: [sales], allTicket: false } as const
    const begun = { ...place, status: 'open', userId: bruno.id, queueId: sales } as const
    const [taken] = await whileOpen(
      app,
      (tx) => takeUpTicket(tx, begun, viewer),
      () => write('Bom dia')
    )
    const ticketId = taken?.id ?? 0
    const { body } = await bruno.call(listMessages, { params: { ticketId }, query: {} })
    expect(body.messages.map((message) => message.body)).toEqual(['Bom dia'])
    expect(body.ticket).toMatchObject({ status: 'open', userId: bruno.id })
  })
})

test('of two closed tickets of a contact that are reopened in the same moment one is, and the other is refused', async () => {
  const [first, second] = [await makeClosed(sales), await makeClosed(staff)]
  const [, answer] = await whileOpen(
    app,
    (tx) => updateTicketRow(tx.db, company.id, first.id, { status: 'open', userId: bruno.id }),
    () => patch(company.admin, second.id, { status: 'open' })
  )
  expect(answer.status).toBe(400)
  const conflict: unknown = JSON.parse(answer.error ?? '')
  expect(conflict).toMatchObject({ code: 'ERR_OTHER_OPEN_TICKET', id: first.id, status: 'open', userId: bruno.id })
})

test('what a program begins and ends is no service, unless somebody attends it', async () => {
  const write = (attend: boolean) =>
    inTransaction(app.ctx, async (tx) => {
      const contact = { id: (await makeContact(company)).id, isGroup: false }
      const { ticket } = await ticketForProgram(tx, { companyId: company.id, connectionId, contact })
      if (attend) await changeTicket(tx, ticket, { status: 'open', userId: bruno.id })
      await closeAfterProgram(tx, ticket)
      return ticket.id
    })
  const isByProgram = async (ticketId: number) =>
    (await app.ctx.db.select().from(ticketTracking).where(eq(ticketTracking.ticketId, ticketId))).map(
      (cycle) => cycle.byProgram
    )
  expect(await isByProgram(await write(false))).toEqual([true])
  expect(await isByProgram(await write(true))).toEqual([false])
})
