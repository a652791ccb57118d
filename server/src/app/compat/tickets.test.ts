// Tests of what ticket lists of older clients hear, however they hand over their token: each holds one status, and lets a ticket go only at a `delete`.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteConnection } from '@guiche/shared/features/inbox/connections.ts'
import { mergeContacts, undoMerge } from '@guiche/shared/features/inbox/contact-merges.ts'
import { createTag, syncTicketTags } from '@guiche/shared/features/inbox/tags.ts'
import { ticketEvent, updateTicket, type TicketPatch } from '@guiche/shared/features/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'
import { connectSocket, type TestSocket } from '#test/server/test-socket.ts'

let app: TestApp
let company: Company
let older: TestSocket
let olderInAuth: TestSocket
let own: TestSocket

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
  company = await makeCompany(app)
  older = await connectSocket(app, company.admin, 'query')
  olderInAuth = await connectSocket(app, company.admin, 'auth')
  own = await company.admin.connect()
})
afterAll(() => app.close())

async function waiting(): Promise<number> {
  const connection = await makeConnectionRow(company)
  return (await makeTicket(company, { connectionId: connection.id })).id
}

async function change(id: number, body: TicketPatch): Promise<void> {
  accepted(app, await company.admin.call(updateTicket, { params: { id }, body }))
}

/** What a socket heard of a ticket: its state at each `update`, or the action. */
async function storyOf(socket: TestSocket, id: number): Promise<string[]> {
  await socket.settle()
  return socket
    .of(ticketEvent)
    .flatMap((event) =>
      event.action === 'update'
        ? event.ticket.id === id
          ? [event.ticket.status]
          : []
        : event.ticketId === id
          ? [event.action]
          : []
    )
}

test('a ticket that is accepted, returned and closed leaves the list it was in before it appears in the next', async () => {
  const id = await waiting()
  await change(id, { status: 'open', userId: company.admin.id })
  await change(id, { status: 'pending', userId: null })
  await change(id, { status: 'open', userId: company.admin.id })
  await change(id, { status: 'closed' })
  expect(await storyOf(older, id)).toEqual([
    'delete',
    'open',
    'delete',
    'pending',
    'delete',
    'open',
    'delete',
    'closed'
  ])
  expect(await storyOf(olderInAuth, id)).toEqual(await storyOf(older, id))
  expect(await storyOf(own, id)).toEqual(['open', 'pending', 'open', 'closed'])
})

test('a ticket that changes where it is stays in its list', async () => {
  const id = await waiting()
  const tag = accepted(app, await company.admin.call(createTag, { body: { name: 'Encomenda' } }))
  accepted(app, await company.admin.call(syncTicketTags, { body: { ticketId: id, tags: [{ id: tag.id }] } }))
  expect(await storyOf(older, id)).toEqual(['pending'])
})

test('a ticket that closes with its connection leaves the list it was in', async () => {
  const { id, connectionId } = await makeTicket(company, { connectionId: (await makeConnectionRow(company)).id })
  accepted(app, await company.admin.call(deleteConnection, { params: { id: connectionId ?? 0 } }))
  expect(await storyOf(older, id)).toEqual(['delete', 'closed'])
})

test('a ticket that closes because two contacts are merged leaves the list it was in, and comes back to it', async () => {
  const { id: connectionId } = await makeConnectionRow(company)
  const [kept, other] = [await makeTicket(company, { connectionId }), await makeTicket(company, { connectionId })]
  const merge = { params: { id: kept.contactId }, body: { contactId: other.contactId } }
  const { id } = accepted(app, await company.admin.call(mergeContacts, merge))
  accepted(app, await company.admin.call(undoMerge, { params: { id } }))
  expect(await storyOf(older, other.id)).toEqual(['delete', 'closed', 'delete', 'pending'])
})
