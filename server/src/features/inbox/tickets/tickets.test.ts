// Tickets: who sees which, and what becomes of one that several people want.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateContact } from '@guiche/shared/features/inbox/contacts.ts'
import {
  countTickets,
  createTicket,
  deleteTicket,
  listTickets,
  showTicket,
  showTicketByUuid,
  ticketConflict,
  ticketEvent,
  updateTicket,
  type Ticket
} from '@guiche/shared/features/inbox/tickets.ts'
import { deleteQueue } from '@guiche/shared/features/org/queues.ts'
import { deleteUser } from '@guiche/shared/features/org/users.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { ticketMoved } from '#features/inbox/tickets/tickets.events.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'

let app: TestApp
let company: Company
let admin: Person
let ref: ConnectionRef

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  ;({ admin } = company)
  ;({ ref } = await makeConnection(company))
})

const list = async (who: Person, query: object = {}) =>
  (await who.call(listTickets, { query: query as never })).body.tickets
const patch = (who: Person, id: number, body: object) => who.call(updateTicket, { params: { id }, body: body as never })

/** A customer writes; the ticket that comes of it. */
async function newTicket(text = 'Oi', queueId: number | null = null): Promise<Ticket> {
  const customer = newCustomer()
  await receiveMessages(app.ctx, ref, [inbound(customer, text)])
  const ticket = (await list(admin, { showAll: 'true' })).find(
    ({ contact }) => contact.number === customer.number
  ) as Ticket
  if (queueId !== null) await patch(admin, ticket.id, { queueId })
  return { ...ticket, queueId }
}

describe('lists', () => {
  test('show attendants the own open tickets, and the waiting ones of their queues', async () => {
    const [sales, support] = [await makeQueue(company), await makeQueue(company)]
    const [seller, other] = [
      await makeUser(company, { queueIds: [sales.id] }),
      await makeUser(company, { queueIds: [sales.id] })
    ]
    const [mine, theirs] = [await newTicket('a', sales.id), await newTicket('b', sales.id)]
    const [waiting] = [await newTicket('c', sales.id), await newTicket('d', support.id), await newTicket('e')]
    await patch(seller, mine.id, { status: 'open' })
    await patch(other, theirs.id, { status: 'open' })
    expect((await list(seller, { status: 'open' })).map(({ id }) => id)).toEqual([mine.id])
    expect((await list(seller, { status: 'pending' })).map(({ id }) => id)).toEqual([waiting.id])
    expect((await list(seller, { status: 'open', showAll: 'true' })).map(({ id }) => id)).toEqual([mine.id])
    expect((await list(admin, { status: 'open', showAll: 'true' })).map(({ id }) => id).toSorted()).toEqual(
      [mine.id, theirs.id].toSorted()
    )
    expect(await list(admin, { status: 'pending', showAll: 'true' })).toHaveLength(3)
    expect((await seller.call(countTickets, { query: {} })).body).toEqual({ open: 1, pending: 1, unread: 2 })
  })

  test('show tickets without a queue only to those who may see them', async () => {
    const ticket = await newTicket()
    const [plain, trusted] = [await makeUser(company), await makeUser(company, { allTicket: 'enabled' })]
    expect(await list(plain, { status: 'pending' })).toEqual([])
    expect((await plain.call(showTicket, { params: { id: ticket.id } })).error).toBe('ERR_NO_TICKET_FOUND')
    expect((await list(trusted, { status: 'pending' })).map(({ id }) => id)).toEqual([ticket.id])
  })

  test('come in pages of forty, newest first, without a gap or a double', async () => {
    const customers = Array.from({ length: 85 }, newCustomer)
    for (const customer of customers) await receiveMessages(app.ctx, ref, [inbound(customer, 'Oi')])
    const pages = [1, 2, 3, 4].map((pageNumber) => list(admin, { status: 'pending', showAll: 'true', pageNumber }))
    const sizes = (await Promise.all(pages)).map(({ length }) => length)
    expect(sizes).toEqual([40, 40, 5, 0])
    const numbers = (await Promise.all(pages)).flat().map(({ contact }) => contact.number)
    expect(numbers).toEqual(customers.map(({ number }) => number).toReversed())
  })

  test('are searched by name, number and any message, with wildcards taken literally', async () => {
    const ticket = await newTicket('O bolo de 100% cacau')
    await newTicket('outra coisa')
    const find = async (searchParam: string) =>
      (await list(admin, { searchParam, showAll: 'true' })).map(({ id }) => id)
    expect(await find('BOLO de')).toEqual([ticket.id])
    expect(await find('100%')).toEqual([ticket.id])
    expect(await find('_olo')).toEqual([])
    expect(await find(ticket.contact.name.toUpperCase())).toContain(ticket.id)
    expect(await find(ticket.contact.number.slice(-8))).toEqual([ticket.id])
  })

  test('answer nonsense with an empty page', async () => {
    await newTicket()
    expect(await list(admin, { showAll: 'true', pageNumber: 99_999_999 })).toEqual([])
    expect(await list(admin, { showAll: 'true', pageNumber: 'x' })).toHaveLength(1)
    expect((await admin.call(listTickets, { query: { status: 'lost' as never } })).status).toBe(400)
  })
})

describe('accepting', () => {
  test('by two people in the same moment gives it to one and tells the other who has it', async () => {
    const queue = await makeQueue(company)
    const people = [
      await makeUser(company, { queueIds: [queue.id] }),
      await makeUser(company, { queueIds: [queue.id] })
    ] as const
    const ticket = await newTicket('Oi', queue.id)
    const answers = await Promise.all(
      people.map((person) => patch(person, ticket.id, { status: 'open', userId: person.id }))
    )
    const won = answers.findIndex(({ status }) => status === 200)
    const lost = answers[1 - won]
    expect(lost).toMatchObject({
      status: 409,
      error: 'ERR_TICKET_ALREADY_ACCEPTED',
      refusal: { values: { user: people[won]?.name } }
    })
    expect((await people[0].call(showTicket, { params: { id: ticket.id } })).body).toMatchObject({
      status: 'open',
      userId: people[won]?.id
    })
  })

  test('again by the same person is no conflict', async () => {
    const ticket = await newTicket()
    await patch(admin, ticket.id, { status: 'open' })
    expect((await patch(admin, ticket.id, { status: 'open', userId: admin.id })).status).toBe(200)
  })
})

describe('moving on', () => {
  test('return, resolve and reopen set the attendant as the specification says', async () => {
    const queue = await makeQueue(company)
    const ticket = await newTicket('Oi', queue.id)
    const status = async (body: object) => {
      const { body: after } = await patch(admin, ticket.id, body)
      return [after.status, after.userId, after.queueId]
    }
    expect(await status({ status: 'open' })).toEqual(['open', admin.id, queue.id])
    expect(await status({ status: 'pending', userId: null })).toEqual(['pending', null, queue.id])
    expect(await status({ status: 'open' })).toEqual(['open', admin.id, queue.id])
    expect(await status({ status: 'closed' })).toEqual(['closed', admin.id, queue.id])
    expect(await status({ status: 'open' })).toEqual(['open', admin.id, queue.id])
  })

  test('to another queue takes it from those who no longer may see it', async () => {
    const [sales, support] = [await makeQueue(company), await makeQueue(company)]
    const [seller, helper] = [
      await makeUser(company, { queueIds: [sales.id] }),
      await makeUser(company, { queueIds: [support.id] })
    ]
    const ticket = await newTicket('Oi', sales.id)
    const [left, right] = [await seller.connect(), await helper.connect()]
    await patch(seller, ticket.id, { status: 'pending', queueId: support.id, transfer: true })
    await left.settle()
    await right.settle()
    expect(left.of(ticketEvent)).toMatchObject([{ action: 'delete', ticketId: ticket.id }])
    expect(right.of(ticketEvent)).toMatchObject([{ action: 'update', ticket: { id: ticket.id, queueId: support.id } }])
    expect((await seller.call(showTicket, { params: { id: ticket.id } })).status).toBe(404)
  })

  test('says to whoever records the move what was said with it', async () => {
    const queue = await makeQueue(company)
    const colleague = await makeUser(company, { queueIds: [queue.id] })
    const ticket = await newTicket('Oi', queue.id)
    const said: string[] = []
    ticketMoved.add(async (_tx, move) => void (move.ticket.id === ticket.id && said.push(move.comment)))
    await patch(admin, ticket.id, { status: 'open' })
    const target = { status: 'open', userId: colleague.id, transfer: true }
    await patch(admin, ticket.id, { ...target, comment: ' null ' })
    expect(said).toEqual(['', 'null'])
    expect((await patch(admin, ticket.id, { ...target, comment: 'a'.repeat(501) })).status).toBe(400)
  })

  test('to a queue, a user or a connection of another company is refused', async () => {
    const stranger = await makeCompany(app)
    const theirs = { queue: await makeQueue(stranger), connection: await makeConnection(stranger) }
    const ticket = await newTicket()
    expect((await patch(admin, ticket.id, { queueId: theirs.queue.id })).error).toBe('ERR_NO_QUEUE_FOUND')
    expect((await patch(admin, ticket.id, { status: 'open', userId: stranger.admin.id, transfer: true })).error).toBe(
      'ERR_NO_USER_FOUND'
    )
    expect((await patch(admin, ticket.id, { whatsappId: theirs.connection.id })).error).toBe('ERR_NO_WAPP_FOUND')
    expect((await patch(stranger.admin, ticket.id, { status: 'open' })).error).toBe('ERR_NO_TICKET_FOUND')
  })
})

describe('opening from the desk', () => {
  test('answers a contact in service with who serves it, as JSON text', async () => {
    const queue = await makeQueue(company)
    const ticket = await newTicket('Oi', queue.id)
    await patch(admin, ticket.id, { status: 'open' })
    const answer = await admin.call(createTicket, { body: { contactId: ticket.contactId, status: 'open' } })
    expect(answer.status).toBe(400)
    expect(ticketConflict.parse(JSON.parse(answer.error ?? ''))).toMatchObject({
      userId: admin.id,
      user: { name: admin.name },
      queue: { name: queue.name }
    })
  })

  test('takes up the closed ticket of the contact', async () => {
    const ticket = await newTicket()
    await patch(admin, ticket.id, { status: 'closed' })
    const { body } = await admin.call(createTicket, { body: { contactId: ticket.contactId } })
    expect(body).toMatchObject({ id: ticket.id, status: 'open', userId: admin.id })
  })

  test('wants a queue of everybody but admins', async () => {
    const user = await makeUser(company, { allTicket: 'enabled' })
    const ticket = await newTicket()
    await patch(admin, ticket.id, { status: 'closed' })
    expect((await user.call(createTicket, { body: { contactId: ticket.contactId } })).error).toBe('ERR_QUEUE_REQUIRED')
  })

  test('by twenty people at once makes one ticket', async () => {
    const ticket = await newTicket()
    await patch(admin, ticket.id, { status: 'closed' })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.call(createTicket, { body: { contactId: ticket.contactId } }))
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
  })
})

test('by uuid a ticket is shown to those who may see it', async () => {
  const ticket = await newTicket()
  expect((await admin.call(showTicketByUuid, { params: { uuid: ticket.uuid } })).body.id).toBe(ticket.id)
  const stranger = await makeCompany(app)
  expect((await stranger.admin.call(showTicketByUuid, { params: { uuid: ticket.uuid } })).error).toBe(
    'ERR_NO_TICKET_FOUND'
  )
})

test('a ticket that is asked for shows the extra fields of its contact', async () => {
  const { id, uuid, contactId } = await newTicket()
  const extraInfo = [{ name: 'CPF', value: '123' }]
  await admin.call(updateContact, { params: { id: contactId }, body: { extraInfo } })
  for (const { body } of [
    await admin.call(showTicket, { params: { id } }),
    await admin.call(showTicketByUuid, { params: { uuid } })
  ]) {
    expect(body.contact.extraInfo).toMatchObject(extraInfo)
  }
})

test('deleting is for admins, and everybody who saw the ticket hears of it', async () => {
  const ticket = await newTicket()
  const user = await makeUser(company, { allTicket: 'enabled' })
  const ear = await user.connect()
  expect((await user.call(deleteTicket, { params: { id: ticket.id } })).error).toBe('ERR_NO_PERMISSION')
  expect((await admin.call(deleteTicket, { params: { id: ticket.id } })).status).toBe(200)
  await ear.settle()
  expect(ear.of(ticketEvent)).toMatchObject([{ action: 'delete', ticketId: ticket.id }])
})

test('a queue or a user that goes leaves the tickets to others', async () => {
  const queue = await makeQueue(company)
  const user = await makeUser(company, { queueIds: [queue.id] })
  const ticket = await newTicket('Oi', queue.id)
  await patch(user, ticket.id, { status: 'open' })
  await admin.call(deleteUser, { params: { id: user.id } })
  const look = async () => (await admin.call(showTicket, { params: { id: ticket.id } })).body
  expect(await look()).toMatchObject({ status: 'pending', userId: null, queueId: queue.id })
  await admin.call(deleteQueue, { params: { id: queue.id } })
  expect(await look()).toMatchObject({ status: 'pending', queueId: null, queue: null })
})
