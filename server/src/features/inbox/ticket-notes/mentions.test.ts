// Tests of mentions: who may be named, who hears of it and nobody else, and that they go with their note.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createNote,
  deleteNote,
  listMentionable,
  listMentions,
  listNotes,
  mentionEvent,
  readMentions
} from '@guiche/shared/features/inbox/ticket-notes.ts'
import { showTicket, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { deleteUser } from '@guiche/shared/features/org/users.ts'
import { noteMentions } from '#database/tables/inbox/ticket-notes.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function makeTeam() {
  const company = await makeCompany(app)
  const queue = await makeQueue(company)
  const [bruno, carla] = [
    await makeUser(company, { queueIds: [queue.id] }),
    await makeUser(company, { queueIds: [queue.id] })
  ]
  const outsider = await makeUser(company)
  return { company, queue, bruno, carla, outsider, ticket: await makeTicket(company, { queueId: queue.id }) }
}

async function mentioning(by: Person, ticketId: number, people: Person[], note = 'Pode ver isto?') {
  return accepted(app, await by.call(createNote, { body: { note, ticketId, mentions: people.map(({ id }) => id) } }))
}
const mentionsOf = async (person: Person) => (await person.call(listMentions)).body

test('those who may see the ticket may be mentioned, and nobody else', async () => {
  const { company, bruno, carla, outsider, ticket } = await makeTeam()
  const people = accepted(app, await bruno.call(listMentionable, { query: { ticketId: ticket.id } }))
  expect(people.map(({ id }) => id).toSorted()).toEqual([company.admin.id, bruno.id, carla.id].toSorted())
  const stranger = (await makeCompany(app)).admin
  for (const wrong of [outsider, stranger]) {
    const body = { note: 'Pode ver isto?', ticketId: ticket.id, mentions: [wrong.id] }
    const refused = await bruno.call(createNote, { body })
    expect(refused).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
  }
  expect((await bruno.call(listNotes, { query: { ticketId: ticket.id } })).body).toEqual([])
  const hidden = await outsider.call(listMentionable, { query: { ticketId: ticket.id } })
  expect(hidden).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' })
})

test('a ticket without a queue may be seen by those who see all tickets', async () => {
  const company = await makeCompany(app)
  const all = await makeUser(company, { allTicket: 'enabled' })
  await makeUser(company)
  const ticket = await makeTicket(company)
  const people = accepted(app, await all.call(listMentionable, { query: { ticketId: ticket.id } }))
  expect(people.map(({ id }) => id).toSorted()).toEqual([company.admin.id, all.id].toSorted())
})

test('who is mentioned hears of it and has it in the list until it is read; the writer never mentions themself', async () => {
  const { bruno, carla, company, ticket } = await makeTeam()
  const [ofCarla, ofAdmin] = [await carla.connect(), await company.admin.connect()]
  const list = await followList({
    socket: ofCarla,
    event: mentionEvent,
    load: () => mentionsOf(carla),
    apply: (items, event) => {
      if (event.action === 'delete') return without(items, event.noteId)
      if (event.action === 'create') return put(items, event.mention)
      return items.map((one) => (event.noteIds.includes(one.id) ? { ...one, readAt: event.readAt } : one))
    }
  })
  const note = await mentioning(bruno, ticket.id, [carla, bruno])
  expect(note.mentions).toEqual([{ id: carla.id, name: carla.name }])
  await list.expectEqualsReload()
  expect(list.items()).toMatchObject([{ id: note.id, readAt: null, note: { note: 'Pode ver isto?' } }])
  expect(list.items()[0]?.ticket.contact.id).toBe(ticket.contactId)

  const other = await makeTicket(company, { queueId: ticket.queueId })
  expect((await carla.call(readMentions, { body: { ticketId: other.id } })).body.ids).toEqual([])
  expect((await carla.call(readMentions, { body: { ticketId: ticket.id } })).body.ids).toEqual([note.id])
  await list.expectEqualsReload()
  expect(list.items()[0]?.readAt).not.toBeNull()
  const second = await mentioning(bruno, other.id, [carla])
  expect((await carla.call(readMentions, { body: {} })).body.ids).toEqual([second.id])
  await bruno.call(deleteNote, { params: { id: note.id } })
  await list.expectEqualsReload()
  expect(list.items()).toHaveLength(1)
  await ofAdmin.settle()
  expect(ofAdmin.of(mentionEvent)).toEqual([])
})

test('a mention on a ticket that goes out of sight is not listed', async () => {
  const { company, bruno, carla, ticket } = await makeTeam()
  await mentioning(bruno, ticket.id, [carla])
  const elsewhere = await makeQueue(company)
  const moved = await company.admin.call(updateTicket, { params: { id: ticket.id }, body: { queueId: elsewhere.id } })
  expect(moved.status).toBe(200)
  expect(await mentionsOf(carla)).toEqual([])
})

test('a ticket tells how many notes it has', async () => {
  const { bruno, carla, ticket } = await makeTeam()
  const countOf = async () => (await carla.call(showTicket, { params: { id: ticket.id } })).body.noteCount
  expect(await countOf()).toBe(0)
  const note = await mentioning(bruno, ticket.id, [carla])
  expect(await countOf()).toBe(1)
  await bruno.call(deleteNote, { params: { id: note.id } })
  expect(await countOf()).toBe(0)
})

const rowsOf = async (company: Company) =>
  (await app.ctx.db.select().from(noteMentions)).filter((row) => row.companyId === company.id)

test('mentions go with the person and with the note', async () => {
  const { company, bruno, carla, ticket } = await makeTeam()
  const note = await mentioning(bruno, ticket.id, [carla, company.admin])
  expect(await rowsOf(company)).toHaveLength(2)
  expect((await company.admin.call(deleteUser, { params: { id: carla.id } })).status).toBe(200)
  expect(await rowsOf(company)).toHaveLength(1)
  await company.admin.call(deleteNote, { params: { id: note.id } })
  expect(await rowsOf(company)).toEqual([])
})
