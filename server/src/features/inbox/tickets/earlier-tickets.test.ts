// Tests of the tickets that a contact had before: those alone that the caller may see.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEarlierTickets, showLaterTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Person } from '#test/fixtures/factories.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())

const earlier = async (by: Person, id: number) =>
  accepted(app, await by.call(listEarlierTickets, { params: { id } })).map((ticket) => ticket.id)

const laterOf = async (by: Person, id: number) =>
  accepted(app, await by.call(showLaterTicket, { params: { id } }))?.id ?? null

test('a ticket answers with those of its contact that began before it and that the caller may see', async () => {
  const company = await makeCompany(app)
  const [queue, hidden] = [await makeQueue(company), await makeQueue(company)]
  const user = await makeUser(company, { queueIds: [queue.id] })
  const first = await makeTicket(company, { queueId: queue.id, status: 'closed' })
  const { contactId } = first
  const inHidden = await makeTicket(company, { contactId, queueId: hidden.id, status: 'closed' })
  const own = await makeTicket(company, { contactId, queueId: hidden.id, userId: user.id, status: 'closed' })
  await makeTicket(company, { queueId: queue.id })
  const last = await makeTicket(company, { contactId, queueId: queue.id })
  expect(await earlier(company.admin, last.id)).toEqual([own.id, inHidden.id, first.id])
  expect(await earlier(user, last.id)).toEqual([own.id, first.id])
  expect(await earlier(user, own.id)).toEqual([first.id])
  expect(await earlier(user, first.id)).toEqual([])
  expect(await laterOf(company.admin, first.id)).toBe(inHidden.id)
  expect(await laterOf(user, first.id)).toBe(own.id)
  expect(await laterOf(user, own.id)).toBe(last.id)
  expect(await laterOf(user, last.id)).toBeNull()
  for (const outsider of [await makeUser(company), (await makeCompany(app)).admin]) {
    const answer = await outsider.call(listEarlierTickets, { params: { id: last.id } })
    expect(answer).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' })
    const later = await outsider.call(showLaterTicket, { params: { id: first.id } })
    expect(later).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' })
  }
})
