// Tests of merged contacts: what is found, what moves, and that taking it back leaves everything as it was.
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  contactMergeEvent,
  listDuplicates,
  listMerges,
  mergeContacts,
  undoMerge,
  type ContactMerge
} from '@guiche/shared/features/inbox/contact-merges.ts'
import {
  contactEvent,
  createContact,
  listContacts,
  updateContact,
  type Contact
} from '@guiche/shared/features/inbox/contacts.ts'
import { createTag } from '@guiche/shared/features/inbox/tags.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { contactAddresses } from '#database/tables/inbox/contacts.ts'
import { messages } from '#database/tables/inbox/messages.ts'
import { ticketNotes } from '#database/tables/inbox/ticket-notes.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, type Company } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

type Wishes = Partial<Pick<Contact, 'email'>> & { name: string; number: string; extra?: string }

async function added({ admin }: Company, { extra, ...wishes }: Wishes): Promise<Contact> {
  const extraInfo = extra === undefined ? [] : [{ name: 'CPF', value: extra }]
  return accepted(app, await admin.call(createContact, { body: { email: '', ...wishes, extraInfo } }))
}

const tagged = async ({ admin }: Company, name: string) =>
  accepted(app, await admin.call(createTag, { body: { name } }))

const merged = async ({ admin }: Company, kept: Contact, gone: Contact): Promise<ContactMerge> =>
  accepted(app, await admin.call(mergeContacts, { params: { id: kept.id }, body: { contactId: gone.id } }))

const contactsOf = async ({ admin }: Company) => accepted(app, await admin.call(listContacts)).contacts

/** Everything the company has of its contacts, without when it last changed. */
async function everything({ id }: Company) {
  const { db } = app.ctx
  const own = { contacts: await contactsOf(companyOf(id)), tickets: [] as unknown[] }
  own.tickets = await db
    .select({ id: tickets.id, contactId: tickets.contactId, status: tickets.status })
    .from(tickets)
    .where(eq(tickets.companyId, id))
    .orderBy(tickets.id)
  const ofMessages = { ticketId: messages.ticketId, contactId: messages.contactId }
  const ofNotes = { ticketId: ticketNotes.ticketId, contactId: ticketNotes.contactId }
  const written = {
    messages: await db.select(ofMessages).from(messages).where(eq(messages.companyId, id)).orderBy(messages.ticketId),
    notes: await db.select(ofNotes).from(ticketNotes).where(eq(ticketNotes.companyId, id)).orderBy(ticketNotes.id)
  }
  const addresses = await db
    .select({ address: contactAddresses.address, contactId: contactAddresses.contactId })
    .from(contactAddresses)
    .where(eq(contactAddresses.companyId, id))
    .orderBy(contactAddresses.address)
  const strip = (contact: Contact) => ({
    ...contact,
    updatedAt: '',
    extraInfo: contact.extraInfo.map(({ name, value }) => [name, value])
  })
  return { ...own, ...written, contacts: own.contacts.map(strip), addresses }
}

const companies = new Map<number, Company>()
function companyOf(id: number): Company {
  const company = companies.get(id)
  if (!company) throw new Error('no such company')
  return company
}
async function newCompany(): Promise<Company> {
  const company = await makeCompany(app)
  companies.set(company.id, company)
  return company
}

/** Two contacts of one person, both being served over one connection, with a tag in common and a tag, a message and a note each. */
async function twoOfOne() {
  const company = await newCompany()
  const kept = await added(company, { name: 'Ana Lima', number: '5511987654321', extra: '1' })
  const gone = await added(company, { name: 'Ana L.', number: '5521988887777', email: 'ana@exemplo.com', extra: '2' })
  const [both, one, other] = await Promise.all(['Ambas', 'Desta', 'Daquela'].map((name) => tagged(company, name)))
  for (const [contact, tags] of [
    [kept, [both, one]],
    [gone, [both, other]]
  ] as const) {
    const body = { tags: tags.map((tag) => ({ id: tag?.id ?? 0 })) }
    contact.tags = accepted(app, await company.admin.call(updateContact, { params: { id: contact.id }, body })).tags
  }
  const connection = await makeConnectionRow(company)
  const place = { companyId: company.id, connectionId: connection.id }
  for (const { id: contactId } of [kept, gone]) {
    const ticket = await makeTicket(company, {
      contactId,
      connectionId: connection.id,
      status: 'open',
      userId: company.admin.id
    })
    const row = { ...place, ticketId: ticket.id, contactId, waId: `wa-${contactId}`, fromMe: false }
    await app.ctx.db.insert(messages).values({ ...row, id: crypto.randomUUID(), delivery: 'received' })
    await app.ctx.db.insert(ticketNotes).values({ companyId: company.id, ticketId: ticket.id, contactId, note: 'Nota' })
    await makeTicket(company, { contactId, connectionId: connection.id, status: 'closed' })
  }
  return { company, kept, gone }
}

describe('duplicates', () => {
  test('are found by number, email and name, each pair once, and never across companies', async () => {
    const company = await newCompany()
    const other = await newCompany()
    await added(other, { name: 'Ana', number: '5511911112222' })
    const [a, b] = [
      await added(company, { name: 'Ana', number: '5511987654321', email: 'a@exemplo.com' }),
      await added(company, { name: 'ana', number: '5521988887777', email: 'A@exemplo.com' })
    ]
    const [c, d] = [
      await added(company, { name: 'Rui', number: '5531977776666' }),
      await added(company, { name: 'Rui Sá', number: '1131977776666'.slice(2) })
    ]
    const { groups, hasMore } = accepted(app, await company.admin.call(listDuplicates))
    expect(groups.map(({ reason, contacts }) => [reason, contacts.map(({ id }) => id)])).toEqual([
      ['number', [c.id, d.id]],
      ['email', [a.id, b.id]]
    ])
    expect(hasMore).toBe(false)
  })
})

describe('a merge', () => {
  test('leaves one contact with everything of both, its other number still its own', async () => {
    const { company, kept, gone } = await twoOfOne()
    await merged(company, kept, gone)
    const [only, ...others] = await contactsOf(company)
    expect(others).toEqual([])
    expect(only).toMatchObject({ id: kept.id, name: 'Ana Lima', number: '5511987654321', email: 'ana@exemplo.com' })
    expect(only?.extraInfo.map(({ name, value }) => [name, value])).toEqual([
      ['CPF', '1'],
      ['CPF', '2'],
      ['WhatsApp', '+55 (21) 98888-7777']
    ])
    expect(only?.tags.map(({ name }) => name)).toEqual(['Ambas', 'Daquela', 'Desta'])
    const { tickets: all } = await everything(company)
    expect(all).toHaveLength(4)
    expect(all.every((ticket) => (ticket as { contactId: number }).contactId === kept.id)).toBe(true)
    const open = accepted(app, await company.admin.call(listTickets, { query: { status: 'open', showAll: true } }))
    expect(open.tickets.map(({ contact }) => contact.id)).toEqual([kept.id])
    const again = await company.admin.call(createContact, { body: { name: 'Outra', number: '5521988887777' } })
    expect(again.error).toBe('ERR_DUPLICATED_CONTACT')
  })

  test('that is taken back leaves everything as it was', async () => {
    const { company, kept, gone } = await twoOfOne()
    const before = await everything(company)
    const { id } = await merged(company, kept, gone)
    expect(await everything(company)).not.toEqual(before)
    accepted(app, await company.admin.call(undoMerge, { params: { id } }))
    expect(await everything(company)).toEqual(before)
    expect((await company.admin.call(undoMerge, { params: { id } })).error).toBe('ERR_MERGE_NOT_UNDOABLE')
  })

  test('that is taken back keeps what people changed since', async () => {
    const { company, kept, gone } = await twoOfOne()
    const { id } = await merged(company, kept, gone)
    await app.ctx.db
      .update(tickets)
      .set({ status: 'closed' })
      .where(and(eq(tickets.companyId, company.id), eq(tickets.status, 'open')))
    const connection = await makeConnectionRow(company)
    const later = await makeTicket(company, { contactId: kept.id, connectionId: connection.id, status: 'open' })
    accepted(app, await company.admin.call(undoMerge, { params: { id } }))
    const { tickets: all } = await everything(company)
    expect(all).toContainEqual({ id: later.id, contactId: kept.id, status: 'open' })
  })

  test('is seen by every console as a reload shows it', async () => {
    const { company, kept, gone } = await twoOfOne()
    const socket = await company.admin.connect()
    const live = await followList({
      socket,
      event: contactEvent,
      // Events of contacts do not follow which connection they are talked to on.
      load: async () => (await contactsOf(company)).map(({ whatsapp: _not, ...contact }) => contact),
      apply: (items, payload) =>
        payload.action === 'delete'
          ? without(items, payload.contactId)
          : payload.action === 'reload'
            ? items
            : put(items, payload.contact as Contact)
    })
    const history = await followList({
      socket,
      event: contactMergeEvent,
      load: async () => accepted(app, await company.admin.call(listMerges)).records,
      apply: (items, payload) => put(items, payload.merge as ContactMerge)
    })
    const { id } = await merged(company, kept, gone)
    await live.expectEqualsReload()
    await history.expectEqualsReload()
    await company.admin.call(undoMerge, { params: { id } })
    await live.expectEqualsReload()
    await history.expectEqualsReload()
    expect([live.items().length, history.items().length]).toEqual([2, 1])
  })

  test('of a contact with itself, with a stranger, or of a stranger is refused', async () => {
    const company = await newCompany()
    const other = await newCompany()
    const own = await added(company, { name: 'Ana', number: '5511987654321' })
    const foreign = await added(other, { name: 'Rui', number: '5511987654321' })
    const tryIt = async (id: number, contactId: number) =>
      (await company.admin.call(mergeContacts, { params: { id }, body: { contactId } })).error
    expect(await tryIt(own.id, own.id)).toBe('ERR_CONTACTS_NOT_MERGEABLE')
    expect(await tryIt(own.id, foreign.id)).toBe('ERR_NO_CONTACT_FOUND')
    expect(await tryIt(foreign.id, own.id)).toBe('ERR_NO_CONTACT_FOUND')
  })

  test('goes one way when two people merge the same two at once', async () => {
    const { company, kept, gone } = await twoOfOne()
    const tryIt = (id: number, contactId: number) =>
      company.admin.call(mergeContacts, { params: { id }, body: { contactId } })
    const answers = await Promise.all([tryIt(kept.id, gone.id), tryIt(gone.id, kept.id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(await contactsOf(company)).toHaveLength(1)
  })
})
