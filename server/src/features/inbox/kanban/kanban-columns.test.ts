// Tests of the columns of the board: adding, renaming, ordering and deleting them, and what others see of it.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  byRank,
  createKanbanColumn,
  deleteKanbanColumn,
  kanbanEvent,
  listKanbanColumns,
  moveTicket,
  reorderKanbanColumns,
  updateKanbanColumn
} from '@guiche/shared/features/inbox/kanban.ts'
import { showTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { kanbanColumns } from '#database/tables/inbox/kanban.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const add = async (by: Person, title: string) => (await by.call(createKanbanColumn, { body: { title } })).body
async function addAll({ admin }: Company, ...titles: string[]) {
  const ids: number[] = []
  for (const title of titles) ids.push((await add(admin, title)).id)
  return ids as [number, number, number, number]
}
const columns = async (by: Person) => (await by.call(listKanbanColumns)).body
const titles = async (by: Person) => (await columns(by)).map(({ title }) => title)
function reorder(by: Person, ...moves: [id: number, place: number][]) {
  return by.call(reorderKanbanColumns, {
    body: { updatedColumns: moves.map(([id, newOrderIndex]) => ({ id, newOrderIndex })) }
  })
}
const remove = (by: Person, id: number) => by.call(deleteKanbanColumn, { params: { id } })

test('a new column comes last, and a title must not be empty', async () => {
  const company = await makeCompany(app)
  await addAll(company, 'Proposta', '  Negociação ')
  expect(await titles(company.admin)).toEqual(['Proposta', 'Negociação'])
  const refused = await company.admin.call(createKanbanColumn, { body: { title: '   ' } })
  expect(refused).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
  expect(refused.refusal?.fields).toEqual({ title: 'O título da coluna não pode estar vazio.' })
})

test('a column moves to the place it is given, and others keep their order', async () => {
  const company = await makeCompany(app)
  const [a, b, c] = await addAll(company, 'A', 'B', 'C', 'D')
  const answer = await reorder(company.admin, [c, 0])
  expect(answer.body.map(({ title }) => title)).toEqual(['C', 'A', 'B', 'D'])
  await reorder(company.admin, [a, 9])
  expect(await titles(company.admin)).toEqual(['C', 'B', 'D', 'A'])
  await reorder(company.admin, [b, 2])
  expect(await titles(company.admin)).toEqual(['C', 'D', 'B', 'A'])
})

test('a list of all columns orders them as it says, counted from 0 or from 1', async () => {
  const company = await makeCompany(app)
  const [a, b, c, d] = await addAll(company, 'A', 'B', 'C', 'D')
  await reorder(company.admin, [a, 3], [b, 1], [c, 0], [d, 2])
  expect(await titles(company.admin)).toEqual(['C', 'B', 'D', 'A'])
  await reorder(company.admin, [a, 1], [b, 2], [c, 3], [d, 4])
  expect(await titles(company.admin)).toEqual(['A', 'B', 'C', 'D'])
})

test('two people who move two columns at once both win', async () => {
  const company = await makeCompany(app)
  const user = await makeUser(company)
  const [a, , , d] = await addAll(company, 'A', 'B', 'C', 'D')
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all([reorder(company.admin, [a, 3]), reorder(user, [d, 0])])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await titles(user)).toEqual(['D', 'B', 'C', 'A'])
    await reorder(user, [a, 0], [d, 3])
    expect(await titles(user)).toEqual(['A', 'B', 'C', 'D'])
  }
})

test('columns are found a place also where their ranks do not divide any further', async () => {
  const company = await makeCompany(app)
  const [, , c] = await addAll(company, 'A', 'B', 'C')
  await app.ctx.db.update(kanbanColumns).set({ orderIndex: 5 }).where(eq(kanbanColumns.companyId, company.id))
  await reorder(company.admin, [c, 1])
  expect(await titles(company.admin)).toEqual(['A', 'C', 'B'])
})

test('changes of columns show on every console of the company and on no other', async () => {
  const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
  const user = await makeUser(company)
  const [socket, far] = [await user.connect(), await stranger.admin.connect()]
  const list = await followList({
    socket,
    event: kanbanEvent,
    load: async () =>
      (await columns(user)).map(({ id, title, orderIndex, companyId }) => ({ id, title, orderIndex, companyId })),
    apply: (items, event) => (event.action === 'delete' ? without(items, event.columnId) : put(items, event.column))
  })
  const [a, b, c] = await addAll(company, 'A', 'B', 'C')
  await list.expectEqualsReload()
  await company.admin.call(updateKanbanColumn, { params: { id: a }, body: { title: 'Alfa' } })
  await reorder(company.admin, [c, 0])
  await remove(company.admin, b)
  await list.expectEqualsReload()
  expect(
    list
      .items()
      .toSorted(byRank)
      .map(({ title }) => title)
  ).toEqual(['C', 'Alfa'])
  await far.settle()
  expect(far.of(kanbanEvent)).toEqual([])
})

test('a column is deleted only when no ticket in service is on it, seen by the caller or not', async () => {
  const company = await makeCompany(app)
  const user = await makeUser(company)
  const [column] = await addAll(company, 'Proposta')
  const ticket = await makeTicket(company, { queueId: (await makeQueue(company)).id })
  const moved = { params: { ticketId: ticket.id }, body: { targetColumn: column, targetIndex: 0 } }
  await company.admin.call(moveTicket, moved)
  expect((await columns(user))[0]?.cards).toEqual([])
  expect(await remove(user, column)).toMatchObject({ status: 409, error: 'ERR_KANBAN_COLUMN_NOT_EMPTY' })
  await app.ctx.db.update(tickets).set({ status: 'closed' }).where(eq(tickets.id, ticket.id))
  expect((await remove(user, column)).status).toBe(200)
  const shown = (await company.admin.call(showTicket, { params: { id: ticket.id } })).body
  expect(shown).toMatchObject({ status: 'closed', kanbanColumnId: null, orderIndex: ticket.id })
  expect(await remove(user, column)).toMatchObject({ status: 404, error: 'ERR_NO_KANBAN_COLUMN_FOUND' })
})

test('a card that comes onto a column while it is being deleted keeps it, or finds it gone', async () => {
  const company = await makeCompany(app)
  for (let round = 0; round < 5; round++) {
    const [column] = await addAll(company, `Etapa ${round}`)
    const { id: ticketId } = await makeTicket(company)
    const [moved, deleted] = await Promise.all([
      company.admin.call(moveTicket, { params: { ticketId }, body: { targetColumn: column, targetIndex: 0 } }),
      remove(company.admin, column)
    ])
    const outcome = [moved.error ?? 'moved', deleted.error ?? 'deleted']
    expect([
      ['moved', 'ERR_KANBAN_COLUMN_NOT_EMPTY'],
      ['ERR_NO_KANBAN_COLUMN_FOUND', 'deleted']
    ]).toContainEqual(outcome)
  }
})

test('columns of another company can neither be renamed, moved nor deleted', async () => {
  const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
  const [column] = await addAll(company, 'Proposta')
  const answers = [
    await stranger.admin.call(updateKanbanColumn, { params: { id: column }, body: { title: 'Deles' } }),
    await reorder(stranger.admin, [column, 0]),
    await remove(stranger.admin, column)
  ]
  expect(new Set(answers.map(({ error }) => error))).toEqual(new Set(['ERR_NO_KANBAN_COLUMN_FOUND']))
  expect(await titles(company.admin)).toEqual(['Proposta'])
})
