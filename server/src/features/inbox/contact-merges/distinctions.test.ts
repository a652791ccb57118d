// Contacts that are not one person: no longer offered, offered again when one joins them or when that is taken back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addDistinction,
  contactDistinctionEvent,
  listDistinctions,
  listDuplicates,
  removeDistinction,
  type ContactDistinction
} from '@guiche/shared/features/inbox/contact-merges.ts'
import { createContact } from '@guiche/shared/features/inbox/contacts.ts'
import { contacts } from '#database/tables/inbox/contacts.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, unique, type Company } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function added({ admin }: Company, name: string, email = ''): Promise<number> {
  const number = `55119${String(60_000_000 + unique())}`
  return accepted(app, await admin.call(createContact, { body: { name, number, email, extraInfo: [] } })).id
}
async function groupsOf({ admin }: Company) {
  return accepted(app, await admin.call(listDuplicates)).groups.map(({ reason, contacts: ones }) => [
    reason,
    ...ones.map(({ id }) => id)
  ])
}
const distinguish = async ({ admin }: Company, reason: 'name' | 'email', contactId: number) =>
  accepted(app, await admin.call(addDistinction, { body: { reason, contactId } }))
const recordsOf = async ({ admin }: Company) => accepted(app, await admin.call(listDistinctions)).records

test('a group that was said not to be one person is not offered for any reason, until another one joins it', async () => {
  const company = await makeCompany(app)
  const [a, b] = [
    await added(company, 'Ana', 'familia@exemplo.com'),
    await added(company, 'ANA', 'Familia@exemplo.com')
  ]
  expect(await groupsOf(company)).toEqual([['email', a, b]])
  const record = await distinguish(company, 'email', b)
  expect(record).toMatchObject({ reason: 'email', names: ['Ana', 'ANA'], count: 2, userName: company.admin.name })
  expect(await groupsOf(company)).toEqual([])
  const c = await added(company, 'ana')
  expect(await groupsOf(company)).toEqual([['name', a, b, c]])
  await distinguish(company, 'name', c)
  expect(await groupsOf(company)).toEqual([])
})

test('taking it back offers them again, and everybody sees the list change', async () => {
  const company = await makeCompany(app)
  const [a, b] = [await added(company, 'Rui'), await added(company, 'Rui')]
  const live = await followList({
    socket: await company.admin.connect(),
    event: contactDistinctionEvent,
    load: () => recordsOf(company),
    apply: (items, payload) =>
      payload.action === 'delete' ? without(items, payload.id) : put(items, payload.record as ContactDistinction)
  })
  const { id } = await distinguish(company, 'name', a)
  await live.expectEqualsReload()
  expect(live.items()).toHaveLength(1)
  accepted(app, await company.admin.call(removeDistinction, { params: { id } }))
  await live.expectEqualsReload()
  expect(await groupsOf(company)).toEqual([['name', a, b]])
  expect((await company.admin.call(removeDistinction, { params: { id } })).error).toBe('ERR_NOT_FOUND')
})

test('a group larger than what is shown goes as a whole', async () => {
  const company = await makeCompany(app)
  const rows = Array.from({ length: 40 }, () => ({ companyId: company.id, name: 'Cliente da loja' }))
  const [first] = await app.ctx.db.insert(contacts).values(rows).returning({ id: contacts.id })
  expect((await groupsOf(company))[0]).toHaveLength(11)
  const record = await distinguish(company, 'name', first?.id ?? 0)
  expect([record.count, record.names.length]).toEqual([40, 10])
  expect(await groupsOf(company)).toEqual([])
})

test('those that were put aside take no room from the others, and more than fit are announced', async () => {
  const company = await makeCompany(app)
  const names = Array.from({ length: 25 }, (_, at) => `Pessoa ${String(at).padStart(2, '0')}`)
  const rows = names.flatMap((name) => [1, 2].map(() => ({ companyId: company.id, name })))
  const made = await app.ctx.db.insert(contacts).values(rows).returning({ id: contacts.id })
  const look = async () => accepted(app, await company.admin.call(listDuplicates))
  expect(await look()).toMatchObject({ hasMore: true })
  expect((await look()).groups).toHaveLength(20)
  for (const { id } of made.filter((_, at) => at % 2 === 0).slice(0, 10)) await distinguish(company, 'name', id)
  expect(await look()).toMatchObject({ hasMore: false })
  expect((await look()).groups.map(({ contacts: [one] }) => one?.name)).toEqual(names.slice(10))
})

test('nobody is told apart from nobody, and contacts of others are not touched', async () => {
  const [company, other] = [await makeCompany(app), await makeCompany(app)]
  const alone = await added(company, 'Sozinha')
  const theirs = [await added(other, 'Eva'), await added(other, 'Eva')]
  const tryIt = async (contactId: number) =>
    (await company.admin.call(addDistinction, { body: { reason: 'name', contactId } })).error
  expect(await tryIt(alone)).toBe('ERR_NO_CONTACT_FOUND')
  expect(await tryIt(theirs[0] ?? 0)).toBe('ERR_NO_CONTACT_FOUND')
  expect(await recordsOf(company)).toEqual([])
  expect(await groupsOf(other)).toEqual([['name', ...theirs]])
})
