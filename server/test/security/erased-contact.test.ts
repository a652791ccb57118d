// A contact that was deleted: whoever looks through the database, the files, old links, caught-up events or histories finds
// nothing that tells who it was.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWebhook, listDeliveries } from '@guiche/shared/features/automation/webhooks.ts'
import { listMerges, mergeContacts, undoMerge } from '@guiche/shared/features/inbox/contact-merges.ts'
import { exportContacts, startContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { deleteContact, listContacts, updateContact } from '@guiche/shared/features/inbox/contacts.ts'
import { forwardMessage } from '@guiche/shared/features/inbox/message-forward.ts'
import { listMessages, reactToMessage, type Message } from '@guiche/shared/features/inbox/messages.ts'
import {
  erasePerson,
  openPersonExport,
  previewErasure,
  startPersonExport,
  type PersonKind
} from '@guiche/shared/features/inbox/personal-data.ts'
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import { createNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { deleteTicket, listTickets, updateTicket, type Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { addCampaignOptOut, listCampaignOptOuts } from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import {
  createContactList,
  createContactListItem,
  showContactList
} from '@guiche/shared/features/outreach/contact-lists.ts'
import { updateSetting } from '@guiche/shared/features/org/settings.ts'
import { createSchedule } from '@guiche/shared/features/outreach/schedules.ts'
import { rawOf } from '#database/client.ts'
import { ticketAutoResponders } from '#database/tables/automation/auto-responders.ts'
import { campaignRecipients, campaigns } from '#database/tables/outreach/campaigns.ts'
import { ticketBots } from '#database/tables/automation/chatbot.ts'
import { contactImports } from '#database/tables/inbox/contact-imports.ts'
import { contacts } from '#database/tables/inbox/contacts.ts'
import { ticketDrafts } from '#database/tables/inbox/tickets.ts'
import { messages, outbox, sentChanges } from '#database/tables/inbox/messages.ts'
import { externalKeys } from '#database/tables/automation/external-keys.ts'
import { schedules } from '#database/tables/outreach/schedules.ts'
import { inboundJournal, whatsappKeys } from '#database/tables/inbox/whatsapp.ts'
import { carryOutRemovals, removeUnusedFiles } from '#features/inbox/erasure/erasure.service.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { storeEarlier } from '#features/inbox/messages/history/store-earlier.ts'
import { optedOutAmong } from '#features/outreach/campaigns/opt-out/opt-outs.ts'
import { keyOfNumber } from '#features/outreach/contact-lists/contact-lists.service.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef, InboundContent, Party } from '#platform/whatsapp-port.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { prepareServer } from '#test/server/server-process.ts'
import { eventually } from '#test/eventually.ts'
import { accepted, makeCompany, type Company } from '#test/fixtures/factories.ts'
import { inbound, makeConnection, newCustomer, partyOf, type Customer } from '#test/fixtures/inbound.ts'
import { readZip } from '#test/fixtures/read-zip.ts'
import { leftoversInDatabase, leftoversInFiles } from '#test/server/leftovers.ts'
import { storedFiles } from '#test/fixtures/upload.ts'

const zulmira: Customer = { number: '5521976543210', lid: '912345678901', name: 'Zulmira Quaresma' }
const bento = newCustomer()
const oldNumber = '552133334444'
/** What may be left nowhere: numbers in every spelling, the LID, names, words, the address of mail, a picture's bytes. */
const traces = [
  ...['76543210', zulmira.lid, '33334444', 'zulmira', 'quaresma', '123.456.789-09', '97654-3210'],
  ...['xilofone', 'clarinete', 'trombone', 'bandolim', 'retrato de z', 'contrato de z']
]

let app: TestApp
let company: Company
let ref: ConnectionRef
let contactId: number
let ticket: Ticket
let listId: number
let hers: Message[]
let group: Party
const links: string[] = []
/** What was found of her before the deletion and after it: the tests run in any order. */
const before = {
  ...{ rows: [] as string[], files: [] as string[], statuses: [] as number[] },
  ...{ counts: {} as Partial<Record<string, number>>, refused: '', tables: [] as string[] },
  copy: { counts: {} as Partial<Record<string, number>>, records: {} as Record<string, Record<string, unknown>[]> },
  page: ''
}
const after = {
  ...{ rows: ['not looked'], files: ['not looked'], keys: [] as string[], statuses: [] as number[] },
  heard: [] as { action?: string }[]
}
let shared: string

function media(name: string): InboundContent {
  return {
    kind: 'media',
    body: '',
    media: {
      kind: 'application',
      mime: 'application/pdf',
      name,
      size: 22,
      duration: null,
      width: null,
      height: null,
      voice: false,
      waveform: null,
      thumbnail: null,
      source: { name }
    }
  }
}
async function ticketsOf() {
  return accepted(
    app,
    await company.admin.call(listTickets, { query: { showAll: 'true', withUnreadMessages: 'false' } })
  ).tickets
}
const historyOf = async (ticketId: number) =>
  accepted(app, await company.admin.call(listMessages, { params: { ticketId }, query: {} })).messages
const get = (url: string) => app.http.inject({ url: new URL(url, 'http://desk').pathname })
const save = (key: string, text: string) => app.ctx.storage.save(key, Readable.from([Buffer.from(text)]))
const sql = () => app.ctx.pool.$client

/** Puts the person into every place that a copy of one may be in. */
async function fill() {
  const { db } = app.ctx
  const companyId = company.id
  const { admin } = company
  const first = inbound(zulmira, 'quero um xilofone')
  await receiveMessages(app.ctx, ref, [
    first,
    inbound(zulmira, media('zulmira.pdf')),
    inbound(zulmira, media('foto.pdf'))
  ])
  await receiveMessages(app.ctx, ref, [
    inbound(zulmira, 'um xilofone vermelho', { quotedWaId: first.waId }),
    inbound(bento, 'oi')
  ])
  const { content: _content, quotedWaId: _quoted, viewOnce: _once, forwarded: _forwarded, ...header } = first
  await receiveMessages(app.ctx, ref, [
    { ...header, type: 'delete', targetWaId: first.waId, targetFromMe: false, byOther: false }
  ])
  // In a group she writes beside others.
  group = { address: '120363000000000001@g.us', phone: null, lid: null, isGroup: true }
  const ofBento = inbound(bento, 'alguém viu?', { chat: group, sender: partyOf(bento) })
  await receiveMessages(app.ctx, ref, [
    inbound(zulmira, 'eu vi o clarinete', { chat: group, sender: partyOf(zulmira) }),
    inbound(zulmira, media('contrato de z.pdf'), { chat: group, sender: partyOf(zulmira) }),
    ofBento,
    {
      ...{ ...header, waId: '3AREACT', chat: group, sender: partyOf(zulmira) },
      ...{ type: 'reaction', targetWaId: ofBento.waId, targetFromMe: false, emoji: '👍' }
    }
  ])
  await app.drain()
  const found = await ticketsOf()
  ticket = found.find(({ contact }) => contact.name === zulmira.name) as Ticket
  contactId = ticket.contactId
  accepted(
    app,
    await admin.call(updateTicket, { params: { id: ticket.id }, body: { status: 'open', userId: admin.id } })
  )
  hers = await historyOf(ticket.id)
  links.push(...hers.flatMap(({ mediaUrl }) => mediaUrl ?? []))
  const photo = hers.find(({ mediaName }) => mediaName === 'foto.pdf') as Message
  const other = found.find(({ contact }) => contact.name === bento.name) as Ticket
  accepted(
    app,
    await admin.call(updateTicket, { params: { id: other.id }, body: { status: 'open', userId: admin.id } })
  )
  const passed = { params: { messageId: photo.id }, body: { contactIds: [other.contactId] } }
  shared = accepted(app, await admin.call(forwardMessage, passed)).messages[0]?.mediaUrl ?? ''
  accepted(app, await admin.call(reactToMessage, { params: { messageId: photo.id }, body: { emoji: '❤️' } }))
  // What people wrote about her, and what is to be sent to her.
  const extraInfo = [{ name: 'CPF', value: '123.456.789-09' }]
  const email = 'z@quaresma.example'
  accepted(app, await admin.call(updateContact, { params: { id: contactId }, body: { email, extraInfo } }))
  accepted(app, await admin.call(createNote, { body: { ticketId: ticket.id, contactId, note: 'gosta de trombone' } }))
  const sendAt = new Date(Date.now() + 86_400_000).toISOString()
  const body = { contactId, body: 'sobre o bandolim', sendAt }
  const schedule = accepted(app, await admin.call(createSchedule, { body }))
  const image = `schedules/${companyId}/${randomUUID()}.png`
  await save(image, 'retrato de z')
  await db.update(schedules).set({ mediaKey: image, mediaName: 'zulmira.png' })
  expect(schedule.id).toBeGreaterThan(0)
  // An older contact of hers, merged by hand; both have pictures.
  const [older] = await db
    .insert(contacts)
    .values({
      companyId,
      name: 'Zulmira Antiga',
      nameSource: 'pushed',
      number: oldNumber,
      picture: `c${companyId}/pictures/antiga.jpg`
    })
    .returning()
  await db
    .update(contacts)
    .set({ picture: `c${companyId}/pictures/nova.jpg` })
    .where(eq(contacts.id, contactId))
  await save(`c${companyId}/pictures/antiga.jpg`, 'retrato de z, antigo')
  await save(`c${companyId}/pictures/nova.jpg`, 'retrato de z, novo')
  accepted(app, await admin.call(mergeContacts, { params: { id: contactId }, body: { contactId: older?.id ?? 0 } }))
  // Campaigns.
  const list = accepted(app, await admin.call(createContactList, { body: { name: 'Clientes' } }))
  listId = list.id
  for (const { name, number } of [zulmira, bento]) {
    const item = { contactListId: listId, name, number, email: '' }
    accepted(app, await admin.call(createContactListItem, { body: item }))
  }
  const [campaign] = await db
    .insert(campaigns)
    .values({ companyId, name: 'Verão', messages: [], confirmations: [] })
    .returning()
  const recipient = { companyId, campaignId: campaign?.id ?? 0, email }
  await db.insert(campaignRecipients).values([
    {
      ...recipient,
      name: zulmira.name,
      number: zulmira.number,
      numberKey: keyOfNumber(zulmira.number),
      state: 'waiting'
    },
    { ...recipient, name: 'Zulmira Antiga', number: oldNumber, numberKey: oldNumber, state: 'sent', contactId },
    // Another number of hers, of which nobody opted out: she is still to be written to.
    { ...recipient, name: 'Zulmira Q.', number: '552155556666', numberKey: '552155556666', state: 'waiting', contactId }
  ])
  const optOut = { number: zulmira.number, name: zulmira.name, word: 'parem com o xilofone' }
  accepted(app, await admin.call(addCampaignOptOut, { body: optOut }))
  // The picture that a campaign sent to her and sends to others.
  const picture = { key: `c${companyId}/2026-11/verao.jpg`, name: 'verao.jpg', mime: 'image/jpeg', size: 5 }
  const sheet = { key: `c${companyId}/2026-11/precos.pdf`, name: 'precos.pdf', mime: 'application/pdf', size: 5 }
  for (const { key } of [picture, sheet]) await save(key, 'for everybody')
  await db.update(campaigns).set({
    media: { mediaType: 'image', media: picture },
    attached: [{ mediaType: 'application', media: sheet, caption: '' }]
  })
  const sent = { companyId, ticketId: ticket.id, contactId, fromMe: true, delivery: 'sent' as const }
  await db
    .insert(messages)
    .values([picture, sheet].map((file) => ({ ...sent, id: randomUUID(), media: file, mediaState: 'ready' as const })))
  await db.insert(externalKeys).values({
    ...{ companyId, connectionId: ref.connectionId, key: `pedido ${zulmira.number}`, fingerprint: 'x' }
  })
  // What works in between, as a restart would find it.
  const chat = `${zulmira.number}@s.whatsapp.net`
  await db.insert(contactImports).values({
    ...{ companyId, fileName: 'clientes.csv', userName: 'Ana', status: 'done', bad: 1 },
    badRows: [{ row: 2, name: 'Z. Q.', number: '(21) 97654-3210', problem: 'number-invalid' }]
  })
  await db
    .insert(ticketBots)
    .values({ companyId, ticketId: ticket.id, state: { said: 'xilofone' }, lateIds: [] })
    .onConflictDoNothing()
  const autoResponder = {
    kind: 'integration',
    autoResponderId: 1,
    askedSeq: 0,
    answeredSeq: 0,
    session: { user: zulmira.number }
  } as const
  await db.insert(ticketAutoResponders).values({ companyId, ticketId: ticket.id, ...autoResponder })
  const work = { companyId, connectionId: ref.connectionId, chat }
  await db
    .insert(outbox)
    .values({ ...work, kind: 'edit', messageId: hers[0]?.id ?? '', payload: { waId: '1', body: 'xilofone' } })
  await db.insert(sentChanges).values({ ...work, waId: '2', kind: 'edit', payload: { body: 'xilofone' } })
  await db.insert(inboundJournal).values([
    { ...work, attrs: { from: chat }, plain: Buffer.from('xilofone'), failedAt: new Date() },
    {
      ...{ ...work, chat: group.address, attrs: { from: group.address, participant: `${zulmira.lid}:3@lid` } },
      ...{ plain: Buffer.from('clarinete'), failedAt: new Date() }
    }
  ])
  const key = { companyId, connectionId: ref.connectionId, data: Buffer.from('a key') }
  const twin = '552176543210'
  const keys = [
    ['session', `${zulmira.number}.0`],
    ['session', `${zulmira.lid}_1.12`],
    ['identity-key', `${twin}.0`],
    ['lid-mapping', zulmira.number],
    ['lid-mapping', `${zulmira.lid}_reverse`],
    ['device-list', zulmira.number],
    ['tctoken', `${zulmira.lid}@lid`],
    ['sender-key', `${group.address}::${zulmira.lid}_1::0`],
    // Of somebody else, whose number only begins like hers.
    ['session', `${zulmira.number}7.0`],
    ['pre-key', '12']
  ]
  await db.insert(whatsappKeys).values(keys.map(([type = '', id = '']) => ({ ...key, type, id })))
  links.push(accepted(app, await admin.call(exportContacts, { body: { format: 'csv', language: 'pt' } })).url)
  await db.insert(ticketDrafts).values({ companyId, ticketId: ticket.id, userId: admin.id, text: 'e o bandolim?' })
  const copy = accepted(app, await admin.call(startPersonExport, { body: { contactId } }))
  await app.drain()
  links.push(accepted(app, await admin.call(openPersonExport, { params: { id: copy.id }, body: {} })).url)
}
/** Tables in which she is found by a text, and those whose rows belong to a contact, a ticket or a message. */
async function tablesOfPerson(): Promise<string[]> {
  const related = await sql()<{ name: string }[]>`
    with recursive related as (
      select oid from pg_class where oid in ('contacts'::regclass, 'tickets'::regclass, 'messages'::regclass)
      union select c.conrelid from pg_constraint c join related r on c.confrelid = r.oid where c.contype = 'f')
    select relname as name from pg_class where oid in (select oid from related)`
  const found = before.rows.map((row) => row.split(':')[0] ?? '')
  return [...new Set([...related.map(({ name }) => name), ...found])].toSorted()
}

/** Where the copy of what is stored of a person has what stands in a table. */
const inCopy: Record<string, PersonKind> = {
  ...{ contacts: 'contact', contact_addresses: 'contact', contact_extra_info: 'contact', contact_tags: 'contact' },
  ...{ tickets: 'tickets', ticket_activities: 'tickets', ticket_tags: 'tickets', ticket_tracking: 'tickets' },
  ...{ messages: 'messages', ticket_notes: 'notes', ticket_drafts: 'drafts', schedules: 'schedules' },
  ...{ contact_list_items: 'listItems', campaign_recipients: 'campaigns', campaign_opt_outs: 'optOuts' },
  ...{ contact_consents: 'consents', contact_merges: 'merges', contact_imports: 'importRows' },
  ...{ webhook_deliveries: 'deliveries', person_exports: 'exports' }
}

/** Why the copy has nothing of a table. */
const notInCopy: Record<string, string> = {
  contact_distinction_members: 'that two contacts are two people says something of both',
  deleted_content_views: 'who of the team looked at a deleted message; its content is among the messages',
  event_log: 'what consoles were told of records that are in the copy',
  external_keys: 'how a program of the company calls its own orders, for a few days',
  inbound_journal: 'bytes that were not understood yet; once they are, they are a message',
  note_mentions: 'colleagues who are called in a note, whose text is in the copy',
  outbox: 'what is on its way is among the messages',
  search_words: 'words of messages, to find them by',
  sent_changes: 'what an edit says is among the messages',
  ticket_auto_responders: 'how far a program has read the messages',
  ticket_bots: 'where in its menu the bot is',
  ticket_pins: 'whose list has the ticket on top',
  whatsapp_keys: 'keys of encryption, which say nothing of whom they are for'
}

beforeAll(async () => {
  app = await buildTestApp({
    config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] },
    whatsapp: {
      fetchMedia: async (_ref, source) => Readable.from([Buffer.from(`bytes of ${(source as { name: string }).name}`)])
    }
  })
  company = await makeCompany(app)
  // Nobody listens there: every delivery waits for its next try.
  const hook = {
    url: 'http://127.0.0.1:9/',
    events: ['message.created', 'message.updated', 'ticket.updated', 'contact.updated'] as never
  }
  accepted(app, await company.admin.call(createWebhook, { body: hook }))
  const groups = { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } }
  accepted(app, await company.admin.call(updateSetting, groups))
  ;({ ref } = await makeConnection(company))
  await fill()
  await app.drain()
  before.rows = await leftoversInDatabase(sql(), traces)
  before.files = await leftoversInFiles(app.ctx, traces)
  before.tables = await tablesOfPerson()
  const copy = readZip((await get(links.at(-1) ?? '')).rawPayload)
  before.copy = JSON.parse(copy.get('data.json')?.toString() ?? '') as never
  before.page = copy.get('index.html')?.toString() ?? ''
  for (const link of links) before.statuses.push((await get(link)).statusCode)
  const socket = await company.admin.connect()
  const params = { id: contactId }
  const { name, counts } = accepted(app, await company.admin.call(previewErasure, { params }))
  before.counts = counts
  const other = await company.admin.call(erasePerson, { params, body: { confirmation: 'Zulmira' } })
  before.refused = other.error ?? ''
  accepted(app, await company.admin.call(erasePerson, { params, body: { confirmation: ` ${name.toUpperCase()}` } }))
  // Before any job has run.
  for (const link of links) after.statuses.push((await get(link)).statusCode)
  await socket.settle()
  after.heard = socket.heard.map(({ payload }) => payload as { action?: string })
  await socket.close()
  await app.drain()
  after.files = await leftoversInFiles(app.ctx, traces)
  after.keys = (await app.ctx.db.select().from(whatsappKeys)).map(({ id }) => id)
  await app.ctx.db.delete(whatsappKeys)
  after.rows = await leftoversInDatabase(sql(), traces)
})
afterAll(() => app.close())

test('before, the person stood in every one of these places, so that the search would have found a copy', () => {
  const tables = new Set(before.rows.map((one) => one.split(':')[0]))
  for (const table of [
    ...[
      'contacts',
      'contact_addresses',
      'contact_extra_info',
      'contact_merges',
      'contact_imports',
      'messages',
      'tickets'
    ],
    ...['ticket_notes', 'ticket_bots', 'ticket_auto_responders', 'search_words', 'outbox', 'sent_changes', 'schedules'],
    ...['contact_list_items', 'campaign_recipients', 'campaign_opt_outs', 'event_log', 'webhook_deliveries'],
    ...['inbound_journal', 'whatsapp_keys', 'external_keys', 'ticket_drafts']
  ])
    expect(tables).toContain(table)
  expect(before.files.length).toBeGreaterThan(4)
  expect(before.files.some((path) => path.includes('person-exports'))).toBe(true)
  expect(new Set(before.statuses)).toEqual(new Set([200]))
})

test('the copy of what is stored of a person holds everything that goes, unless a line says why not', () => {
  expect(before.tables).toEqual([...Object.keys(inCopy), ...Object.keys(notInCopy)].toSorted())
  for (const kind of new Set(Object.values(inCopy)))
    expect([kind, before.copy.counts[kind] ?? 0]).not.toEqual([kind, 0])
})

test('the copy says what other programs were told of the person, and nothing that somebody else said', () => {
  const { importRows, deliveries } = before.copy.records
  expect(importRows).toMatchObject([
    { sheet: 'clientes.csv', row: 2, number: '(21) 97654-3210', problem: 'number-invalid' }
  ])
  const told = deliveries ?? []
  expect(new Set(told.map(({ receiver }) => receiver))).toEqual(new Set(['127.0.0.1:9']))
  const own = told.filter(({ content }) => content !== undefined)
  expect(JSON.stringify(own)).toContain('um xilofone vermelho')
  // In the group she wrote beside somebody else: that it was told of is in the copy.
  expect(told.length).toBeGreaterThan(own.length)
  expect(JSON.stringify(told)).not.toContain('alguém viu?')
  const shown = before.page.slice(before.page.indexOf('Avisos a outros sistemas'))
  expect(shown).toContain('mensagem nova')
  // Nothing stands there for what is empty.
  expect(shown).not.toMatch(/: ;/)
})

test('what will go is counted before, and another name than theirs erases nobody', () => {
  expect(before.counts).toMatchObject({
    ...{ contact: 1, tickets: 1, groupMessages: 2, notes: 1, drafts: 1, schedules: 1, merges: 1, exports: 1 },
    ...{ listItems: 1, campaigns: 3, optOuts: 1 }
  })
  expect(before.counts['messages']).toBeGreaterThan(4)
  expect(before.counts['files']).toBeGreaterThan(4)
  expect(before.refused).toBe('ERR_VALIDATION')
})

test('after it nothing of the person is left: not in a column of any table, nor in a file', () => {
  expect(after.files).toEqual([])
  expect(after.rows).toEqual([])
  expect(after.heard.map(({ action }) => action)).toContain('delete')
})

test('old links answer 410 at once and within their life, and the file that was passed on to somebody else stays', async () => {
  expect(after.statuses).toEqual(links.map((link) => (link === shared ? 200 : 410)))
  const photo = links.filter((link) => link === shared)
  for (const link of links.filter((one) => one !== shared)) {
    const answer = await get(link)
    expect([answer.statusCode, answer.json()]).toEqual([410, { error: 'ERR_MEDIA_GONE' }])
  }
  expect((await get(shared)).body).toBe('bytes of foto.pdf')
  expect(photo).toHaveLength(1)
})

test('whoever catches up from the beginning hears nothing of the person but that contact and ticket are gone', async () => {
  const { events } = accepted(app, await company.admin.call(syncEvents, { query: { after: 0 } }))
  const all = JSON.stringify(events).toLowerCase()
  for (const trace of traces) expect(all).not.toContain(trace)
  expect(all).toContain(`"contactid":${contactId}`)
  const { deliveries } = accepted(app, await company.admin.call(listDeliveries, { params: { id: 1 }, query: {} }))
  expect(JSON.stringify(deliveries)).not.toContain('xilofone')
})

test('what others said stays: the group without her words, the conversation with somebody else, the figures', async () => {
  const rest = await ticketsOf()
  const ofGroup = rest.find(({ isGroup }) => isGroup) as Ticket
  const said = await historyOf(ofGroup.id)
  expect(said.map(({ isDeleted, body }) => [isDeleted, body])).toEqual([
    [true, ''],
    [true, ''],
    [false, 'alguém viu?']
  ])
  expect(said.at(-1)?.reactions).toEqual([])
  const states = await app.ctx.db.select().from(campaignRecipients)
  expect(states.map(({ state, reason, number }) => [state, reason, number]).toSorted()).toEqual([
    ['sent', null, ''],
    ['skipped', 'erased', ''],
    ['skipped', 'opted-out', '']
  ])
  expect(storedFiles(app).filter((path) => /verao.jpg|precos.pdf/.test(path))).toHaveLength(2)
  const list = accepted(app, await company.admin.call(showContactList, { params: { id: listId } }))
  expect(list.contactsCount).toBe(1)
  expect(after.keys.toSorted()).toEqual(['12', `${zulmira.number}7.0`])
})

test('whoever opted out stays so, though nobody can read who it was', async () => {
  const people = [{ numberKey: keyOfNumber(zulmira.number) }, { numberKey: keyOfNumber(bento.number) }]
  expect(await optedOutAmong(app.ctx, company.id, people)).toEqual(people.slice(0, 1))
  const { records } = accepted(app, await company.admin.call(listCampaignOptOuts, { query: {} }))
  expect(records).toEqual([])
})

test('no merge brings the person back', async () => {
  expect(accepted(app, await company.admin.call(listMerges, {})).records).toEqual([])
  expect((await company.admin.call(undoMerge, { params: { id: 1 } })).error).toBe('ERR_NOT_FOUND')
})

/** Another customer, who is deleted at once; answers with the contact that was. */
async function erase(customer: Customer, by = company) {
  const line = by === company ? ref : (await makeConnection(by)).ref
  await receiveMessages(app.ctx, line, [inbound(customer, 'oi')])
  const [known] = accepted(app, await by.admin.call(listContacts, { query: { searchParam: customer.name } })).contacts
  accepted(app, await by.admin.call(deleteContact, { params: { id: known?.id ?? 0 } }))
  return known
}
const named = async (name: string) =>
  accepted(app, await company.admin.call(listContacts, { query: { searchParam: name } })).contacts

test('nor does the history of a phone that is paired later; what is new comes in', async () => {
  const yara = { ...newCustomer(), name: 'Yara Nogueira' }
  const gone = await erase(yara)
  const tell = (party: Party, sentAt: Date) => {
    const message = inbound(yara, 'de antes', { sentAt, chat: party })
    const place = { importSince: new Date(0), ordinal: 0 }
    return inTransaction(app.ctx, (tx) =>
      storeEarlier(tx, ref, { chat: party, name: yara.name, messages: [{ message, level: 0, reactions: [] }] }, place)
    )
  }
  const earlier = new Date(Date.now() - 3_600_000)
  for (const by of ['both', 'phone', 'lid'] as const) expect((await tell(partyOf(yara, by), earlier)).stored).toBe(0)
  expect(await named('Yara')).toEqual([])
  await receiveMessages(app.ctx, ref, [inbound(yara, 'olá de novo')])
  const again = (await ticketsOf()).find(({ contact }) => contact.name === yara.name)
  expect(again?.contactId).not.toBe(gone?.id)
  expect((await historyOf(again?.id ?? 0)).map(({ body }) => body)).toEqual(['olá de novo'])
})

test('a sheet that was being imported brings back nobody who was deleted since; a later one may', async () => {
  const iara = { ...newCustomer(), name: 'Iara Bastos' }
  const upload = async () => {
    const form = new FormData()
    form.append('file', new Blob([`nome;numero\n${iara.name};${iara.number}\n`]), 'contatos.csv')
    const answer = await fetch(`${app.url}${startContactImport.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${company.admin.token}` },
      body: form
    })
    expect(answer.status).toBe(200)
  }
  await upload()
  await erase(iara)
  await app.drain()
  expect(await named('Iara')).toEqual([])
  await upload()
  await app.drain()
  expect(await named('Iara')).toHaveLength(1)
})

test('another company is refused, and keeps its own contact of that number', async () => {
  const rui = { ...newCustomer(), name: 'Rui Prado' }
  const other = await makeCompany(app)
  const line = await makeConnection(other)
  await receiveMessages(app.ctx, line.ref, [inbound(rui, 'oi, empresa B')])
  await erase(rui)
  const [theirs] = accepted(app, await other.admin.call(listContacts, { query: { searchParam: 'Rui' } })).contacts
  expect(theirs).toBeDefined()
  const refused = await company.admin.call(deleteContact, { params: { id: theirs?.id ?? 0 } })
  expect(refused.error).toBe('ERR_NO_CONTACT_FOUND')
})

test('a ticket that is deleted takes its files along', async () => {
  const customer = newCustomer()
  await receiveMessages(app.ctx, ref, [inbound(customer, media('recibo.pdf'))])
  await app.drain()
  const one = (await ticketsOf()).find(({ contact }) => contact.name === customer.name) as Ticket
  const [message] = await historyOf(one.id)
  const count = storedFiles(app).length
  accepted(app, await company.admin.call(deleteTicket, { params: { id: one.id } }))
  expect((await get(message?.mediaUrl ?? '')).statusCode).toBe(410)
  await app.drain()
  expect(storedFiles(app)).toHaveLength(count - 1)
  expect((await get(message?.mediaUrl ?? '')).statusCode).toBe(410)
})

test('nobody waits for a storage that does not answer, and a file that cannot be removed keeps no other', async () => {
  const customer = newCustomer()
  await receiveMessages(app.ctx, ref, [inbound(customer, media('um.pdf')), inbound(customer, media('dois.pdf'))])
  await app.drain()
  const one = (await ticketsOf()).find(({ contact }) => contact.name === customer.name) as Ticket
  const [link = ''] = (await historyOf(one.id)).map(({ mediaUrl }) => mediaUrl ?? '')
  const count = storedFiles(app).length
  const answer = Promise.withResolvers<void>()
  const { remove } = app.ctx.storage
  let asked = 0
  const slow = vi.spyOn(app.ctx.storage, 'remove').mockImplementation(async (key) => {
    if (++asked > 1) return remove.call(app.ctx.storage, key)
    await answer.promise
    throw new Error('the storage is away')
  })
  accepted(app, await company.admin.call(deleteContact, { params: { id: one.contactId } }))
  expect((await get(link)).statusCode).toBe(410)
  answer.resolve()
  await app.drain()
  expect(storedFiles(app)).toHaveLength(count - 1)
  expect((await get(link)).statusCode).toBe(410)
  slow.mockRestore()
  await carryOutRemovals(app.ctx, company.id)
  expect(storedFiles(app)).toHaveLength(count - 2)
})

test('somebody with more files than a statement has parameters is erased all the same', async () => {
  const files = Array.from(
    { length: 11_000 },
    (_, n) => [`c${company.id}/x/${n}.jpg`, `c${company.id}/x/${n}.t`] as const
  )
  const kept = inTransaction(app.ctx, async (tx) => {
    await removeUnusedFiles(tx, company.id, files)
    const [row] = await rawOf(tx.db)<{ count: number }[]>`
      select count(*)::int as count from file_removals where company_id = ${company.id} and key like '%/x/%'`
    throw new Error(`${row?.count} are to go`)
  })
  await expect(kept).rejects.toThrow('22000 are to go')
})

test('a server that was killed between the commit and the removal of files removes them when it is back', async () => {
  const killed = await prepareServer({ databaseUrl: app.databaseUrl, whatsappUrl: 'ws://127.0.0.1:9', caFile: '' })
  const key = `c${company.id}/2026-11/killed.pdf`
  const path = join(killed.dataDir, 'media', key)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'bytes')
  const db = postgres(app.databaseUrl, { max: 1 })
  await db`insert into file_removals (company_id, key) values (${company.id}, ${key})`
  await killed.start()
  await eventually(() => !existsSync(path), 'the file to go')
  await eventually(async () => (await db`select 1 from file_removals`).length === 0, 'the removal to be done with')
  await killed.stop()
  await db.end()
})
