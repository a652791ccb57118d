// Tests of drafts: each person's own, of tickets that the person may see, gone with ticket and person.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listTicketDrafts, saveTicketDraft, type DraftKind } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { deleteTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { deleteUser } from '@guiche/shared/features/org/users.ts'
import { ticketDrafts } from '#database/tables/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
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

const save = (by: Person, ticketId: number, text: string, kind: DraftKind = 'message') =>
  by.call(saveTicketDraft, { params: { ticketId }, body: { text, kind } })
const draftsOf = async (by: Person, kind: DraftKind = 'message') =>
  accepted(app, await by.call(listTicketDrafts, { query: { kind } })).map(({ ticketId, text }) => [ticketId, text])

test('what was begun is there with the newest first, changed and forgotten', async () => {
  const [first, second] = [await makeTicket(company), await makeTicket(company)]
  const { admin } = company
  await save(admin, first.id, 'Bom d')
  app.clock.advance(1000)
  await save(admin, second.id, 'Até amanhã')
  expect(await draftsOf(admin)).toEqual([
    [second.id, 'Até amanhã'],
    [first.id, 'Bom d']
  ])
  app.clock.advance(1000)
  await save(admin, first.id, 'Bom dia!')
  expect(await draftsOf(admin)).toEqual([
    [first.id, 'Bom dia!'],
    [second.id, 'Até amanhã']
  ])
  await save(admin, first.id, '')
  expect((await save(admin, first.id, '')).status).toBe(200)
  expect(await draftsOf(admin)).toEqual([[second.id, 'Até amanhã']])
})

test('a begun note stands beside a begun message, and a console of before that knows no notes is told of none', async () => {
  const [{ id }, { admin }] = [await makeTicket(company), company]
  await save(admin, id, 'Bom dia')
  await save(admin, id, 'cliente difícil', 'note')
  expect(await draftsOf(admin, 'note')).toEqual([[id, 'cliente difícil']])
  const before = await app.http.inject({ url: '/ticket-drafts', headers: { authorization: `Bearer ${admin.token}` } })
  expect(before.body).toContain('Bom dia')
  expect(before.body).not.toContain('difícil')
  await save(admin, id, '')
  expect(await draftsOf(admin, 'note')).toEqual([[id, 'cliente difícil']])
  await save(admin, id, '', 'note')
  expect(await draftsOf(admin, 'note')).toEqual([])
})

test('nobody reads what a colleague began, and nobody writes where nothing may be seen', async () => {
  const sales = await makeQueue(company)
  const ticket = await makeTicket(company, { queueId: sales.id })
  const [inside, outside] = [await makeUser(company, { queueIds: [sales.id] }), await makeUser(company)]
  const other = await makeCompany(app)
  await save(company.admin, ticket.id, 'Só meu')
  await save(inside, ticket.id, 'E meu')
  expect(await draftsOf(inside)).toEqual([[ticket.id, 'E meu']])
  for (const stranger of [outside, other.admin]) {
    expect((await save(stranger, ticket.id, 'Oi')).error).toBe('ERR_NO_TICKET_FOUND')
    expect(await draftsOf(stranger)).toEqual([])
  }
  expect(await draftsOf(company.admin)).toEqual([[ticket.id, 'Só meu']])
})

test('a draft goes with its ticket and with its person', async () => {
  const [gone, kept] = [await makeTicket(company), await makeTicket(company)]
  const leaving = await makeUser(company, { profile: 'admin' })
  for (const by of [company.admin, leaving]) for (const { id } of [gone, kept]) await save(by, id, 'Oi')
  accepted(app, await company.admin.call(deleteTicket, { params: { id: gone.id } }))
  expect(await draftsOf(leaving)).toEqual([[kept.id, 'Oi']])
  accepted(app, await company.admin.call(deleteUser, { params: { id: leaving.id } }))
  const rows = await app.ctx.db
    .select({ userId: ticketDrafts.userId, ticketId: ticketDrafts.ticketId })
    .from(ticketDrafts)
  expect(rows).toContainEqual({ userId: company.admin.id, ticketId: kept.id })
  expect(rows.filter(({ userId, ticketId }) => userId === leaving.id || ticketId === gone.id)).toEqual([])
})
