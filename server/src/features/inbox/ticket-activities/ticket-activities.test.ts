// Tests of activities: what happened to a ticket, by whom, for those who see it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTickets } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import { createTag, deleteTag, syncTicketTags } from '@guiche/shared/features/inbox/tags.ts'
import { activityEvent, listActivities, type TicketActivity } from '@guiche/shared/features/inbox/ticket-activities.ts'
import { listTickets, updateTicket, type TicketPatch } from '@guiche/shared/features/inbox/tickets.ts'
import { deleteUser } from '@guiche/shared/features/org/users.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { changeTicket, lockTicketById, rateTicket } from '#features/inbox/tickets/lifecycle/change-ticket.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'

let app: TestApp
let company: Company
let sales: { id: number; name: string }
let bruno: Person
let carla: Person
let connectionId: number
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  sales = await makeQueue(company)
  bruno = await makeUser(company, { queueIds: [sales.id] })
  carla = await makeUser(company, { queueIds: [sales.id] })
  connectionId = (await makeConnectionRow(company)).id
})

const move = async (by: Person, id: number, body: Partial<TicketPatch>) =>
  accepted(app, await by.call(updateTicket, { params: { id }, body }))
const activitiesOf = async (by: Person, ticketId: number) =>
  accepted(app, await by.call(listActivities, { params: { ticketId } }))

/** In short: who, what, and where to. */
const line = ({ kind, user, toUser, toQueue, tag, rating }: TicketActivity) =>
  [user?.name ?? '-', kind, toUser?.name, toQueue?.name, tag?.name, rating].filter((part) => part != null)
const linesOf = async (by: Person, ticketId: number) => (await activitiesOf(by, ticketId)).map(line)

type Held = NonNullable<Awaited<ReturnType<typeof lockTicketById>>>

function held(id: number, work: (tx: Ctx, ticket: Held) => unknown): Promise<void> {
  return inTransaction(app.ctx, async (tx) => {
    const ticket = await lockTicketById(tx, company.id, id)
    if (ticket) await work(tx, ticket)
  })
}

test('each move of a ticket is noted once, with who did it and where to', async () => {
  const { id } = await makeTicket(company, { queueId: sales.id, connectionId })
  const support = await makeQueue(company)
  await move(bruno, id, { status: 'open' })
  await move(bruno, id, { useIntegration: false })
  await move(bruno, id, { userId: carla.id, status: 'open', transfer: true, comment: 'Confere?' })
  await move(carla, id, { status: 'pending' })
  await move(company.admin, id, { queueId: support.id, status: 'pending', transfer: true })
  await move(company.admin, id, { status: 'open', userId: bruno.id })
  await move(company.admin, id, { status: 'closed' })
  await move(company.admin, id, { status: 'open' })
  expect(await linesOf(company.admin, id)).toEqual([
    [bruno.name, 'accepted'],
    [bruno.name, 'transferred', carla.name],
    [carla.name, 'returned'],
    [company.admin.name, 'transferred', support.name],
    [company.admin.name, 'transferred', bruno.name],
    [company.admin.name, 'resolved'],
    [company.admin.name, 'reopened']
  ])
})

test('what customer, bot and clock do is nobody’s; the way of a new ticket through the menu is not noted', async () => {
  const customer = newCustomer()
  const { ref } = await makeConnection(company)
  await receiveMessages(app.ctx, ref, [inbound(customer, 'Oi')])
  const { tickets } = accepted(
    app,
    await company.admin.call(listTickets, { query: { showAll: 'true', status: 'pending' } })
  )
  const id = tickets.find(({ contact }) => contact.name === customer.name)?.id ?? 0
  await held(id, (tx, ticket) => changeTicket(tx, ticket, { queueId: sales.id }))
  await move(bruno, id, { status: 'open' })
  await held(id, (tx, ticket) => changeTicket(tx, ticket, { status: 'closed' }))
  await held(id, async (tx, ticket) => {
    await rateTicket(tx, ticket, 3)
    await rateTicket(tx, ticket, 1)
  })
  await receiveMessages(app.ctx, ref, [inbound(customer, 'De novo')])
  expect(await linesOf(company.admin, id)).toEqual([
    [bruno.name, 'accepted'],
    ['-', 'resolved'],
    ['-', 'rated', 3],
    ['-', 'reopened']
  ])
})

test('a move that is taken back at once was none; after another one both stand', async () => {
  const { id } = await makeTicket(company, { status: 'open', userId: bruno.id, queueId: sales.id, connectionId })
  const back = async (by: Person, from: { status: 'open' | 'closed'; userId: number }) =>
    accepted(
      app,
      await by.call(changeTickets, {
        body: {
          ticketIds: [id],
          action: {
            kind: 'restore',
            status: 'open',
            userId: bruno.id,
            queueId: sales.id,
            from: { ...from, queueId: sales.id }
          }
        }
      })
    )
  const socket = await bruno.connect()
  await move(bruno, id, { status: 'closed' })
  const [resolved] = await activitiesOf(bruno, id)
  await back(bruno, { status: 'closed', userId: bruno.id })
  expect(await linesOf(bruno, id)).toEqual([])
  await socket.settle()
  expect(socket.of(activityEvent).at(-1)).toMatchObject({ action: 'delete', ticketId: id, activityId: resolved?.id })

  await move(carla, id, { userId: carla.id, status: 'open', transfer: true })
  await back(bruno, { status: 'open', userId: carla.id })
  expect(await linesOf(bruno, id)).toEqual([
    [carla.name, 'accepted'],
    [bruno.name, 'accepted']
  ])
})

test('tags are noted by name, and what is gone has none', async () => {
  const { id: ticketId } = await makeTicket(company, { queueId: sales.id })
  const [urgent, vip] = await Promise.all(
    ['Urgente', 'VIP'].map(async (name) =>
      accepted(app, await company.admin.call(createTag, { body: { name, color: '#112233' } }))
    )
  )
  const tag = (by: Person, ids: (number | undefined)[]) =>
    by.call(syncTicketTags, { body: { ticketId, tags: ids.map((id = 0) => ({ id })) } })
  await tag(bruno, [urgent?.id])
  await tag(bruno, [urgent?.id])
  await tag(bruno, [vip?.id])
  expect((await linesOf(bruno, ticketId)).toSorted()).toEqual([
    [bruno.name, 'tagged', 'Urgente'],
    [bruno.name, 'tagged', 'VIP'],
    [bruno.name, 'untagged', 'Urgente']
  ])
  accepted(app, await company.admin.call(deleteTag, { params: { id: urgent?.id ?? 0 } }))
  accepted(app, await company.admin.call(deleteUser, { params: { id: bruno.id } }))
  const [first] = await activitiesOf(company.admin, ticketId)
  expect(first).toMatchObject({ user: { id: bruno.id, name: null }, tag: { id: urgent?.id, name: null } })
})

test('who does not see the ticket reads and hears nothing', async () => {
  const ticket = await makeTicket(company, { status: 'pending', queueId: sales.id })
  const [outsider, other] = [await makeUser(company), (await makeCompany(app)).admin]
  const sockets = [await outsider.connect(), await other.connect()]
  const inside = await carla.connect()
  const list = await followList({
    socket: inside,
    event: activityEvent,
    load: () => activitiesOf(carla, ticket.id),
    apply: (items, event) => (event.action === 'delete' ? without(items, event.activityId) : put(items, event.activity))
  })
  await move(bruno, ticket.id, { status: 'open' })
  await move(bruno, ticket.id, { status: 'closed' })
  await list.expectEqualsReload()
  expect(list.items()).toHaveLength(2)
  for (const by of [outsider, other]) {
    const answer = await by.call(listActivities, { params: { ticketId: ticket.id } })
    expect(answer).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' })
  }
  for (const socket of sockets) {
    await socket.settle()
    expect(socket.of(activityEvent)).toEqual([])
  }
})
