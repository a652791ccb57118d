// Tests of the tags screen's calls: pages with counts, editing and deleting, and what others see of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTag,
  deleteTag,
  listTags,
  showTag,
  syncTicketTags,
  tagEvent,
  tagUsesEvent,
  updateTag
} from '@guiche/shared/features/inbox/tags.ts'
import { deleteTicket, showTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const made = async (by: Person, name: string) => (await by.call(createTag, { body: { name } })).body

test('the list comes in pages by name with the tickets that carry each tag', async () => {
  const company = await makeCompany(app)
  for (let n = 10; n < 33; n++) await made(company.admin, `Etapa ${n}`)
  const [first] = (await company.admin.call(listTags)).body.tags
  const tickets = [await makeTicket(company), await makeTicket(company)]
  for (const { id } of tickets) {
    await company.admin.call(syncTicketTags, { body: { ticketId: id, tags: [{ id: first?.id ?? 0 }] } })
  }
  const page = async (pageNumber: number, searchParam = '') =>
    (await company.admin.call(listTags, { query: { pageNumber, searchParam } })).body
  const [one, two] = [await page(1), await page(2)]
  expect([one.tags.length, one.count, one.hasMore]).toEqual([20, 23, true])
  expect([two.tags.length, two.count, two.hasMore]).toEqual([3, 23, false])
  expect(one.tags[0]).toMatchObject({ name: 'Etapa 10', ticketsCount: 2 })
  expect(one.tags[1]).toMatchObject({ name: 'Etapa 11', ticketsCount: 0 })
  expect((await page(1, 'etapa 3')).tags.map(({ name }) => name)).toEqual(['Etapa 30', 'Etapa 31', 'Etapa 32'])
  const shown = await company.admin.call(showTag, { params: { id: first?.id ?? 0 } })
  expect(shown.body).toEqual(one.tags[0])
})

test('an edited tag keeps its maker and what was left out, and shows on every console', async () => {
  const company = await makeCompany(app)
  const user = await makeUser(company)
  const socket = await user.connect()
  const list = await followList({
    socket,
    event: tagEvent,
    load: async () => (await user.call(listTags)).body.tags,
    apply: (items, event) =>
      event.action === 'delete' ? without(items, event.tagId) : put(items, { ticketsCount: 0, ...event.tag })
  })
  const tag = await made(user, 'Retorno')
  const other = await made(user, 'Garantia')
  const edited = await company.admin.call(updateTag, { params: { id: tag.id }, body: { name: ' Voltar ', kanban: 1 } })
  expect(edited.body).toEqual({ ...tag, name: 'Voltar', kanban: 1, userId: user.id })
  await list.expectEqualsReload()
  expect((await user.call(deleteTag, { params: { id: other.id } })).status).toBe(200)
  await list.expectEqualsReload()
  expect(list.items().map(({ name }) => name)).toEqual(['Voltar'])
})

test('a name that is taken or too short is refused and nothing changes', async () => {
  const company = await makeCompany(app)
  const tag = await made(company.admin, 'Retorno')
  await made(company.admin, 'Garantia')
  const rename = (name: string) => company.admin.call(updateTag, { params: { id: tag.id }, body: { name } })
  expect((await rename('GARANTIA')).refusal?.fields).toEqual({ name: 'ERR_TAG_NAME_ALREADY_EXISTS' })
  expect((await rename('ab')).refusal?.fields).toEqual({ name: 'Mensagem muito curta' })
  expect((await company.admin.call(showTag, { params: { id: tag.id } })).body.name).toBe('Retorno')
})

test('a deleted tag leaves its tickets, and is gone', async () => {
  const company = await makeCompany(app)
  const [tag, kept] = [await made(company.admin, 'Retorno'), await made(company.admin, 'Garantia')]
  const ticket = await makeTicket(company)
  await company.admin.call(syncTicketTags, { body: { ticketId: ticket.id, tags: [tag, kept] } })
  await company.admin.call(deleteTag, { params: { id: tag.id } })
  const shown = (await company.admin.call(showTicket, { params: { id: ticket.id } })).body
  expect(shown.tags.map(({ id }) => id)).toEqual([kept.id])
  const again = await company.admin.call(deleteTag, { params: { id: tag.id } })
  expect(again).toMatchObject({ status: 404, error: 'ERR_NO_TAG_FOUND' })
})

test('tags of another company can neither be read, edited nor deleted', async () => {
  const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
  const { id } = await made(company.admin, 'Retorno')
  const answers = [
    await stranger.admin.call(showTag, { params: { id } }),
    await stranger.admin.call(updateTag, { params: { id }, body: { name: 'Deles' } }),
    await stranger.admin.call(deleteTag, { params: { id } })
  ]
  expect(answers.map(({ error }) => error)).toEqual(['ERR_NO_TAG_FOUND', 'ERR_NO_TAG_FOUND', 'ERR_NO_TAG_FOUND'])
  expect((await company.admin.call(showTag, { params: { id } })).body.name).toBe('Retorno')
})

test('every console hears when tickets gain or lose a tag, and of nothing else', async () => {
  const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
  const { admin } = company
  const [first, second] = [await made(admin, 'Retorno'), await made(admin, 'Garantia')]
  const { id: ticketId } = await makeTicket(company)
  const [socket, other] = [await admin.connect(), await stranger.admin.connect()]
  const sync = (...tags: { id: number }[]) =>
    admin.call(syncTicketTags, { body: { ticketId, tags: tags.map(({ id }) => ({ id })) } })
  await sync(first, second)
  await sync(first, second)
  await sync(second)
  await admin.call(deleteTicket, { params: { id: ticketId } })
  await Promise.all([socket.settle(), other.settle()])
  const sorted = socket.of(tagUsesEvent).map(({ tagIds }) => tagIds.toSorted((a, b) => a - b))
  expect(sorted).toEqual([[first.id, second.id], [first.id], [second.id]])
  expect(other.of(tagUsesEvent)).toEqual([])
})
