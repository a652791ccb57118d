// A search by words follows every way in which messages come, change, move and go.
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteTicket, listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { openTransaction } from '#database/client.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { deleteWords } from './search/delete-words.repo.ts'
import { deleteUnusedWords } from './search/delete-words.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** A ticket with these messages. */
async function talk(company: Company, bodies: string[]) {
  const connection = await makeConnectionRow(company)
  const ticket = await makeTicket(company, { connectionId: connection.id })
  await say(company, ticket, bodies)
  return ticket
}

function say(company: Company, ticket: { id: number; contactId: number }, bodies: string[]) {
  return app.ctx.db.insert(messages).values(
    bodies.map((body) => ({
      ...{ companyId: company.id, ticketId: ticket.id, contactId: ticket.contactId },
      ...{ id: crypto.randomUUID(), body, fromMe: false, delivery: 'received' as const }
    }))
  )
}

function change(company: Company, body: string, changed: { body?: string; ticketId?: number }) {
  return app.ctx.db
    .update(messages)
    .set(changed)
    .where(and(eq(messages.companyId, company.id), eq(messages.body, body)))
}

async function found({ admin }: Company, searchParam: string) {
  const { body } = await admin.call(listTickets, { query: { searchParam, showAll: 'true' } as never })
  return body.tickets.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Words that are noted of a ticket. */
const noted = async (ticketId: number) =>
  (await app.ctx.db.execute(sql`select 1 from ticket_words where ticket_id = ${ticketId}`)).length

test('a text is found under what it says now', async () => {
  const company = await makeCompany(app)
  const ticket = await talk(company, ['o Orçamento chegou', 'obrigada'])
  expect(await found(company, 'orcamen')).toEqual([ticket.id])
  await change(company, 'o Orçamento chegou', { body: 'o boleto chegou' })
  expect(await found(company, 'orcamen')).toEqual([])
  expect(await found(company, 'boleto')).toEqual([ticket.id])
  expect(await found(company, 'chegou')).toEqual([ticket.id])
})

test('a text goes with its message to another ticket', async () => {
  const company = await makeCompany(app)
  const [from, into] = [await talk(company, ['girassol azul', 'tulipa']), await talk(company, ['bom dia'])]
  await change(company, 'girassol azul', { ticketId: into.id })
  for (const term of ['girassol', 'girassol az', 'azul']) expect(await found(company, term)).toEqual([into.id])
  expect(await found(company, 'tulipa')).toEqual([from.id])
})

test('a message that is gone is not found, and a ticket takes its words with it', async () => {
  const company = await makeCompany(app)
  const [ticket, other] = [await talk(company, ['rosa', 'cravo rosado']), await talk(company, ['rosa'])]
  await app.ctx.db.delete(messages).where(and(eq(messages.companyId, company.id), eq(messages.body, 'cravo rosado')))
  expect(await found(company, 'cravo')).toEqual([])
  expect(await found(company, 'rosa')).toEqual([ticket.id, other.id])
  await company.admin.call(deleteTicket, { params: { id: other.id } })
  expect(await found(company, 'rosa')).toEqual([ticket.id])
  expect(await noted(other.id)).toBe(0)
})

test('words that stand in no ticket any more are forgotten, and noted again when somebody writes them', async () => {
  const company = await makeCompany(app)
  const [ticket, other] = [await talk(company, ['rosa']), await talk(company, ['rosa segredo'])]
  const words = async () => {
    const rows = await app.ctx.db.execute(sql`select word from search_words where company_id = ${company.id}`)
    return rows.map(({ word }) => String(word)).toSorted()
  }
  expect(await words()).toEqual(['rosa', 'segredo'])
  await company.admin.call(deleteTicket, { params: { id: other.id } })
  await deleteUnusedWords(app.ctx)
  expect(await words()).toEqual(['rosa'])
  await say(company, ticket, ['outro segredo'])
  await deleteUnusedWords(app.ctx)
  expect(await found(company, 'segredo')).toEqual([ticket.id])
})

test('a word that is being written again is not forgotten, and no other company waits while words are', async () => {
  const [company, other] = [await makeCompany(app), await makeCompany(app)]
  const [ticket, gone, elsewhere] = [
    await talk(company, ['rosa']),
    await talk(company, ['segredo']),
    await talk(other, ['rosa'])
  ]
  await company.admin.call(deleteTicket, { params: { id: gone.id } })
  await openTransaction(app.ctx.db, async (db) => {
    // Finds the word, so it notes the ticket alone; the sweep comes before this is committed, and gives up.
    await db.insert(messages).values({
      ...{ companyId: company.id, ticketId: ticket.id, contactId: ticket.contactId },
      ...{ id: crypto.randomUUID(), body: 'segredo', fromMe: false, delivery: 'received' as const }
    })
    await deleteUnusedWords(app.ctx)
  })
  await deleteUnusedWords(app.ctx)
  expect(await found(company, 'segredo')).toEqual([ticket.id])
  await openTransaction(app.ctx.db, async (db) => {
    await deleteWords(db, { companyId: company.id, numbers: ['1'] })
    await say(other, elsewhere, ['girassol'])
  })
  expect(await found(other, 'girassol')).toEqual([elsewhere.id])
})

test('words of several messages make no phrase', async () => {
  const company = await makeCompany(app)
  const [whole, apart] = [await talk(company, ['um bom dia a todos']), await talk(company, ['tudo bom', 'dia lindo'])]
  expect(await found(company, 'om dia a')).toEqual([whole.id])
  expect(await found(company, 'bom')).toEqual([whole.id, apart.id])
})

test('a word that comes in several tickets at once is found in all of them, and in no other company', async () => {
  const [company, other] = [await makeCompany(app), await makeCompany(app)]
  const tickets = await Promise.all([1, 2, 3, 4].map(() => talk(company, ['oi'])))
  await Promise.all(
    tickets.flatMap((ticket) => [say(company, ticket, ['jacarandá']), say(company, ticket, ['jacarandá'])])
  )
  expect(await found(company, 'jacaranda')).toEqual(tickets.map(({ id }) => id).toSorted((a, b) => a - b))
  expect(await found(other, 'jacaranda')).toEqual([])
})
