// Tests of the tags of contacts: set, seen by everybody, asked for, and kept when two contacts turn out to be one.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  contactEvent,
  createContact,
  listContacts,
  showContact,
  updateContact,
  type Contact
} from '@guiche/shared/features/inbox/contacts.ts'
import { createTag, deleteTag, syncTicketTags, updateTag } from '@guiche/shared/features/inbox/tags.ts'
import { receiveMessages } from '#features/inbox/messages/receive/receive-message.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeUser, unique, type Company, type Person } from '#test/fixtures/factories.ts'
import { followList, put } from '#test/live-equals-reload.ts'
import { inbound, makeConnection, newCustomer, partyOf } from '#test/fixtures/inbound.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
let company: Company
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
})

const tag = async (by: Person, name: string) => accepted(app, await by.call(createTag, { body: { name } }))
async function add(name: string, tags: { id: number }[] = []): Promise<Contact> {
  const body = { name, number: `55119${String(70_000_000 + unique())}`, tags: tags.map(({ id }) => ({ id })) }
  return accepted(app, await company.admin.call(createContact, { body }))
}
const setTags = (by: Person, id: number, tags: { id: number }[]) =>
  by.call(updateContact, { params: { id }, body: { tags: tags.map((one) => ({ id: one.id })) } })
const namesOf = ({ tags }: Contact) => tags.map(({ name }) => name)
const look = async (id: number) => accepted(app, await company.admin.call(showContact, { params: { id } }))

test('tags are set with a contact and stay when something else of it is changed', async () => {
  const [vip, debtor] = [await tag(company.admin, 'VIP ouro'), await tag(company.admin, 'Devedor')]
  const { id } = await add('Ana', [vip])
  expect((await setTags(company.admin, id, [debtor, vip, vip])).body.tags).toEqual([
    { id: debtor.id, name: 'Devedor', color: debtor.color },
    { id: vip.id, name: 'VIP ouro', color: vip.color }
  ])
  await company.admin.call(updateContact, { params: { id }, body: { name: 'Ana Paula' } })
  expect(await look(id)).toMatchObject({ name: 'Ana Paula', tags: [{ id: debtor.id }, { id: vip.id }] })
  await setTags(company.admin, id, [])
  expect((await look(id)).tags).toEqual([])
})

test('everybody sees at once what an attendant tags, and what becomes of a tag', async () => {
  const user = await makeUser(company)
  const { id } = await add('Ana')
  const list = await followList({
    socket: await company.admin.connect(),
    event: contactEvent,
    load: async () =>
      (await company.admin.call(listContacts)).body.contacts.map(({ whatsapp: _connection, ...one }) => one),
    apply: (items, event) => ('contact' in event ? put(items, event.contact) : items)
  })
  const vip = await tag(user, 'VIP ouro')
  await setTags(user, id, [vip])
  await list.expectEqualsReload()
  expect(list.items().flatMap(namesOf)).toEqual(['VIP ouro'])
  await company.admin.call(updateTag, { params: { id: vip.id }, body: { name: 'VIP prata' } })
  expect(namesOf(await look(id))).toEqual(['VIP prata'])
  await company.admin.call(deleteTag, { params: { id: vip.id } })
  expect(namesOf(await look(id))).toEqual([])
})

test('the list shows the contacts that have all tags asked for, also among those that hold a text', async () => {
  const [vip, debtor] = [await tag(company.admin, 'VIP ouro'), await tag(company.admin, 'Devedor')]
  await add('Ana', [vip, debtor])
  await add('Bia', [vip])
  await add('Bento')
  const list = async (tags: { id: number }[], searchParam = '') => {
    const query = { tags: tags.map(({ id }) => id), searchParam }
    const { contacts, count } = accepted(app, await company.admin.call(listContacts, { query }))
    expect(count).toBe(contacts.length)
    return contacts.map(({ name }) => name)
  }
  expect(await list([])).toEqual(['Ana', 'Bento', 'Bia'])
  expect(await list([vip])).toEqual(['Ana', 'Bia'])
  expect(await list([vip, debtor])).toEqual(['Ana'])
  expect(await list([vip], 'bi')).toEqual(['Bia'])
  expect(await list([{ id: 999_999 }])).toEqual([])
})

test('a tag of another company or of nobody is refused, and nothing is changed', async () => {
  const stranger = await makeCompany(app)
  const [own, foreign] = [await tag(company.admin, 'VIP ouro'), await tag(stranger.admin, 'Deles')]
  const { id } = await add('Ana', [own])
  for (const wrong of [foreign, { id: 999_999 }]) {
    expect((await setTags(company.admin, id, [wrong])).error).toBe('ERR_NO_TAG_FOUND')
  }
  expect(namesOf(await look(id))).toEqual(['VIP ouro'])
})

test('a tag of a ticket counts where it is asked for, as for campaigns, and in no other company', async () => {
  const [vip, other] = [await tag(company.admin, 'VIP ouro'), await tag(company.admin, 'Devedor')]
  const [ana, bia] = [await add('Ana', [vip]), await add('Bia')]
  await add('Caio')
  for (const status of ['open', 'closed'] as const) {
    const ticket = await makeTicket(company, { contactId: bia.id, status })
    const tags = [{ id: vip.id }]
    accepted(app, await company.admin.call(syncTicketTags, { body: { ticketId: ticket.id, tags } }))
  }
  const list = async (by: Person, tags: { id: number }[], countsTickets: boolean) =>
    (await by.call(listContacts, { query: { tags: tags.map(({ id }) => id), countsTickets } })).body.contacts.map(
      ({ id }) => id
    )
  expect(await list(company.admin, [vip], false)).toEqual([ana.id])
  expect(await list(company.admin, [vip], true)).toEqual([ana.id, bia.id])
  expect(await list(company.admin, [vip, other], true)).toEqual([])
  expect(await list((await makeCompany(app)).admin, [vip], true)).toEqual([])
})

test('two contacts that turn out to be one person have the tags of both', async () => {
  const [vip, debtor] = [await tag(company.admin, 'VIP ouro'), await tag(company.admin, 'Devedor')]
  const { ref } = await makeConnection(company)
  const customer = newCustomer()
  await receiveMessages(app.ctx, ref, [inbound(customer, 'Oi', { chat: partyOf(customer, 'phone') })])
  await receiveMessages(app.ctx, ref, [inbound(customer, 'Oi', { chat: partyOf(customer, 'lid') })])
  const both = (await company.admin.call(listContacts)).body.contacts
  expect(both).toHaveLength(2)
  for (const [index, { id }] of both.entries()) await setTags(company.admin, id, index === 0 ? [vip] : [debtor, vip])
  await receiveMessages(app.ctx, ref, [inbound(customer, 'Oi')])
  expect((await company.admin.call(listContacts)).body.contacts.map(namesOf)).toEqual([['Devedor', 'VIP ouro']])
})
