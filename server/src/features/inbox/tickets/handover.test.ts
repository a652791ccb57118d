// Tests of handing a ticket over: its new attendant is told by whom and why, until it has been opened.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTickets } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import { markTicketRead } from '@guiche/shared/features/inbox/messages.ts'
import { deleteQueue } from '@guiche/shared/features/org/queues.ts'
import { deleteUser } from '@guiche/shared/features/org/users.ts'
import { listNotes } from '@guiche/shared/features/inbox/ticket-notes.ts'
import {
  listTickets,
  showTicket,
  ticketEvent,
  updateTicket,
  type TicketPatch
} from '@guiche/shared/features/inbox/tickets.ts'
import { eq } from 'drizzle-orm'
import { tickets as ticketRows } from '#database/tables/inbox/tickets.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { closeTicket, lockTicketById } from './lifecycle/change-ticket.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
let company: Company
let bruno: Person
let carla: Person
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  const { id } = await makeQueue(company)
  bruno = await makeUser(company, { queueIds: [id] })
  carla = await makeUser(company, { queueIds: [id] })
})

const move = async (by: Person, id: number, patch: Partial<TicketPatch>) =>
  accepted(app, await by.call(updateTicket, { params: { id }, body: patch }))
const handoverOf = async (by: Person, id: number) =>
  accepted(app, await by.call(showTicket, { params: { id } })).handover
const ofBruno = () => makeTicket(company, { status: 'open', userId: bruno.id })

test('a transfer says who and why until the new attendant opens it; what was said stays as a note', async () => {
  const { id } = await ofBruno()
  const socket = await carla.connect()
  const patch = { userId: carla.id, status: 'open', transfer: true, comment: ' Confere a entrega? ' } as const
  const said = { fromId: bruno.id, from: bruno.name, comment: 'Confere a entrega?' }
  expect((await move(bruno, id, patch)).handover).toMatchObject(said)
  await socket.settle()
  expect(socket.of(ticketEvent).at(-1)).toMatchObject({ action: 'update', ticket: { id, handover: said } })

  // A look of somebody else is no opening.
  await company.admin.call(markTicketRead, { params: { ticketId: id } })
  expect(await handoverOf(carla, id)).toMatchObject(said)
  accepted(app, await carla.call(markTicketRead, { params: { ticketId: id } }))
  expect(await handoverOf(carla, id)).toBeNull()
  await socket.settle()
  expect(socket.of(ticketEvent).at(-1)).toMatchObject({ ticket: { id, handover: null } })
  const notes = accepted(app, await carla.call(listNotes, { query: { ticketId: id } }))
  expect(notes.map(({ note, user }) => [note, user?.name])).toEqual([['Confere a entrega?', bruno.name]])
})

test('what nobody was told anything of makes no note, and any other move ends it', async () => {
  const { id } = await ofBruno()
  await move(bruno, id, { userId: carla.id, status: 'open', transfer: true })
  expect(await handoverOf(carla, id)).toMatchObject({ from: bruno.name, comment: '' })
  expect(accepted(app, await carla.call(listNotes, { query: { ticketId: id } }))).toEqual([])
  await move(carla, id, { useIntegration: false })
  expect(await handoverOf(carla, id)).not.toBeNull()
  await move(carla, id, { status: 'closed' })
  expect(await handoverOf(carla, id)).toBeNull()
})

test('the clock and a customer who writes again end it, so that nobody reads an old one', async () => {
  const customer = newCustomer()
  const { ref } = await makeConnection(company)
  await receiveMessages(app.ctx, ref, [inbound(customer, 'Oi')])
  const { tickets } = accepted(
    app,
    await company.admin.call(listTickets, { query: { showAll: 'true', status: 'pending' } })
  )
  const id = tickets.find(({ contact }) => contact.name === customer.name)?.id ?? 0
  await move(company.admin, id, { userId: carla.id, status: 'open', transfer: true, comment: 'Só hoje' })
  await inTransaction(app.ctx, async (tx) => {
    const ticket = await lockTicketById(tx, company.id, id)
    if (ticket) await closeTicket(tx, ticket)
  })
  expect(await handoverOf(company.admin, id)).toBeNull()

  // One that was closed with it by other means waits again without it.
  const handover = {
    kind: 'transfer' as const,
    fromId: bruno.id,
    from: bruno.name,
    comment: 'Velho',
    at: app.clock.now().toISOString()
  }
  await app.ctx.db.update(ticketRows).set({ handover }).where(eq(ticketRows.id, id))
  await receiveMessages(app.ctx, ref, [inbound(customer, 'De novo')])
  expect(accepted(app, await company.admin.call(showTicket, { params: { id } }))).toMatchObject({
    status: 'pending',
    handover: null
  })
})

test('to a queue it stays until somebody accepts; many at once are handed over with the same words', async () => {
  const tickets = [await ofBruno(), await ofBruno()]
  const ticketIds = tickets.map(({ id }) => id)
  const { id: queueId } = await makeQueue(company)
  const dora = await makeUser(company, { queueIds: [queueId] })
  const action = { kind: 'transfer', userId: null, queueId, comment: 'Troca de turno' } as const
  accepted(app, await bruno.call(changeTickets, { body: { ticketIds, action } }))
  for (const id of ticketIds) expect(await handoverOf(dora, id)).toMatchObject({ comment: 'Troca de turno' })
  const [id = 0] = ticketIds
  await move(dora, id, { status: 'open', userId: dora.id })
  expect(await handoverOf(dora, id)).toBeNull()
})

test('what comes back by itself says why: a person who left, a queue that is gone', async () => {
  const { id: queueId } = await makeQueue(company)
  const dora = await makeUser(company, { queueIds: [queueId] })
  const eva = await makeUser(company, { queueIds: [queueId] })
  const open = await makeTicket(company, { status: 'open', userId: eva.id, queueId })
  const waiting = await makeTicket(company, { status: 'pending', queueId })
  const socket = await dora.connect()
  accepted(app, await company.admin.call(deleteUser, { params: { id: eva.id } }))
  await socket.settle()
  const left = { kind: 'userRemoved', fromId: null, from: eva.name, comment: '' }
  expect(socket.of(ticketEvent).findLast((event) => event.action === 'update')).toMatchObject({
    ticket: { id: open.id, status: 'pending', handover: left }
  })
  expect(await handoverOf(dora, waiting.id)).toBeNull()
  await move(dora, open.id, { status: 'open', userId: dora.id })
  expect(await handoverOf(dora, open.id)).toBeNull()

  const { queue } = accepted(app, await company.admin.call(showTicket, { params: { id: waiting.id } }))
  accepted(app, await company.admin.call(deleteQueue, { params: { id: queueId } }))
  expect(await handoverOf(company.admin, waiting.id)).toMatchObject({ kind: 'queueRemoved', from: queue?.name })
  // Who has one keeps it, and is told nothing.
  expect(await handoverOf(dora, open.id)).toBeNull()
})

test('too long a comment is refused, and nothing is moved', async () => {
  const { id } = await ofBruno()
  const body = { userId: carla.id, status: 'open', transfer: true, comment: 'x'.repeat(501) } as const
  expect((await bruno.call(updateTicket, { params: { id }, body })).error).toBe('ERR_VALIDATION')
  expect(await handoverOf(bruno, id)).toBeNull()
})
