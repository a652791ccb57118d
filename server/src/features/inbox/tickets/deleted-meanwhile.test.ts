// What a ticket names and what is deleted in the same moment: whoever comes second hears a reason, and nothing is in the way.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteConnection } from '@guiche/shared/features/inbox/connections.ts'
import { deleteContact as deleteContactCall } from '@guiche/shared/features/inbox/contacts.ts'
import { createTicket, showTicket, ticketEvent, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { deleteUser } from '@guiche/shared/features/org/users.ts'
import { deleteConnectionRow } from '#features/inbox/connections/connections.repo.ts'
import { deleteContact } from '#features/inbox/contacts/identity/erase-contact.ts'
import * as queues from '#features/org/queues/queues.service.ts'
import * as users from '#features/org/users/delete-user.ts'
import type { Actor } from '#platform/actor.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeContact, makeTicket } from '#test/fixtures/make-ticket.ts'
import { whileOpen } from '#test/while-open.ts'
import { insertTicket, updateTicketRow } from './tickets.repo.ts'

let app: TestApp
let company: Company
let connectionId: number
let contactId: number
let admin: Actor

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
  connectionId = (await makeConnectionRow(company)).id
  contactId = (await makeContact(company)).id
  admin = await app.app.directory.byAccessToken(company.admin.token)
})

const open = (queueId: number | null = null) =>
  company.admin.call(createTicket, { body: { contactId, whatsappId: connectionId, queueId } })

describe('who names something that is deleted in that moment hears that it is gone:', () => {
  test('a queue', async () => {
    const { id } = await makeQueue(company)
    const [, { error }] = await whileOpen(
      app,
      (tx) => queues.deleteQueue(tx, admin, id),
      () => open(id)
    )
    expect(error).toBe('ERR_NO_QUEUE_FOUND')
  })

  test('a person', async () => {
    const { id: userId } = await makeUser(company)
    const { id } = await makeTicket(company, { status: 'open', userId: company.admin.id, connectionId })
    const [, { error }] = await whileOpen(
      app,
      (tx) => users.deleteUser(tx, admin, userId),
      () => company.admin.call(updateTicket, { params: { id }, body: { userId } })
    )
    expect(error).toBe('ERR_NO_USER_FOUND')
  })

  test('a contact', async () => {
    const [, { error }] = await whileOpen(
      app,
      (tx) => deleteContact(tx, admin, contactId),
      () => open()
    )
    expect(error).toBe('ERR_NO_CONTACT_FOUND')
  })

  test('a connection', async () => {
    const [, { error }] = await whileOpen(
      app,
      (tx) => deleteConnectionRow(tx.db, company.id, connectionId),
      () => open()
    )
    expect(error).toBe('ERR_NO_WAPP_FOUND')
  })
})

describe('what a ticket is given to in that moment can be deleted, and lets go of the ticket:', () => {
  test('a person', async () => {
    const bruno = await makeUser(company)
    const { id } = await makeTicket(company, { connectionId })
    const [, { status }] = await whileOpen(
      app,
      (tx) => updateTicketRow(tx.db, company.id, id, { status: 'open', userId: bruno.id }),
      () => company.admin.call(deleteUser, { params: { id: bruno.id } })
    )
    expect(status).toBe(200)
    const { body } = await company.admin.call(showTicket, { params: { id } })
    expect(body).toMatchObject({ status: 'pending', userId: null })
  })

  test('a connection', async () => {
    const [id, { status }] = await whileOpen(
      app,
      (tx) => insertTicket(tx.db, { companyId: company.id, contactId, connectionId }),
      () => company.admin.call(deleteConnection, { params: { id: connectionId } })
    )
    expect(status).toBe(200)
    const { body } = await company.admin.call(showTicket, { params: { id: id ?? 0 } })
    expect(body).toMatchObject({ status: 'closed', whatsappId: null })
  })

  test('a contact, and everybody hears that the ticket went with it', async () => {
    const socket = await company.admin.connect()
    const [id, { status }] = await whileOpen(
      app,
      (tx) => insertTicket(tx.db, { companyId: company.id, contactId, connectionId }),
      () => company.admin.call(deleteContactCall, { params: { id: contactId } })
    )
    expect(status).toBe(200)
    await socket.settle()
    expect(socket.of(ticketEvent)).toMatchObject([{ action: 'delete', ticketId: id }])
  })
})
