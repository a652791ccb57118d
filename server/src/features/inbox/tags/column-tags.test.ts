// Tests of tags as columns, as older clients keep their boards.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addTicketTag,
  clearColumnTags,
  createTag,
  listColumnTags,
  updateTag
} from '@guiche/shared/features/inbox/tags.ts'
import { showTicket, ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { updatePlan } from '@guiche/shared/features/org/plans.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, signInSuper, type Person } from '#test/fixtures/factories.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const made = async (by: Person, name: string, kanban: number) =>
  (await by.call(createTag, { body: { name, kanban } })).body
const tagsOf = async (by: Person, id: number) =>
  (await by.call(showTicket, { params: { id } })).body.tags.map(({ name }) => name)

test('the columns are the tags that were made for the board, of the own company, by name', async () => {
  const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
  await made(stranger.admin, 'Deles', 1)
  const [b, a] = [await made(company.admin, 'Proposta', 1), await made(company.admin, 'Fechado', 1)]
  await made(company.admin, 'Urgente', 0)
  expect((await company.admin.call(listColumnTags)).body).toEqual({ lista: [a, b] })
})

test('a card changes its column by losing the tags of the board and getting one, and everybody hears it', async () => {
  const company = await makeCompany(app)
  const [first, second] = [await made(company.admin, 'Proposta', 1), await made(company.admin, 'Fechado', 1)]
  const plain = await made(company.admin, 'Urgente', 0)
  const { id: ticketId } = await makeTicket(company)
  const socket = await company.admin.connect()
  const add = (tagId: number) => company.admin.call(addTicketTag, { params: { ticketId, tagId } })
  for (const { id } of [plain, first, first]) expect((await add(id)).status).toBe(200)
  expect(await tagsOf(company.admin, ticketId)).toEqual(['Proposta', 'Urgente'])
  expect((await company.admin.call(clearColumnTags, { params: { ticketId } })).status).toBe(200)
  expect((await add(second.id)).body).toEqual({ ticketId, tagId: second.id })
  expect(await tagsOf(company.admin, ticketId)).toEqual(['Fechado', 'Urgente'])
  await socket.settle()
  const heard = socket.of(ticketEvent).at(-1)
  expect(heard?.action === 'update' && heard.ticket.tags.map(({ name }) => name)).toEqual(['Fechado', 'Urgente'])
})

test('only those who see the ticket may, with tags of the own company', async () => {
  const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
  const { id: ticketId } = await makeTicket(company, { queueId: (await makeQueue(company)).id })
  const [own, foreign] = [await made(company.admin, 'Proposta', 1), await made(stranger.admin, 'Deles', 1)]
  const user = await makeUser(company)
  const answers = [
    await user.call(addTicketTag, { params: { ticketId, tagId: own.id } }),
    await user.call(clearColumnTags, { params: { ticketId } }),
    await stranger.admin.call(addTicketTag, { params: { ticketId, tagId: foreign.id } }),
    await company.admin.call(addTicketTag, { params: { ticketId, tagId: foreign.id } })
  ]
  expect(answers.map(({ error }) => error)).toEqual([
    'ERR_NO_TICKET_FOUND',
    'ERR_NO_TICKET_FOUND',
    'ERR_NO_TICKET_FOUND',
    'ERR_NO_TAG_FOUND'
  ])
  expect(await tagsOf(company.admin, ticketId)).toEqual([])
})

test('without the board in the plan no tag becomes a column, and what was one can still be edited', async () => {
  const company = await makeCompany(app)
  const { admin } = company
  const [column, plain] = [await made(admin, 'Proposta', 1), await made(admin, 'Urgente', 0)]
  const { id: ticketId } = await makeTicket(company)
  const boss = await signInSuper(app)
  await boss.call(updatePlan, { params: { id: company.plan.id }, body: { useKanban: false } })
  const answers = [
    await admin.call(createTag, { body: { name: 'Fechado', kanban: 1 } }),
    await admin.call(updateTag, { params: { id: plain.id }, body: { kanban: 1 } }),
    await admin.call(addTicketTag, { params: { ticketId, tagId: column.id } }),
    await admin.call(clearColumnTags, { params: { ticketId } })
  ]
  expect(answers.map(({ status, error }) => [status, error])).toEqual(answers.map(() => [403, 'ERR_PLAN_FEATURE_OFF']))
  const edited = await admin.call(updateTag, { params: { id: column.id }, body: { name: 'Propostas', kanban: 1 } })
  expect(edited.body).toMatchObject({ name: 'Propostas', kanban: 1 })
  expect((await admin.call(createTag, { body: { name: 'Fechado', kanban: 0 } })).status).toBe(200)
})
