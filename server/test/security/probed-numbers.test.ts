// The attack: somebody who may not see numbers finds one out by searching for parts of it, by the order of a list, by sending
// it to themselves, or by writing over it; and the honest ways: a whole number, and one look with a reason.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '@guiche/shared/features/org/audit.ts'
import { listContactListItems, updateContactListItem } from '@guiche/shared/features/outreach/contact-lists.ts'
import { exportCampaign, listRecipients } from '@guiche/shared/features/outreach/campaigns.ts'
import { exportContacts } from '@guiche/shared/features/inbox/contact-sheets.ts'
import {
  createContact,
  listAllContacts,
  listContacts,
  revealNumber,
  showContact,
  updateContact
} from '@guiche/shared/features/inbox/contacts.ts'
import { forwardMessage } from '@guiche/shared/features/inbox/message-forward.ts'
import { findTicketHits, searchMessages } from '@guiche/shared/features/inbox/message-search.ts'
import { listMessages, sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { createTicket, listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { permissionKeys } from '@guiche/shared/kernel/access.ts'
import { hiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { contacts } from '#database/tables/inbox/contacts.ts'
import { mostRevealsAnHour } from '#features/inbox/contacts/reveal-number.ts'
import { makeCompany, makeUser, makeUserWith, type Company, type Person } from '../fixtures/factories.ts'
import { makeConnectionRow, makeContact } from '../fixtures/make-ticket.ts'
import { fillWithNumbers, type NumberedCompany } from '../fixtures/numbered-company.ts'
import { buildTestApp, type TestApp } from '../server/build-test-app.ts'

let test: TestApp
let company: Company
let blind: Person
let seeing: Person
let filled: NumberedCompany
/** Of a contact with a name, and of one that is called by it. */
let [named, called]: { id: number; number: string; ticketId: number }[] = []

beforeAll(async () => {
  test = await buildTestApp()
  company = await makeCompany(test)
  blind = await makeUserWith(
    company,
    permissionKeys.filter((key) => key !== 'numbers:view')
  )
  seeing = await makeUserWith(company, permissionKeys)
  filled = await fillWithNumbers(company, blind)
  const rows = await test.ctx.db.select().from(contacts).where(eq(contacts.companyId, company.id))
  ;[named, called] = filled.contactIds.map((id, place) => ({
    id,
    number: rows.find((row) => row.id === id)?.number ?? '',
    ticketId: filled.ticketIds[place] ?? 0
  }))
}, 60_000)
afterAll(() => test.close())

const person = (one: typeof named) => one ?? { id: 0, number: '', ticketId: 0 }

/** What each search of the desk finds: contacts, tickets, messages, people of lists and of campaigns. */
async function found(who: Person, searchParam: string) {
  const { ticketIds, contactListId, campaignId } = filled
  const page = { searchParam, pageNumber: 1 }
  const [listed, all, tickets, hits, items, recipients] = await Promise.all([
    who.call(listContacts, { query: page }),
    who.call(listAllContacts, { query: { name: searchParam } }),
    who.call(listTickets, { query: { ...page, showAll: 'true' } as never }),
    who.call(findTicketHits, { query: { searchParam, ticketIds: JSON.stringify(ticketIds) } as never }),
    who.call(listContactListItems, { query: { ...page, contactListId } }),
    who.call(listRecipients, { params: { id: campaignId }, query: page })
  ])
  const inMessages = await Promise.all(
    ticketIds.map((ticketId) => who.call(searchMessages, { params: { ticketId }, query: { searchParam } }))
  )
  return {
    contacts: listed.body.contacts.map(({ id }) => id),
    count: listed.body.count,
    all: all.body.map(({ id }) => id),
    tickets: tickets.body.tickets.map(({ contactId }) => contactId),
    ticketCount: tickets.body.count,
    hits: hits.body.hits.length,
    items: items.body.count,
    recipients: recipients.body.count,
    messages: inMessages.flatMap(({ body }) => body.hits).length
  }
}

const nothing = {
  contacts: [],
  count: 0,
  all: [],
  tickets: [],
  ticketCount: 0,
  hits: 0,
  items: 0,
  recipients: 0,
  messages: 0
}

describe('searches', () => {
  it('find nothing by a part of a number, wherever it stands', async () => {
    const { number } = person(called)
    for (const part of [
      number.slice(0, -1),
      number.slice(-8),
      number.slice(-4),
      number.slice(4, 9),
      `(21) ${number.slice(4, 9)}`
    ])
      expect([part, await found(blind, part)]).toEqual([part, nothing])
    expect((await found(seeing, number.slice(-4))).contacts).toContain(person(called).id)
  })

  it('find by the whole number in every spelling, as for everybody', async () => {
    for (const { id, number } of [person(named), person(called)]) {
      const [area, first, last] = [number.slice(2, 4), number.slice(4, 9), number.slice(9)]
      for (const typed of [
        number,
        `+55 (${area}) ${first}-${last}`,
        `${area}${first}${last}`,
        `55${area}${number.slice(5)}`
      ]) {
        const { contacts: ids, all, tickets } = await found(blind, typed)
        expect([typed, ids, all, tickets]).toEqual([typed, [id], [id], [id]])
      }
    }
  })

  it('find digits in names and in what customers wrote', async () => {
    const contact = await makeContact(company)
    await company.admin.call(updateContact, { params: { id: contact.id }, body: { name: 'Turma 42' } })
    expect((await found(blind, 'turma 42')).contacts).toEqual([contact.id])
    expect((await found(blind, 'seu')).messages).toBeGreaterThan(0)
  })
})

it('the order of names does not tell the digits of those who are called by a number', async () => {
  const ids = async () => (await blind.call(listAllContacts, { query: {} })).body.map(({ id }) => id)
  const { number } = person(called)
  const probe = await makeContact(company)
  const places: number[] = []
  // Below and above it in the alphabet.
  for (const name of [number.slice(0, -1), `${number}9`.slice(-15)]) {
    await test.ctx.db.update(contacts).set({ name }).where(eq(contacts.id, probe.id))
    const order = await ids()
    places.push(Math.sign(order.indexOf(probe.id) - order.indexOf(person(called).id)))
  }
  expect(new Set(places).size).toBe(1)
})

describe('writing', () => {
  it('what a client sends back as it was shown changes nothing', async () => {
    const { id, number } = person(called)
    const { body: shown } = await blind.call(showContact, { params: { id } })
    expect(shown).toMatchObject({ name: hiddenNumber(number), number: hiddenNumber(number) })
    const { name, number: sent } = shown
    const saved = await blind.call(updateContact, {
      params: { id },
      body: { name, number: sent, email: 'rui@exemplo.com' }
    })
    expect([saved.status, saved.body.email]).toEqual([200, 'rui@exemplo.com'])
    const { body: stored } = await seeing.call(showContact, { params: { id } })
    expect(stored).toMatchObject({ name: number, number, email: 'rui@exemplo.com' })
  })

  it('further fields that came back hidden stay, and others change', async () => {
    const { id } = person(called)
    const { extraInfo } = (await blind.call(showContact, { params: { id } })).body
    const { extraInfo: stored } = (await seeing.call(showContact, { params: { id } })).body
    const body = { extraInfo: [...extraInfo, { name: 'Horário', value: 'à tarde' }] }
    expect((await blind.call(updateContact, { params: { id }, body })).status).toBe(200)
    const after = (await seeing.call(showContact, { params: { id } })).body.extraInfo
    expect(after.map(({ value }) => value)).toEqual([...stored.map(({ value }) => value), 'à tarde'])
    const moved = { extraInfo: [{ name: 'Recado', value: hiddenNumber('5511987654321') }] }
    expect((await blind.call(updateContact, { params: { id }, body: moved })).error).toBe('ERR_NUMBER_HIDDEN')
  })

  it('the same holds for people of a contact list', async () => {
    const query = { contactListId: filled.contactListId, searchParam: '', pageNumber: 1 }
    const [item] = (await blind.call(listContactListItems, { query })).body.contacts
    const before = (await seeing.call(listContactListItems, { query })).body.contacts.find(({ id }) => id === item?.id)
    const body = { name: item?.name, number: item?.number, email: 'a@exemplo.com' }
    const saved = await blind.call(updateContactListItem, { params: { id: item?.id ?? 0 }, body })
    expect(saved.status).toBe(200)
    const after = (await seeing.call(listContactListItems, { query })).body.contacts.find(({ id }) => id === item?.id)
    expect(after).toEqual({ ...before, email: 'a@exemplo.com' })
  })

  it('a hidden number is neither stored nor sent', async () => {
    const shown = hiddenNumber(person(named).number)
    expect((await blind.call(createContact, { body: { name: 'Rui', number: shown } })).error).toBe('ERR_NUMBER_HIDDEN')
    const params = { ticketId: person(named).ticketId }
    expect((await blind.call(sendMessage, { params, body: { body: `é ${shown}?` } })).error).toBe('ERR_NUMBER_HIDDEN')
  })

  it('a new conversation by a whole number goes as before', async () => {
    const made = await blind.call(createContact, { body: { name: 'Cliente novo', number: '+55 (21) 97777-1234' } })
    expect([made.status, made.body.number]).toEqual([200, '+55 (21) 9••••-••34'])
    const { id: whatsappId } = await makeConnectionRow(company)
    const ticket = await blind.call(createTicket, { body: { contactId: made.body.id, whatsappId } })
    expect([ticket.status, ticket.body.contact.number]).toEqual([200, '+55 (21) 9••••-••34'])
  })

  it('nobody forwards a number to the own phone', async () => {
    const { id: contactId } = await makeContact(company)
    const { ticketId } = person(named)
    const { messages } = (await blind.call(listMessages, { params: { ticketId }, query: {} })).body
    const message = messages.find(({ mediaType, body }) => mediaType === 'chat' && body.includes('•'))
    const sent = await blind.call(forwardMessage, {
      params: { messageId: message?.id ?? '' },
      body: { contactIds: [contactId] }
    })
    expect(sent.error).toBe('ERR_NUMBER_HIDDEN')
  })

  it('sheets of numbers are for those who may see them', async () => {
    expect((await blind.call(exportContacts, { body: { format: 'csv' } })).error).toBe('ERR_NO_PERMISSION')
    const params = { id: filled.campaignId }
    expect((await blind.call(exportCampaign, { params, body: {} })).error).toBe('ERR_NO_PERMISSION')
  })
})

describe('one look', () => {
  it('shows the number of one contact, and the log says who, whose and why, without the number', async () => {
    const { id, number } = person(named)
    const shown = await blind.call(revealNumber, { params: { id }, body: { reason: `Ligar de volta, é ${number}` } })
    expect([shown.status, shown.body]).toEqual([200, { number }])
    const { entries } = (await company.admin.call(listAudit, { query: { action: 'contact.number-revealed' } as never }))
      .body
    expect(entries[0]).toMatchObject({
      actor: { id: blind.id },
      subject: { type: 'contact', id: String(id), label: null },
      after: { reason: `Ligar de volta, é ${hiddenNumber(number)}` }
    })
    expect(JSON.stringify(entries)).not.toContain(number)
  })

  it('asks for a reason of 3 to 200 letters, and for a contact of the own company', async () => {
    const { id } = person(named)
    const answer = async (reason: unknown, who = blind) => {
      const { refusal } = await who.call(revealNumber, { params: { id }, body: { reason } as never })
      return refusal?.fields?.['reason'] ?? refusal?.error
    }
    expect(await answer('  ab  ')).toBe('Too Short!')
    expect(await answer('x'.repeat(201))).toBe('Too Long!')
    expect(await answer(undefined)).toBe('Required')
    const stranger = await makeUser(await makeCompany(test))
    expect(await answer('Ligar de volta', stranger)).toBe('ERR_NO_CONTACT_FOUND')
  })

  it(`is had ${mostRevealsAnHour} times an hour, also by calls at once`, async () => {
    const eager = await makeUserWith(company, [])
    const look = () => eager.call(revealNumber, { params: { id: person(named).id }, body: { reason: 'Curiosidade' } })
    const answers = await Promise.all(Array.from({ length: mostRevealsAnHour + 5 }, look))
    const refused = answers.filter(({ error }) => error === 'ERR_TOO_MANY_REQUESTS').length
    expect([answers.filter(({ status }) => status === 200).length, refused]).toEqual([mostRevealsAnHour, 5])
  })
})
