// Tests of pins: a few tickets a person, on every window of that person alone, as long as they may be seen.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  listTicketPins,
  mostPins,
  pinTicket,
  ticketPinEvent,
  unpinTicket,
  type TicketPin
} from '@guiche/shared/features/inbox/ticket-pins.ts'
import { deleteTicket, listTickets, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, partyOf } from '#test/fixtures/inbound.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
let company: Company
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
})

const pin = (by: Person, ticketId: number) => by.call(pinTicket, { params: { ticketId } })
const unpin = (by: Person, ticketId: number) => by.call(unpinTicket, { params: { ticketId } })
const pinsOf = async (by: Person) => accepted(app, await by.call(listTicketPins))
const seenBy = async (by: Person) => (await pinsOf(by)).tickets.map(({ id }) => id)
const makeTickets = (count: number, wishes: Parameters<typeof makeTicket>[1] = {}) =>
  Promise.all(Array.from({ length: count }, () => makeTicket(company, wishes)))
const move = (ticketId: number, queueId: number) =>
  company.admin.call(updateTicket, { params: { id: ticketId }, body: { queueId } })

/** The pins of a person as a window keeps them. */
async function follow(by: Person) {
  const row = (one: TicketPin) => ({ id: one.ticketId, ...one })
  const socket = await by.connect()
  const list = await followList({
    socket,
    event: ticketPinEvent,
    load: async () => (await pinsOf(by)).pins.map(row),
    apply: (items, event) => (event.action === 'delete' ? without(items, event.ticketId) : put(items, row(event.pin)))
  })
  return { socket, list }
}

test('the newest pin stands first, whatever comes in later; pinning twice and unpinning twice are well', async () => {
  const [first, second] = [await makeTicket(company), await makeTicket(company)]
  const made = accepted(app, await pin(company.admin, first.id))
  await pin(company.admin, second.id)
  expect(accepted(app, await pin(company.admin, first.id))).toEqual(made)
  expect(await seenBy(company.admin)).toEqual([second.id, first.id])
  await unpin(company.admin, second.id)
  expect((await unpin(company.admin, second.id)).status).toBe(200)
  expect(await pinsOf(company.admin)).toMatchObject({ pins: [made], tickets: [{ id: first.id }] })
})

test('all windows of a person hear of it, and nobody else', async () => {
  const colleague = await makeUser(company, { profile: 'admin' })
  const [one, two] = [await follow(company.admin), await follow(company.admin)]
  const other = await follow(colleague)
  const [first, second] = [await makeTicket(company), await makeTicket(company)]
  await pin(company.admin, first.id)
  await pin(company.admin, second.id)
  await unpin(company.admin, first.id)
  for (const { list } of [one, two]) {
    await list.expectEqualsReload()
    expect(list.items()).toMatchObject([{ ticketId: second.id }])
  }
  await other.socket.settle()
  expect(other.socket.of(ticketPinEvent)).toEqual([])
  expect(await pinsOf(colleague)).toEqual({ pins: [], tickets: [] })
})

test('lists of tickets stay in their own order, with what is pinned in its place', async () => {
  const tickets = [await makeTicket(company), await makeTicket(company)]
  await pin(company.admin, tickets[0]?.id ?? 0)
  const page = accepted(app, await company.admin.call(listTickets, { query: { status: 'pending', showAll: 'true' } }))
  expect(page.tickets.map(({ id }) => id)).toEqual(tickets.map(({ id }) => id).toReversed())
})

test('ten are the most, also when two windows take the last place in the same moment', async () => {
  const tickets = await makeTickets(mostPins + 1)
  for (const { id } of tickets.slice(0, mostPins - 1)) await pin(company.admin, id)
  const answers = await Promise.all(tickets.slice(mostPins - 1).map(({ id }) => pin(company.admin, id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 400)?.refusal).toMatchObject({
    error: 'ERR_TICKET_PINS_FULL',
    values: { limit: mostPins }
  })
  expect((await pinsOf(company.admin)).pins).toHaveLength(mostPins)
})

test('a ticket out of sight cannot be pinned, not even by its number', async () => {
  const hidden = await makeTicket(company, { queueId: (await makeQueue(company)).id })
  for (const outsider of [await makeUser(company), (await makeCompany(app)).admin]) {
    expect((await pin(outsider, hidden.id)).error).toBe('ERR_NO_TICKET_FOUND')
    expect((await unpin(outsider, hidden.id)).error).toBe('ERR_NO_TICKET_FOUND')
    expect(await pinsOf(outsider)).toEqual({ pins: [], tickets: [] })
  }
})

test('whoever loses the queue loses the row, and has it again with the queue', async () => {
  const [own, other] = [await makeQueue(company), await makeQueue(company)]
  const user = await makeUser(company, { queueIds: [own.id] })
  const ticket = await makeTicket(company, { queueId: own.id })
  await pin(user, ticket.id)
  await move(ticket.id, other.id)
  expect(await seenBy(user)).toEqual([])
  await move(ticket.id, own.id)
  expect(await seenBy(user)).toEqual([ticket.id])
})

test('what went out of sight gives its place to the next one, and does not come back', async () => {
  const [own, other] = [await makeQueue(company), await makeQueue(company)]
  const user = await makeUser(company, { queueIds: [own.id] })
  const tickets = await makeTickets(mostPins + 1, { queueId: own.id })
  const [gone, ...seen] = tickets.map(({ id }) => id)
  for (const id of [gone ?? 0, ...seen.slice(0, -1)]) await pin(user, id)
  const { list } = await follow(user)
  await move(gone ?? 0, other.id)
  expect((await pin(user, seen.at(-1) ?? 0)).status).toBe(200)
  await move(gone ?? 0, own.id)
  expect(new Set(await seenBy(user))).toEqual(new Set(seen))
  await list.expectEqualsReload()
})

test('a deleted ticket leaves nothing behind', async () => {
  const ticket = await makeTicket(company)
  await pin(company.admin, ticket.id)
  await company.admin.call(deleteTicket, { params: { id: ticket.id } })
  expect(await pinsOf(company.admin)).toEqual({ pins: [], tickets: [] })
})

test('of two tickets that become one, whoever has pinned either has pinned the one that stays', async () => {
  const { ref } = await makeConnection(company)
  const [customer, colleague] = [newCustomer(), await makeUser(company, { profile: 'admin' })]
  for (const by of ['lid', 'phone'] as const) {
    await receiveMessages(app.ctx, ref, [inbound(customer, by, { chat: partyOf(customer, by) })])
  }
  const query = { showAll: 'true', searchParam: customer.name } as const
  const found = accepted(app, await company.admin.call(listTickets, { query })).tickets
  const [kept, gone] = found.map(({ id }) => id).toSorted((a, b) => a - b)
  await pin(company.admin, gone ?? 0)
  await pin(colleague, gone ?? 0)
  await pin(colleague, kept ?? 0)
  const { socket } = await follow(company.admin)
  await receiveMessages(app.ctx, ref, [inbound(customer, 'os dois', { chat: partyOf(customer, 'both') })])
  for (const person of [company.admin, colleague]) expect(await seenBy(person)).toEqual([kept])
  await socket.settle()
  expect(socket.of(ticketPinEvent)).toMatchObject([{ action: 'create', pin: { ticketId: kept } }])
})
