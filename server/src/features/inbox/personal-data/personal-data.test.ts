// A copy of everything that is stored of a person: what is in it, who gets it, and when it goes.
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deleteContact } from '@guiche/shared/features/inbox/contacts.ts'
import { listMessages } from '@guiche/shared/features/inbox/messages.ts'
import {
  deletePersonExport,
  listPersonExports,
  openPersonExport,
  personExportEvent,
  startPersonExport
} from '@guiche/shared/features/inbox/personal-data.ts'
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import { createNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { createContactList, createContactListItem } from '@guiche/shared/features/outreach/contact-lists.ts'
import { createSchedule } from '@guiche/shared/features/outreach/schedules.ts'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { personExports } from '#database/tables/inbox/person-exports.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { recordsOfPerson } from './personal-data.events.ts'
import type { InboundContent } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, signIn, type Company, type Person } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, type Customer } from '#test/fixtures/inbound.ts'
import { readZip } from '#test/fixtures/read-zip.ts'
import { storedFiles } from '#test/fixtures/upload.ts'

let app: TestApp
let company: Company
let contactId: number
let admin: Person

const rosa: Customer = { ...newCustomer(), name: 'Rosa "<b>Antunes</b>' }
const attack = '<script>alert("oi")</script>'

function sent(name: string, mime: string): InboundContent {
  return {
    kind: 'media',
    body: '',
    media: {
      ...{ kind: 'application', mime, name, size: 22, duration: null, width: null, height: null },
      ...{ voice: false, waveform: null, thumbnail: null, source: { name } }
    }
  }
}

beforeAll(async () => {
  app = await buildTestApp({
    whatsapp: {
      fetchMedia: async (_ref, source) => Readable.from([Buffer.from(`bytes of ${(source as { name: string }).name}`)])
    }
  })
  company = await makeCompany(app)
  admin = company.admin
  const { ref } = await makeConnection(company)
  const party = rosa
  await receiveMessages(app.ctx, ref, [
    inbound(party, attack),
    inbound(party, sent('recibo.pdf', 'application/pdf')),
    inbound(party, sent('pagina.html', 'text/html')),
    inbound(party, sent('sumiu.pdf', 'application/pdf'))
  ])
  await receiveMessages(app.ctx, ref, [inbound(newCustomer(), 'de outra pessoa')])
  await app.drain()
  const [row] = await app.ctx.db.select().from(messages).where(eq(messages.body, attack))
  contactId = row?.contactId ?? 0
  const ticketId = row?.ticketId ?? 0
  const said = accepted(app, await admin.call(listMessages, { params: { ticketId }, query: {} })).messages
  expect(said.filter(({ mediaState }) => mediaState === 'ready')).toHaveLength(3)
  const stored = await app.ctx.db.select().from(messages).where(eq(messages.contactId, contactId))
  const lost = stored.map(({ media }) => media).find((media) => media?.name === 'sumiu.pdf')
  await app.ctx.storage.remove(lost?.key ?? '')
  accepted(app, await admin.call(createNote, { body: { ticketId, contactId, note: 'prefere ligar à tarde' } }))
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  accepted(app, await admin.call(createSchedule, { body: { contactId, body: 'lembrete de Rosa', sendAt } }))
  const list = accepted(app, await admin.call(createContactList, { body: { name: 'Clientes VIP' } }))
  const item = { contactListId: list.id, name: 'Rosa', number: rosa.number, email: '' }
  accepted(app, await admin.call(createContactListItem, { body: item }))
})
afterAll(() => app.close())
// The clock goes on within the tests, which run in any order.
beforeEach(async () => {
  admin = await signIn(app, company.admin)
})

const start = async () => accepted(app, await admin.call(startPersonExport, { body: { contactId } }))
const listed = async () => accepted(app, await admin.call(listPersonExports, { query: { contactId } })).records
const files = (companyId: number) =>
  storedFiles(app).filter((path) => path.includes('.incoming') || path.startsWith(`c${companyId}/person-exports`))
const linkTo = async (id: number) => accepted(app, await admin.call(openPersonExport, { params: { id }, body: {} })).url
const get = (url: string) => app.http.inject({ url: new URL(url, 'http://desk').pathname })

async function made() {
  const { id } = await start()
  await app.drain()
  return id
}

test('the archive holds data, page and files; what is gone from the storage is named and breaks nothing', async () => {
  const first = await start()
  expect((await start()).id).toBe(first.id)
  await app.drain()
  const [one] = await listed()
  expect(one).toMatchObject({ id: first.id, status: 'done', missing: 1, contactName: rosa.name })
  expect(one?.done).toBe(one?.total)
  const answer = await get(await linkTo(first.id))
  expect(answer.headers['content-disposition']).toContain('attachment')
  const zip = readZip(answer.rawPayload)
  expect(zip.size).toBe(4)
  expect(answer.rawPayload.length).toBe(one?.size)
  const data = JSON.parse(zip.get('data.json')?.toString() ?? '') as {
    counts: object
    missingFiles: string[]
    records: Record<string, Record<string, unknown>[]>
  }
  expect(data.counts).toMatchObject({ contact: 1, tickets: 1, messages: 4, notes: 1, schedules: 1, listItems: 1 })
  expect(data.missingFiles).toEqual([expect.stringMatching(/sumiu\.pdf$/)])
  const { contact, messages: said, notes, listItems, schedules, tickets } = data.records
  expect(contact).toMatchObject([{ name: rosa.name, number: rosa.number }])
  expect(said?.map(({ text }) => text)).toContain(attack)
  expect(notes).toMatchObject([{ text: 'prefere ligar à tarde', by: company.admin.name }])
  expect(listItems).toMatchObject([{ list: 'Clientes VIP', number: rosa.number }])
  expect(schedules).toMatchObject([{ text: 'lembrete de Rosa' }])
  expect(tickets?.[0]).toHaveProperty('cycles')
  expect(JSON.stringify(data)).not.toContain('de outra pessoa')
  // What a browser would run is read as text.
  const page = [...zip.keys()].find((path) => path.includes('pagina')) ?? ''
  expect(page).toMatch(/pagina\.html\.txt$/)
  expect(zip.get(page)?.toString()).toBe('bytes of pagina.html')
})

test('the page has no scripts, everything in it is escaped, and it speaks the language of the customers', async () => {
  const html =
    readZip((await get(await linkTo(await made()))).rawPayload)
      .get('index.html')
      ?.toString() ?? ''
  expect(html).toContain('<html lang="pt-BR">')
  expect(html).toContain('Tudo o que guardamos sobre você')
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<b>Antunes')
  expect(html).toContain('&lt;script&gt;alert(&quot;oi&quot;)&lt;/script&gt;')
  expect(html).toContain("default-src 'none'")
  expect(html).toMatch(/sumiu\.pdf \(arquivo não está mais guardado\)/)
  expect(html).toMatch(/<\/html>\n$/)
})

test('it is told to admins as it goes on, and asking and fetching stand in the log without a name', async () => {
  const id = await made()
  await linkTo(id)
  const { events } = accepted(app, await admin.call(syncEvents, { query: { after: 0 } }))
  expect(events.map(({ name }) => name)).toContain(personExportEvent.channel(company.id))
  const { entries } = accepted(app, await admin.call(listAudit, { query: {} }))
  const own = entries.filter(({ action }) => action.startsWith('contact.data-'))
  expect(own.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['contact.data-exported', 'contact.data-fetched'])
  )
  expect(own[0]?.subject).toMatchObject({ type: 'contact', id: String(contactId), label: null })
  expect(JSON.stringify(own)).not.toContain('Antunes')
})

test('a link ends after ten minutes; the copy goes after seven days, or when somebody deletes it', async () => {
  const [first, second] = [await made(), await made()]
  const link = await linkTo(first)
  expect((await get(link)).statusCode).toBe(200)
  accepted(app, await admin.call(deletePersonExport, { params: { id: second } }))
  await app.drain()
  expect((await admin.call(openPersonExport, { params: { id: second }, body: {} })).error).toBe('ERR_NOT_FOUND')
  app.clock.advance(11 * 60_000)
  expect((await get(link)).statusCode).not.toBe(200)
  app.clock.advance(7 * 24 * 3_600_000)
  const late = await makeCompany(app)
  expect((await late.admin.call(openPersonExport, { params: { id: first }, body: {} })).error).toBe('ERR_NOT_FOUND')
  const { sweepExports } = await import('./sweep-exports.ts')
  await sweepExports(app.ctx)
  await app.drain()
  admin = await signIn(app, company.admin)
  expect(await listed()).toEqual([])
  expect(files(company.id)).toEqual([])
})

test('a full disk leaves no file: it is tried again, and says so in the end', async () => {
  const again = await makeCompany(app)
  const { ref } = await makeConnection(again)
  const customer = newCustomer()
  await receiveMessages(app.ctx, ref, [inbound(customer, 'oi')])
  const [row] = await app.ctx.db.select().from(messages).where(eq(messages.companyId, again.id))
  const { save } = app.ctx.storage
  let tries = 0
  const full = vi.spyOn(app.ctx.storage, 'save').mockImplementation(async (key, source, limit) => {
    tries += 1
    if (tries > 1) throw new AppError('ERR_STORAGE_FULL')
    // The disk is full in the middle of it.
    return save.call(app.ctx.storage, key, source, limit ?? 50)
  })
  const body = { contactId: row?.contactId ?? 0 }
  accepted(app, await again.admin.call(startPersonExport, { body }))
  for (let n = 0; n < 6; n++) {
    await app.drain()
    app.clock.advance(3_600_000)
  }
  full.mockRestore()
  expect(tries).toBe(5)
  expect(files(again.id)).toEqual([])
  const [failed] = await app.ctx.db.select().from(personExports).where(eq(personExports.companyId, again.id))
  expect(failed).toMatchObject({ status: 'failed', failure: 'storage-full' })
  // It begins anew when somebody asks once more.
  const anew = await (await signIn(app, again.admin)).call(startPersonExport, { body })
  expect(anew.body).toMatchObject({ status: 'waiting' })
  await app.drain()
  expect(files(again.id)).toHaveLength(1)
})

test('what breaks off while data or page are written leaves no file either, and ends nothing else', async () => {
  const own = await makeCompany(app)
  const { ref } = await makeConnection(own)
  await receiveMessages(app.ctx, ref, [inbound(newCustomer(), 'oi')])
  const [row] = await app.ctx.db.select().from(messages).where(eq(messages.companyId, own.id))
  recordsOfPerson.add(async (_tx, companyId, _person, records) => {
    if (companyId !== own.id) return
    records.push({ kind: 'notes', count: async () => 1, read: () => Promise.reject(new Error('the database is away')) })
  })
  accepted(app, await own.admin.call(startPersonExport, { body: { contactId: row?.contactId ?? 0 } }))
  for (let n = 0; n < 6; n++) {
    await app.drain()
    app.clock.advance(3_600_000)
  }
  const [failed] = await app.ctx.db.select().from(personExports).where(eq(personExports.companyId, own.id))
  expect(failed).toMatchObject({ status: 'failed', failure: 'internal' })
  expect(files(own.id)).toEqual([])
})

test('whoever is erased takes the copies along, also one that is being made; old links answer 410', async () => {
  const own = await makeCompany(app)
  const { ref } = await makeConnection(own)
  await receiveMessages(app.ctx, ref, [inbound(newCustomer(), 'oi')])
  const [row] = await app.ctx.db.select().from(messages).where(eq(messages.companyId, own.id))
  const body = { contactId: row?.contactId ?? 0 }
  const { id } = accepted(app, await own.admin.call(startPersonExport, { body }))
  await app.drain()
  const { url } = accepted(app, await own.admin.call(openPersonExport, { params: { id }, body: {} }))
  const count = files(own.id).length
  accepted(app, await own.admin.call(startPersonExport, { body }))
  accepted(app, await own.admin.call(deleteContact, { params: { id: body.contactId } }))
  expect((await get(url)).statusCode).toBe(410)
  await app.drain()
  expect(files(own.id)).toHaveLength(count - 1)
  expect(await app.ctx.db.select().from(personExports).where(eq(personExports.companyId, own.id))).toEqual([])
})
