// Tests of tags: names, the tags of a ticket, who may set them, and what others see of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTag, listAllTags, syncTicketTags, tagEvent, type Tag } from '@guiche/shared/features/inbox/tags.ts'
import { showTicket, ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
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

async function made(by: Person, name: string): Promise<Tag> {
  const answer = await by.call(createTag, { body: { name } })
  expect(answer.status).toBe(200)
  return answer.body
}
const sync = (by: Person, ticketId: number, tags: { id: number }[]) =>
  by.call(syncTicketTags, { body: { ticketId, tags } })

describe('the list', () => {
  test('holds the tags of the own company by name, and a search finds part of a name in any case', async () => {
    const company = await makeCompany(app)
    const stranger = await makeCompany(app)
    await made(stranger.admin, 'Urgente')
    for (const name of ['Orçamento', 'Cobrança 100%', 'aguardando']) await made(company.admin, name)
    const named = async (searchParam: string) =>
      (await company.admin.call(listAllTags, { query: { searchParam } })).body.map((tag) => tag.name)
    expect(await named('')).toEqual(['aguardando', 'Cobrança 100%', 'Orçamento'])
    expect(await named('ORÇA')).toEqual(['Orçamento'])
    expect(await named('0%')).toEqual(['Cobrança 100%'])
    expect(await named('_')).toEqual([])
  })

  test('of another company is refused', async () => {
    const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
    const answer = await company.admin.call(listAllTags, { query: { companyId: stranger.id } })
    expect(answer.error).toBe('ERR_NO_PERMISSION')
  })
})

describe('a new tag', () => {
  test('belongs to who made it and gets a colour when none is given', async () => {
    const company = await makeCompany(app)
    const user = await makeUser(company)
    const { body: tag } = await user.call(createTag, { body: { name: '  Retorno  ', userId: company.admin.id } })
    expect(tag).toMatchObject({ name: 'Retorno', userId: user.id, companyId: company.id, kanban: 0 })
    expect(tag.color).toMatch(/^#/)
  })

  test('with a name that is taken is refused in any case of letters, also for two at once', async () => {
    const company = await makeCompany(app)
    await made(company.admin, 'Garantia')
    const again = await company.admin.call(createTag, { body: { name: 'GARANTIA' } })
    expect(again).toMatchObject({ status: 400, error: 'ERR_TAG_NAME_ALREADY_EXISTS' })
    expect(again.refusal?.fields).toEqual({ name: 'ERR_TAG_NAME_ALREADY_EXISTS' })
    const both = await Promise.all([1, 2].map(() => company.admin.call(createTag, { body: { name: 'Troca' } })))
    expect(new Set(both.map((answer) => answer.error))).toEqual(new Set(['ERR_TAG_NAME_ALREADY_EXISTS', undefined]))
    const other = await makeCompany(app)
    expect((await other.admin.call(createTag, { body: { name: 'Garantia' } })).status).toBe(200)
  })

  test('shorter than three characters is refused', async () => {
    const company = await makeCompany(app)
    const answer = await company.admin.call(createTag, { body: { name: ' ab ' } })
    expect(answer).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
    expect(answer.refusal?.fields).toEqual({ name: 'Mensagem muito curta' })
  })

  test('shows on every console of the company and on no other', async () => {
    const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
    const user = await makeUser(company)
    const [near, far] = [await user.connect(), await stranger.admin.connect()]
    const list = await followList({
      socket: near,
      event: tagEvent,
      load: async () => (await user.call(listAllTags)).body,
      apply: (items, event) => (event.action === 'delete' ? without(items, event.tagId) : put(items, event.tag))
    })
    const tag = await made(company.admin, 'Entrega')
    await list.expectEqualsReload()
    expect(list.items()).toEqual([tag])
    await far.settle()
    expect(far.heard.filter(({ name }) => name.endsWith('-tag'))).toEqual([])
  })
})

describe('the tags of a ticket', () => {
  test('become exactly those of the call, and everybody who sees the ticket hears it', async () => {
    const company = await makeCompany(app)
    const queue = await makeQueue(company)
    const [user, outsider] = [await makeUser(company, { queueIds: [queue.id] }), await makeUser(company)]
    const ticket = await makeTicket(company, { queueId: queue.id })
    const [a, b, c] = [await made(user, 'Primeira'), await made(user, 'Segunda'), await made(user, 'Terceira')]
    const [inside, outside] = [await user.connect(), await outsider.connect()]
    await sync(user, ticket.id, [a, b])
    const { status, body } = await sync(user, ticket.id, [c, b, b])
    expect(status).toBe(200)
    expect(body).toEqual({ ticketId: ticket.id, tags: [b, c].map(({ id, name, color }) => ({ id, name, color })) })
    const shown = (await user.call(showTicket, { params: { id: ticket.id } })).body
    expect(new Set(shown.tags.map((tag) => tag.id))).toEqual(new Set([b.id, c.id]))
    await Promise.all([inside.settle(), outside.settle()])
    expect(inside.of(ticketEvent).at(-1)).toMatchObject({ action: 'update', ticket: { tags: shown.tags } })
    expect(outside.of(ticketEvent)).toEqual([])
    expect((await sync(user, ticket.id, [])).body.tags).toEqual([])
    expect((await user.call(showTicket, { params: { id: ticket.id } })).body.tags).toEqual([])
  })

  test('set twice at once are those of one of the two calls', async () => {
    const company = await makeCompany(app)
    const ticket = await makeTicket(company)
    const tags = await Promise.all(['Uma coisa', 'Outra coisa'].map((name) => made(company.admin, name)))
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(tags.map((tag) => sync(company.admin, ticket.id, [tag])))
      expect(answers.map((answer) => answer.status)).toEqual([200, 200])
      const { body } = await company.admin.call(showTicket, { params: { id: ticket.id } })
      expect(body.tags).toHaveLength(1)
    }
  })

  test('may be set by those alone who see the ticket', async () => {
    const company = await makeCompany(app)
    const ticket = await makeTicket(company, { queueId: (await makeQueue(company)).id })
    const user = await makeUser(company)
    const stranger = await makeCompany(app)
    expect(await sync(user, ticket.id, [])).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' })
    expect(await sync(stranger.admin, ticket.id, [])).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' })
  })

  test('are tags of the own company, all of them or none', async () => {
    const [company, stranger] = [await makeCompany(app), await makeCompany(app)]
    const ticket = await makeTicket(company)
    const [own, foreign] = [await made(company.admin, 'Nossa'), await made(stranger.admin, 'Deles')]
    expect(await sync(company.admin, ticket.id, [own, foreign])).toMatchObject({
      status: 404,
      error: 'ERR_NO_TAG_FOUND'
    })
    expect((await company.admin.call(showTicket, { params: { id: ticket.id } })).body.tags).toEqual([])
  })
})

test('tags for a ticket that is deleted in that moment are refused', async () => {
  const company = await makeCompany(app)
  const tag = await made(company.admin, 'Urgente')
  const { id } = await makeTicket(company)
  const [, answer] = await whileOpen(
    app,
    (tx) => deleteTicketRow(tx.db, company.id, id),
    () => sync(company.admin, id, [tag])
  )
  expect(answer.error).toBe('ERR_NO_TICKET_FOUND')
})
