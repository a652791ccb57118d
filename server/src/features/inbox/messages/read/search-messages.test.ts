// Tests of the search inside a ticket: accents and capitals, signs of patterns, order, and who may search.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTicketHits, searchMessages } from '@guiche/shared/features/inbox/message-search.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeUser, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const minute = 60_000

/** A ticket with these messages, a minute apart, oldest first. */
async function talk(company: Company, bodies: string[]) {
  const connection = await makeConnectionRow(company)
  const ticket = await makeTicket(company, { connectionId: connection.id })
  const place = { companyId: company.id, ticketId: ticket.id, contactId: ticket.contactId, connectionId: connection.id }
  const rows = bodies.map((body, index) => ({
    ...place,
    ...{ id: crypto.randomUUID(), waId: `wa-${ticket.id}-${index}`, body, fromMe: index % 2 === 1 },
    ...{ delivery: 'received' as const, createdAt: new Date(Date.UTC(2026, 0, 1) + index * minute) }
  }))
  await app.ctx.db.insert(messages).values(rows)
  return ticket
}

const bodiesFound = async ({ admin }: Company, ticketId: number, searchParam: string) =>
  (await admin.call(searchMessages, { params: { ticketId }, query: { searchParam } })).body.hits.map(({ body }) => body)

test('finds a text whatever its capitals and accents, newest first, in this ticket alone', async () => {
  const company = await makeCompany(app)
  await talk(company, ['Amanhã em outro atendimento'])
  const ticket = await talk(company, ['Até amanhã', 'Nada', 'AMANHA cedo?', ' '])
  expect(await bodiesFound(company, ticket.id, 'amanhã')).toEqual(['AMANHA cedo?', 'Até amanhã'])
  expect(await bodiesFound(company, ticket.id, '   ')).toEqual([])
})

test('says which colleague wrote it, and nobody where a program or the phone did', async () => {
  const company = await makeCompany(app)
  const bruno = await makeUser(company, { name: 'Bruno Reis' })
  const ticket = await talk(company, [
    'Chegou o boleto?',
    'Segue o boleto',
    'Obrigado pelo boleto',
    'O boleto vence hoje'
  ])
  await app.ctx.db
    .update(messages)
    .set({ userId: bruno.id })
    .where(and(eq(messages.ticketId, ticket.id), eq(messages.body, 'Segue o boleto')))
  const { hits } = (
    await company.admin.call(searchMessages, { params: { ticketId: ticket.id }, query: { searchParam: 'boleto' } })
  ).body
  expect(hits.map(({ user }) => user)).toEqual([null, null, { id: bruno.id, name: 'Bruno Reis' }, null])
  const found = await company.admin.call(findTicketHits, { query: { searchParam: 'segue', ticketIds: [ticket.id] } })
  expect(found.body.hits[0]?.message.user).toEqual({ id: bruno.id, name: 'Bruno Reis' })
})

test('takes signs of patterns for what they are', async () => {
  const company = await makeCompany(app)
  const ticket = await talk(company, ['50% de desconto', '500 reais', 'a_b', 'aXb'])
  expect(await bodiesFound(company, ticket.id, '50%')).toEqual(['50% de desconto'])
  expect(await bodiesFound(company, ticket.id, 'a_b')).toEqual(['a_b'])
})

test('shows the newest fifty, and says that there are more', async () => {
  const company = await makeCompany(app)
  const ticket = await talk(
    company,
    Array.from({ length: 60 }, (_, index) => `pedido ${index}`)
  )
  const { hits, hasMore } = (
    await company.admin.call(searchMessages, { params: { ticketId: ticket.id }, query: { searchParam: 'pedido' } })
  ).body
  expect([hits.length, hits[0]?.body, hits.at(-1)?.body, hasMore]).toEqual([50, 'pedido 59', 'pedido 10', true])
})

test('is only for those who may see the ticket', async () => {
  const company = await makeCompany(app)
  const ticket = await talk(company, ['segredo'])
  const stranger = await makeUser(company)
  const input = { params: { ticketId: ticket.id }, query: { searchParam: 'segredo' } }
  expect((await stranger.call(searchMessages, input)).error).toBe('ERR_NO_TICKET_FOUND')
})

async function hitsOf({ call }: Pick<Company['admin'], 'call'>, ticketIds: number[], searchParam: string) {
  const { hits } = (await call(findTicketHits, { query: { ticketIds, searchParam } })).body
  return Object.fromEntries(hits.map(({ ticketId, message }) => [ticketId, message.body]))
}

test('tells of many tickets the newest message that holds the text', async () => {
  const company = await makeCompany(app)
  const [first, second, third] = [
    await talk(company, ['Bolo de maçã', 'Quero outro BOLO', 'Obrigada']),
    await talk(company, ['Nada de bom', ...Array.from({ length: 150 }, (_, index) => `pão ${index}`)]),
    await talk(company, ['Um pão'])
  ]
  const ids = [first.id, second.id, third.id, first.id, 2_000_000_000]
  expect(await hitsOf(company.admin, ids, 'bolo')).toEqual({ [first.id]: 'Quero outro BOLO' })
  expect(await hitsOf(company.admin, ids, 'pão')).toEqual({ [second.id]: 'pão 149', [third.id]: 'Um pão' })
  // Further back than is read message by message, and a text that is no word.
  expect(await hitsOf(company.admin, ids, 'de bo')).toEqual({ [second.id]: 'Nada de bom' })
  expect(await hitsOf(company.admin, ids, '  ')).toEqual({})
  expect(await hitsOf(company.admin, [], 'pão')).toEqual({})
})

test('tells nothing of tickets that are hidden or of another company, nor of deleted messages', async () => {
  const company = await makeCompany(app)
  const ticket = await talk(company, ['segredo'])
  const stranger = await makeUser(company)
  const other = await makeCompany(app)
  expect(await hitsOf(stranger, [ticket.id], 'segredo')).toEqual({})
  expect(await hitsOf(other.admin, [ticket.id], 'segredo')).toEqual({})
  expect(await hitsOf(company.admin, [ticket.id], 'segredo')).toEqual({ [ticket.id]: 'segredo' })
  await app.ctx.db.update(messages).set({ isDeleted: true }).where(eq(messages.ticketId, ticket.id))
  expect(await hitsOf(company.admin, [ticket.id], 'segredo')).toEqual({})
})
