// Closed tickets that are taken up again: by those who may see them, one of several, and with word to those who lose them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTicket, showTicket, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/factories.ts'
import { makeConnectionRow, makeContact, makeTicket } from '#test/make-ticket.ts'

let desk: TestApp
let company: Company
let connectionId: number
let contactId: number
let sales: number
let staff: number
let bruno: Person

beforeAll(async () => {
  desk = await buildTestApp()
})
afterAll(() => desk.close())
beforeEach(async () => {
  company = await makeCompany(desk)
  connectionId = (await makeConnectionRow(company)).id
  contactId = (await makeContact(company)).id
  ;[sales, staff] = [(await makeQueue(company)).id, (await makeQueue(company)).id]
  bruno = await makeUser(company, { queueIds: [sales] })
})

const makeClosed = (queueId: number, userId: number | null = null) =>
  makeTicket(company, { status: 'closed', contactId, connectionId, queueId, userId })
const patch = (who: Person, id: number, body: object) => who.call(updateTicket, { params: { id }, body: body as never })

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
