// Tests of notes on tickets: they are seen by those who see the ticket, and go with their writer's or an admin's word.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createNote,
  deleteNote,
  listNotes,
  noteEvent,
  type TicketNote
} from '@guiche/shared/features/inbox/ticket-notes.ts'
import { deleteTicketRow } from '#features/inbox/tickets/tickets.repo.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'
import { whileOpen } from '#test/while-open.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function written(by: Person, ticketId: number, note: string): Promise<TicketNote> {
  const answer = await by.call(createNote, { body: { note, ticketId } })
  expect(answer.status).toBe(200)
  return answer.body
}
const notesOf = async (by: Person, query: { ticketId?: number; contactId?: number }) =>
  (await by.call(listNotes, { query })).body.map((note) => note.note)

test('a note names its writer and stands above the older ones', async () => {
  const company = await makeCompany(app)
  const ticket = await makeTicket(company)
  await written(company.admin, ticket.id, 'Pediu segunda via')
  const note = await written(company.admin, ticket.id, '  Vai pagar amanhã ')
  expect(note).toMatchObject({
    note: 'Vai pagar amanhã',
    ticketId: ticket.id,
    contactId: ticket.contactId,
    user: { id: company.admin.id, name: company.admin.name }
  })
  expect(await notesOf(company.admin, { ticketId: ticket.id })).toEqual(['Vai pagar amanhã', 'Pediu segunda via'])
  const both = await notesOf(company.admin, { ticketId: ticket.id, contactId: ticket.contactId })
  expect(both).toHaveLength(2)
})

test('a note belongs to the contact of its ticket, whatever the call says', async () => {
  const company = await makeCompany(app)
  const [ticket, other] = [await makeTicket(company), await makeTicket(company)]
  const body = { note: 'Cliente antigo', ticketId: ticket.id, contactId: other.contactId }
  expect((await company.admin.call(createNote, { body })).body.contactId).toBe(ticket.contactId)
})

test('notes of a contact are those of the tickets that the caller may see', async () => {
  const company = await makeCompany(app)
  const [queue, hidden] = [await makeQueue(company), await makeQueue(company)]
  const user = await makeUser(company, { queueIds: [queue.id] })
  const free = await makeUser(company, { allTicket: 'enabled' })
  const first = await makeTicket(company, { queueId: queue.id, status: 'closed' })
  const { contactId } = first
  const inHidden = await makeTicket(company, { contactId, queueId: hidden.id, status: 'closed' })
  const ofUser = await makeTicket(company, { contactId, queueId: hidden.id, userId: user.id, status: 'closed' })
  const queueless = await makeTicket(company, { contactId, status: 'closed' })
  await written(company.admin, first.id, 'na fila')
  await written(company.admin, inHidden.id, 'em outra fila')
  await written(company.admin, ofUser.id, 'do usuário')
  await written(company.admin, queueless.id, 'sem fila')
  expect(await notesOf(user, { contactId })).toEqual(['do usuário', 'na fila'])
  expect(await notesOf(free, { contactId })).toEqual(['sem fila'])
  expect(await notesOf(await makeUser(company), { contactId })).toEqual([])
  expect(await notesOf(company.admin, { contactId })).toHaveLength(4)
  expect(await notesOf((await makeCompany(app)).admin, { contactId })).toEqual([])
})

test('notes of nothing are refused', async () => {
  const company = await makeCompany(app)
  expect(await company.admin.call(listNotes)).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
})

test('a ticket out of sight has no notes to read, write or delete', async () => {
  const company = await makeCompany(app)
  const ticket = await makeTicket(company, { queueId: (await makeQueue(company)).id })
  const note = await written(company.admin, ticket.id, 'Só para a fila')
  for (const outsider of [await makeUser(company), (await makeCompany(app)).admin]) {
    const list = await outsider.call(listNotes, { query: { ticketId: ticket.id } })
    expect(list).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' })
    const writing = await outsider.call(createNote, { body: { note: 'Oi', ticketId: ticket.id } })
    expect(writing).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' })
    const deleting = await outsider.call(deleteNote, { params: { id: note.id } })
    expect(deleting).toMatchObject({ status: 404, error: 'ERR_NO_NOTE_FOUND' })
  }
  expect(await notesOf(company.admin, { ticketId: ticket.id })).toEqual(['Só para a fila'])
})

test('a note is deleted by its writer and by admins, not by colleagues', async () => {
  const company = await makeCompany(app)
  const queue = await makeQueue(company)
  const [writer, colleague] = [
    await makeUser(company, { queueIds: [queue.id] }),
    await makeUser(company, { queueIds: [queue.id] })
  ]
  const ticket = await makeTicket(company, { queueId: queue.id })
  const [first, second] = [await written(writer, ticket.id, 'Primeira'), await written(writer, ticket.id, 'Segunda')]
  const remove = (by: Person, id: number) => by.call(deleteNote, { params: { id } })
  expect(await remove(colleague, first.id)).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' })
  expect((await remove(writer, first.id)).status).toBe(200)
  expect((await remove(company.admin, second.id)).status).toBe(200)
  expect(await remove(company.admin, second.id)).toMatchObject({ status: 404, error: 'ERR_NO_NOTE_FOUND' })
  expect(await notesOf(writer, { ticketId: ticket.id })).toEqual([])
})

test('a note of one character is refused', async () => {
  const company = await makeCompany(app)
  const ticket = await makeTicket(company)
  const answer = await company.admin.call(createNote, { body: { note: ' a ', ticketId: ticket.id } })
  expect(answer).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
})

test('notes appear and go live for those who see the ticket, and for nobody else', async () => {
  const company = await makeCompany(app)
  const queue = await makeQueue(company)
  const [user, outsider] = [await makeUser(company, { queueIds: [queue.id] }), await makeUser(company)]
  const ticket = await makeTicket(company, { queueId: queue.id })
  const [inside, outside] = [await user.connect(), await outsider.connect()]
  const list = await followList({
    socket: inside,
    event: noteEvent,
    load: async () => (await user.call(listNotes, { query: { ticketId: ticket.id } })).body,
    apply: (items, event) => (event.action === 'delete' ? without(items, event.noteId) : put(items, event.note))
  })
  const first = await written(company.admin, ticket.id, 'Ligar às 15h')
  await written(user, ticket.id, 'Ligou')
  await list.expectEqualsReload()
  expect(list.items()).toHaveLength(2)
  await company.admin.call(deleteNote, { params: { id: first.id } })
  await list.expectEqualsReload()
  expect(list.items()).toHaveLength(1)
  await outside.settle()
  expect(outside.of(noteEvent)).toEqual([])
})

test('a note on a ticket that is deleted in that moment is refused', async () => {
  const company = await makeCompany(app)
  const { id: ticketId } = await makeTicket(company)
  const [, answer] = await whileOpen(
    app,
    (tx) => deleteTicketRow(tx.db, company.id, ticketId),
    () => company.admin.call(createNote, { body: { note: 'Pediu segunda via', ticketId } })
  )
  expect(answer.error).toBe('ERR_NO_TICKET_FOUND')
})
