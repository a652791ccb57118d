// A merge that is taken back: row for row everything is as it was, whatever came in between, and nobody erased returns.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addDistinction,
  listDistinctions,
  mergeContacts,
  undoMerge
} from '@guiche/shared/features/inbox/contact-merges.ts'
import { recordConsent } from '@guiche/shared/features/inbox/consents.ts'
import { deleteContact, updateContact } from '@guiche/shared/features/inbox/contacts.ts'
import { startPersonExport } from '@guiche/shared/features/inbox/personal-data.ts'
import { createTag } from '@guiche/shared/features/inbox/tags.ts'
import { campaignRecipients, campaigns } from '#database/tables/outreach/campaigns.ts'
import { contactConsents } from '#database/tables/inbox/consents.ts'
import { ticketNotes } from '#database/tables/inbox/ticket-notes.ts'
import { keyOfNumber } from '#features/outreach/contact-lists/contact-lists.service.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted } from '#test/fixtures/factories.ts'
import { makeContact, makeTicket } from '#test/fixtures/make-ticket.ts'
import { createScheduleFixture, sweepSchedules } from '#test/fixtures/schedule-fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** What happened is told there, and an undo is one more thing that did. */
const histories = [
  ...['audit_heads', 'audit_log', 'contact_merges', 'event_log', 'event_sequences'],
  ...['ticket_activities', 'ticket_tracking']
]

/** Every row of the company by its table, without when it last changed. */
async function rowsByTable(companyId: number): Promise<Record<string, string[]>> {
  const sql = app.ctx.pool.$client
  const tables = await sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'company_id' order by 1`
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (histories.includes(name)) continue
    const rows = await sql<{ row: string }[]>`
      select (to_jsonb(t) - 'updated_at')::text as row from ${sql(name)} t where company_id = ${companyId} order by 1`
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

/** Two people who look alike, each with something of every kind. */
async function createMergeFixture() {
  const fixture = await createScheduleFixture(app)
  const { company, companyId, connection, contact: gone } = fixture
  const { admin } = company
  const { db } = app.ctx
  const sql = app.ctx.pool.$client
  const kept = await makeContact(company)
  const [campaign] = await db
    .insert(campaigns)
    .values({ companyId, name: 'Natal', messages: ['Olá', '', '', '', ''], confirmations: ['', '', '', '', ''] })
    .returning()
  const addRecipient = async ({ name, number }: { name: string; number: string | null }, contactId: number | null) => {
    const told = { name, number: number ?? '', numberKey: keyOfNumber(number ?? ''), contactId }
    const row = { ...told, companyId, campaignId: campaign?.id ?? 0 }
    await db
      .insert(campaignRecipients)
      .values(row)
      .onConflictDoUpdate({
        target: [campaignRecipients.companyId, campaignRecipients.campaignId, campaignRecipients.numberKey],
        set: { contactId }
      })
  }
  const say = async ({ id }: { id: number }, detail: string) =>
    accepted(app, await admin.call(recordConsent, { params: { id }, body: { state: 'given', detail } }))
  const schedules = []
  for (const contact of [gone, kept]) {
    const { id: contactId, name } = contact
    accepted(app, await admin.call(updateContact, { params: { id: contactId }, body: { name: 'Ana' } }))
    const tag = accepted(app, await admin.call(createTag, { body: { name: `De ${name}` } }))
    accepted(app, await admin.call(updateContact, { params: { id: contactId }, body: { tags: [{ id: tag.id }] } }))
    const service = { contactId, connectionId: connection.id, userId: admin.id, status: 'open' as const }
    const ticket = await makeTicket(company, service)
    await sql`update tickets set unread_messages = 2 where company_id = ${companyId} and id = ${ticket.id}`
    await db.insert(ticketNotes).values({ companyId, ticketId: ticket.id, contactId, note: 'Nota' })
    await say(contact, `No balcão, ${name}`)
    await addRecipient(contact, contactId)
    schedules.push(await fixture.schedule({ contactId, repeat: 'daily' }))
  }
  accepted(app, await admin.call(addDistinction, { body: { reason: 'name', contactId: kept.id } }))
  await app.drain()
  const merge = async () =>
    accepted(app, await admin.call(mergeContacts, { params: { id: kept.id }, body: { contactId: gone.id } })).id
  const undo = (id: number) => admin.call(undoMerge, { params: { id } })
  return { ...fixture, kept, gone, schedules, addRecipient, say, merge, undo }
}

test('everything is as it was, in every table', async () => {
  const { companyId, company, kept, merge, undo } = await createMergeFixture()
  const before = await rowsByTable(companyId)
  for (const table of ['contact_consents', 'schedules', 'campaign_recipients', 'contact_distinction_members'])
    expect(before[table]).toHaveLength(2)
  const id = await merge()
  await app.drain()
  expect(accepted(app, await company.admin.call(listDistinctions)).records).toEqual([])
  const between = await rowsByTable(companyId)
  for (const table of ['contact_consents', 'schedules', 'campaign_recipients'])
    expect(between[table]?.every((row) => row.includes(`"contact_id": ${kept.id},`))).toBe(true)
  accepted(app, await undo(id))
  await app.drain()
  expect(await rowsByTable(companyId)).toEqual(before)
  expect(accepted(app, await company.admin.call(listDistinctions)).records).toMatchObject([{ count: 2 }])
})

test('what came in between stays, and a series goes on with whom it was for', async () => {
  const { companyId, all, schedules, makeDue, addRecipient, say, kept, gone, merge, undo } = await createMergeFixture()
  const id = await merge()
  const said = await say(kept, 'Depois de unir')
  const [ofGone, ofKept] = schedules
  if (!ofGone || !ofKept) throw new Error('nothing is scheduled')
  for (let day = 0; day < 2; day++) {
    const due = (await all()).find((one) => one.id !== ofKept.id && one.status === 'PENDENTE')
    await makeDue(due ?? ofGone)
    await sweepSchedules(app.ctx)
    await app.drain()
  }
  const later = { name: 'Rui', number: '5521988880000' }
  // Written to by the number of the one that went, while the other one had it; and somebody else.
  await addRecipient(gone, kept.id)
  await addRecipient(later, kept.id)
  accepted(app, await undo(id))
  await app.drain()
  const series = await all()
  expect(series.filter(({ contactId }) => contactId === kept.id)).toHaveLength(1)
  expect(series.filter(({ contactId }) => contactId === gone.id).map(({ status }) => status)).toEqual([
    'ENVIADA',
    'ENVIADA',
    'PENDENTE'
  ])
  const { db } = app.ctx
  const told = (await db.select().from(campaignRecipients)).filter((row) => row.companyId === companyId)
  expect(Object.fromEntries(told.map(({ number, contactId }) => [number, contactId]))).toEqual({
    [gone.number ?? '']: gone.id,
    [kept.number ?? '']: kept.id,
    [later.number]: kept.id
  })
  const consents = (await db.select().from(contactConsents)).filter((row) => row.companyId === companyId)
  expect(consents.find((one) => one.id === said.id)?.contactId).toBe(kept.id)
  expect(consents.filter(({ contactId }) => contactId === gone.id)).toHaveLength(1)
})

test('what somebody gave to a third person meanwhile, or deleted, does not return', async () => {
  const { company, companyId, schedules, merge, undo, all } = await createMergeFixture()
  const third = await makeContact(company)
  const id = await merge()
  const sql = app.ctx.pool.$client
  await sql`update schedules set contact_id = ${third.id} where company_id = ${companyId} and id = ${schedules[0]?.id ?? 0}`
  await sql`delete from contact_consents where company_id = ${companyId}`
  await sql`delete from contact_distinctions where company_id = ${companyId}`
  accepted(app, await undo(id))
  expect((await all()).map(({ contactId }) => contactId)).toContain(third.id)
  const after = await rowsByTable(companyId)
  expect([after['contact_consents'], after['contact_distinction_members']]).toEqual([[], []])
})

test('a copy of what is stored of the one is none of the other', async () => {
  const { companyId, company, kept, merge, undo } = await createMergeFixture()
  const id = await merge()
  accepted(app, await company.admin.call(startPersonExport, { body: { contactId: kept.id } }))
  await app.drain()
  expect((await rowsByTable(companyId))['person_exports']).toHaveLength(1)
  accepted(app, await undo(id))
  expect((await rowsByTable(companyId))['person_exports']).toEqual([])
})

test('nothing of a person who was erased since comes back', async () => {
  const { companyId, company, kept, merge, undo } = await createMergeFixture()
  const id = await merge()
  accepted(app, await company.admin.call(deleteContact, { params: { id: kept.id } }))
  await app.drain()
  const before = await rowsByTable(companyId)
  expect((await undo(id)).error).toBe('ERR_NOT_FOUND')
  expect(await rowsByTable(companyId)).toEqual(before)
  for (const table of ['contacts', 'contact_consents', 'schedules', 'tickets']) expect(before[table]).toEqual([])
})
