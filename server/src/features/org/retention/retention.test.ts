// What is older than a company keeps goes at night: in steps, of that company alone, and nothing that nobody has read.
import { Readable } from 'node:stream'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchMessages } from '@guiche/shared/features/inbox/message-search.ts'
import { createNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { deleteTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import { isShorter, previewRetention, type RetentionKey } from '@guiche/shared/features/org/retention.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { wallClock } from '@guiche/shared/kernel/zoned-time.ts'
import { chatMessages, chats } from '#database/tables/team/internal-chat.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { ticketNotes } from '#database/tables/inbox/ticket-notes.ts'
import { searchWords } from '#database/tables/inbox/search-words.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { deleteUnusedWords } from '#features/inbox/tickets/search/delete-words.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import type { InboundContent } from '#platform/whatsapp-port.ts'
import { accepted, makeCompany, signIn, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer } from '#test/fixtures/inbound.ts'
import { storedFiles } from '#test/fixtures/upload.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { beginNights } from './carry-out-retention.ts'

let app: TestApp

beforeAll(async () => {
  app = await buildTestApp({ whatsapp: { fetchMedia: async () => Readable.from([Buffer.from('bytes')]) } })
})
afterAll(() => app.close())

const day = 24 * 3_600_000
const ago = (days: number) => new Date(app.clock.now().getTime() - days * day)

const file: InboundContent = {
  kind: 'media',
  body: 'segue o recibo',
  media: {
    ...{ kind: 'application', mime: 'application/pdf', name: 'recibo.pdf', size: 5, duration: null },
    ...{ width: null, height: null, voice: false, waveform: null, thumbnail: null, source: {} }
  }
}

/** A closed conversation of 400 days ago, and one that goes on, with an old file, an old note and an old unread message. */
async function talk(company: Company) {
  const { ref } = await makeConnection(company)
  const [gone, going] = [newCustomer(), newCustomer()]
  const write = (customer: typeof gone, content: string | InboundContent, days: number) =>
    receiveMessages(app.ctx, ref, [inbound(customer, content, { sentAt: ago(days) })])
  await write(gone, 'pergunta de antigamente', 400)
  await write(going, 'palavra antiquíssima', 399)
  await write(going, file, 398)
  await app.drain()
  const { db } = app.ctx
  await db.update(messages).set({ read: true }).where(eq(messages.companyId, company.id))
  await write(going, 'ninguém leu isto', 397)
  await write(going, 'bom dia de ontem', 1)
  await app.drain()
  const rows = await db.select().from(messages).where(eq(messages.companyId, company.id))
  const ticketOf = (body: string) => rows.find((row) => row.body === body)?.ticketId ?? 0
  const [closed, open] = [ticketOf('pergunta de antigamente'), ticketOf('bom dia de ontem')]
  const ofCompany = (id: number) => and(eq(tickets.companyId, company.id), eq(tickets.id, id))
  await db.update(tickets).set({ status: 'closed' }).where(ofCompany(closed))
  const contactId = rows.find(({ ticketId }) => ticketId === open)?.contactId ?? 0
  const note = accepted(
    app,
    await company.admin.call(createNote, { body: { ticketId: open, contactId, note: 'nota velha' } })
  )
  await db
    .update(ticketNotes)
    .set({ createdAt: ago(390) })
    .where(and(eq(ticketNotes.companyId, company.id), eq(ticketNotes.id, note.id)))
  const [chat] = await db
    .insert(chats)
    .values({ companyId: company.id, ownerId: company.admin.id, title: 'Equipe', lastMessage: 'lembra disso?' })
    .returning()
  await db.insert(chatMessages).values({
    ...{ companyId: company.id, chatId: chat?.id ?? 0, senderId: company.admin.id, senderName: 'Ana' },
    ...{ message: 'lembra disso?', createdAt: ago(380) }
  })
  return { closed, open }
}

const bodies = async ({ id }: Company) =>
  (await app.ctx.db.select().from(messages).where(eq(messages.companyId, id))).map(({ body }) => body).sort()

const filesOf = ({ id }: Company) => storedFiles(app).filter((path) => path.startsWith(`c${id}/`))

async function choose(company: Company, key: RetentionKey, value: string) {
  const admin = await signIn(app, company.admin)
  return accepted(app, await admin.call(updateSetting, { params: { key }, body: { value } }))
}

/** Until the clocks of the company show four in the morning, more than three hours from now. */
async function night() {
  do app.clock.advance(3_600_000)
  while (wallClock(app.clock.now(), 'America/Sao_Paulo').hour !== 1)
  app.clock.advance(3 * 3_600_000)
  await beginNights(app.ctx)
  await app.drain()
}

test('conversations go when their months are over, and nothing that nobody has read', async () => {
  const [company, other] = [await makeCompany(app), await makeCompany(app)]
  const { open } = await talk(company)
  await talk(other)
  expect(filesOf(company)).toHaveLength(1)
  const query = { key: 'messageMonths', months: '12' } as const
  const preview = accepted(app, await company.admin.call(previewRetention, { query }))
  expect(preview.counts).toEqual({ tickets: 1, messages: 3, files: 1, notes: 1, chatMessages: 1 })
  expect(preview.size).toBe(5)
  const never = { key: 'messageMonths', months: '0' } as const
  expect(accepted(app, await company.admin.call(previewRetention, { query: never }))).toEqual({
    ...{ before: null, counts: {}, size: 0 }
  })
  await choose(company, 'messageMonths', '12')
  await beginNights(app.ctx)
  await app.drain()
  expect(await bodies(company)).toHaveLength(5)

  await night()
  expect(await bodies(company)).toEqual(['bom dia de ontem', 'ninguém leu isto'])
  expect(await bodies(other)).toHaveLength(5)
  const left = await app.ctx.db.select().from(tickets).where(eq(tickets.companyId, company.id))
  expect(left.map(({ id }) => id)).toEqual([open])
  expect(filesOf(company)).toEqual([])
  expect(filesOf(other)).toHaveLength(1)
  const notes = await app.ctx.db.select().from(ticketNotes).where(eq(ticketNotes.companyId, company.id))
  expect(notes).toEqual([])
  const [chat] = await app.ctx.db.select().from(chats).where(eq(chats.companyId, company.id))
  expect(chat?.lastMessage).toBe('')

  const admin = await signIn(app, company.admin)
  const found = accepted(
    app,
    await admin.call(searchMessages, { params: { ticketId: open }, query: { searchParam: 'antiquíssima' } })
  )
  expect(found.hits).toEqual([])
  const { entries } = accepted(app, await admin.call(listAudit, { query: { action: 'retention.carried-out' } }))
  expect(entries).toHaveLength(1)
  expect(entries[0]?.after).toMatchObject({
    ...{ setting: 'messageMonths', months: 12, tickets: 1, messages: 2, notes: 1, chatMessages: 1 }
  })
  // The words that stood in them alone go the same night.
  await deleteUnusedWords(app.ctx)
  const words = await app.ctx.db.select().from(searchWords).where(eq(searchWords.companyId, company.id))
  expect(words.map(({ word }) => word)).toEqual(expect.arrayContaining(['bom', 'ontem']))
  for (const gone of ['antiquissima', 'antigamente']) expect(words.map(({ word }) => word)).not.toContain(gone)
  // What was told before says none of it either; the log itself is swept after days.
  const logged = await app.ctx.db.execute(
    `select payload::text as text from event_log where company_id = ${company.id}`
  )
  expect(JSON.stringify(logged)).not.toMatch(/antigamente/)
  await night()
  expect(await bodies(company)).toHaveLength(2)
})

test('files go earlier than what was said with them', async () => {
  const company = await makeCompany(app)
  const { open } = await talk(company)
  await choose(company, 'fileMonths', '6')
  await night()
  expect(filesOf(company)).toEqual([])
  expect(await bodies(company)).toHaveLength(5)
  const rows = await app.ctx.db.select().from(messages).where(eq(messages.companyId, company.id))
  const row = rows.find(({ body }) => body === 'segue o recibo')
  expect(row).toMatchObject({ ticketId: open, mediaState: 'expired', media: { name: 'recibo.pdf', size: 5 } })
  expect(row?.media).not.toHaveProperty('key')
  // A ticket whose file has gone can still be deleted by hand.
  const admin = await signIn(app, company.admin)
  accepted(app, await admin.call(deleteTicket, { params: { id: open } }))
})

test('a shorter period asks who is there, a longer one does not, and one that is taken back in time takes nothing', async () => {
  const company = await makeCompany(app)
  await talk(company)
  app.clock.advance(10 * 60_000)
  const put = (value: string, currentPassword?: string) =>
    company.admin.call(updateSetting, {
      params: { key: 'messageMonths' },
      body: { value, ...(currentPassword === undefined ? {} : { currentPassword }) }
    })
  expect((await put('12')).error).toBe('ERR_CURRENT_PASSWORD_REQUIRED')
  expect((await put('12', 'errada')).error).toBe('ERR_CURRENT_PASSWORD_WRONG')
  accepted(app, await put('12', company.admin.password))
  accepted(app, await put('24'))
  expect((await put('7', company.admin.password)).error).toBe('ERR_VALIDATION')
  accepted(app, await put('0'))
  await night()
  expect(await bodies(company)).toHaveLength(5)
  expect([isShorter('0', '12'), isShorter('12', '0'), isShorter('12', '24'), isShorter('24', '12')]).toEqual([
    ...[true, false, false, true]
  ])
})
