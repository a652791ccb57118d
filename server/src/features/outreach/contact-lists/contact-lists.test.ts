// Contact lists: making them, the people in them, their import, and the check of numbers by a connection that is up.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as lists from '@guiche/shared/features/outreach/contact-lists.ts'
import type { ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { listContactImports } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { contactImports } from '#database/tables/inbox/contact-imports.ts'
import { writeSheet } from '#platform/sheets/sheets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { makeConnectionRow } from '#test/fixtures/make-ticket.ts'
import { storedFiles } from '#test/fixtures/upload.ts'

/** What WhatsApp was asked about, question by question. */
const asked: string[][] = []
/** Numbers that are on WhatsApp. */
const onWhatsApp = new Set<string>()

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({
    whatsapp: {
      lookUp: async (_ref, numbers) => {
        asked.push(numbers)
        return numbers.map((number) => {
          const exists = onWhatsApp.has(number)
          return { asked: number, exists, number: exists ? number : null, phone: null, lid: null }
        })
      }
    }
  })
})
afterAll(() => app.close())

const newList = async (by: Person, name = 'Clientes do inverno') =>
  accepted(app, await by.call(lists.createContactList, { body: { name } }))
const shown = async (by: Person, id: number) => accepted(app, await by.call(lists.showContactList, { params: { id } }))
const people = async (by: Person, contactListId: number, query: object = {}) =>
  accepted(app, await by.call(lists.listContactListItems, { query: { contactListId, ...query } }))
const add = (by: Person, contactListId: number, number: string, name = 'Ana Lima') =>
  by.call(lists.createContactListItem, { body: { contactListId, name, number, email: '' } })

async function upload({ token }: Person, id: number, bytes: Uint8Array | string, name = 'clientes.xlsx') {
  const form = new FormData()
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : Buffer.from(bytes)]), name)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${app.url}/contact-lists/${id}/upload`, { method: 'POST', headers, body: form })
  return { status: answer.status, body: (await answer.json()) as ContactImport & { error?: string } }
}

/** Runs what is due, and what a short wait makes due, until every number of the list has been asked about. */
async function checkAll(by: Person, id: number) {
  for (let round = 0; round < 20 && (await shown(by, id)).uncheckedCount > 0; round++) {
    app.clock.advance(5000)
    await app.drain()
  }
  return shown(by, id)
}

test('lists are made, named, found by pages and by their names, and deleted with their people', async () => {
  const company = await makeCompany(app)
  const user = await makeUser(company, { permissions: ['contact-lists-page:delete'] })
  for (let n = 10; n < 32; n++) await newList(user, `Lista ${n}`)
  const one = await newList(user, '  Aniversariantes  ')
  expect(one).toMatchObject({ name: 'Aniversariantes', contactsCount: 0, uncheckedCount: 0, companyId: company.id })
  const page = async (query: object) => accepted(app, await user.call(lists.listContactLists, { query }))
  const [first, second] = [await page({}), await page({ pageNumber: 2 })]
  expect([first.records.length, first.count, first.hasMore, first.records[0]?.name]).toEqual([
    20,
    23,
    true,
    'Aniversariantes'
  ])
  expect([second.records.length, second.hasMore]).toEqual([3, false])
  expect((await page({ searchParam: 'ANIVER' })).records.map(({ id }) => id)).toEqual([one.id])
  expect(accepted(app, await user.call(lists.listAllContactLists))).toHaveLength(23)
  const renamed = await user.call(lists.updateContactList, { params: { id: one.id }, body: { name: 'Aniversários' } })
  expect(renamed.body.name).toBe('Aniversários')
  expect((await user.call(lists.createContactList, { body: { name: 'A' } })).refusal?.fields).toEqual({
    name: 'Too Short!'
  })
  const item = accepted(app, await add(user, one.id, '5511987650001'))
  expect((await user.call(lists.deleteContactList, { params: { id: one.id } })).status).toBe(200)
  expect((await user.call(lists.showContactListItem, { params: { id: item.id } })).error).toBe(
    'ERR_NO_CONTACT_LIST_ITEM_FOUND'
  )
  expect((await user.call(lists.showContactList, { params: { id: one.id } })).error).toBe('ERR_NO_CONTACT_LIST_FOUND')
})

test('a number is in a list once, in either spelling; only administrators take people out', async () => {
  const company = await makeCompany(app)
  const user = await makeUser(company)
  const { id } = await newList(user)
  const ana = accepted(app, await add(user, id, '+55 (11) 98765-4321'))
  expect(ana).toMatchObject({ number: '5511987654321', isWhatsappValid: false, checkedAt: null, contactListId: id })
  expect((await add(user, id, '551187654321')).error).toBe('ERR_DUPLICATED_CONTACT')
  expect((await add(user, id, '1234567890123456')).error).toBe('ERR_WAPP_INVALID_CONTACT')
  const rui = accepted(app, await add(user, id, '5521988887777', 'Rui Costa'))
  const edit = (body: object) => user.call(lists.updateContactListItem, { params: { id: rui.id }, body })
  expect((await edit({ number: '551187654321' })).error).toBe('ERR_DUPLICATED_CONTACT')
  expect((await edit({ name: 'Rui Alves', email: 'rui@exemplo.com' })).body).toMatchObject({
    name: 'Rui Alves',
    number: '5521988887777',
    email: 'rui@exemplo.com'
  })
  expect((await people(user, id, { searchParam: 'RUI@EX' })).contacts.map((one) => one.id)).toEqual([rui.id])
  const remove = (by: Person) => by.call(lists.deleteContactListItem, { params: { id: ana.id } })
  expect((await remove(user)).error).toBe('ERR_NO_PERMISSION')
  expect((await remove(company.admin)).status).toBe(200)
  expect((await shown(user, id)).contactsCount).toBe(1)
})

test('what others see of lists and people is what a reload shows', async () => {
  const company = await makeCompany(app)
  const user = await makeUser(company)
  const { id } = await newList(user)
  const watched = await followList({
    socket: await company.admin.connect(),
    event: lists.contactListEvent,
    load: async () => accepted(app, await company.admin.call(lists.listAllContactLists)),
    apply: (items, event) => (event.action === 'delete' ? without(items, event.id) : put(items, event.record))
  })
  const inside = await followList({
    socket: await company.admin.connect(),
    event: lists.contactListItemEvent,
    load: async () => (await people(company.admin, id)).contacts,
    apply: (items, event) => (event.action === 'delete' ? without(items, event.id) : put(items, event.record))
  })
  const agree = async () => {
    await watched.expectEqualsReload()
    await inside.expectEqualsReload()
  }
  const ana = accepted(app, await add(user, id, '5511987650002'))
  await agree()
  await user.call(lists.updateContactListItem, { params: { id: ana.id }, body: { number: '5511987650003' } })
  await newList(user, 'Outra lista')
  await agree()
  await company.admin.call(lists.deleteContactListItem, { params: { id: ana.id } })
  await agree()
  expect([watched.items()[0]?.contactsCount, inside.items()]).toEqual([0, []])
})

const row = (n: number) => [`Pessoa ${n}`, `55119${80_000_000 + n}`, `p${n}@exemplo.com`]
const headings = ['nome', 'numero', 'email']

test('a sheet is taken into the list and not into the contacts, with a report of its bad rows', async () => {
  const company = await makeCompany(app)
  const { admin } = company
  const { id } = await newList(admin)
  accepted(app, await add(admin, id, '5511980000001', 'Já estava'))
  const rows = Array.from({ length: 600 }, (_, n) => row(n))
  const sheet = await writeSheet('xlsx', [headings, ...rows, row(3), ['Rui', '12', '']])
  const { status, body } = await upload(admin, id, sheet)
  expect([status, body.contactListId]).toEqual([200, id])
  await app.ctx.jobs.drain()
  const params = { id, importId: body.id }
  const report = accepted(app, await admin.call(lists.showContactListImport, { params }))
  expect(report).toMatchObject({ status: 'done', total: 602, done: 602, created: 599, updated: 1, merged: 1, bad: 1 })
  expect(report.badRows).toEqual([{ row: 603, name: 'Rui', number: '12', problem: 'number-invalid' }])
  expect((await shown(admin, id)).contactsCount).toBe(600)
  const [before] = (await people(admin, id, { searchParam: 'já estava' })).contacts
  expect(before?.email).toBe('p1@exemplo.com')
  expect(accepted(app, await admin.call(lists.listContactListImports, { params: { id } })).records).toHaveLength(1)
  expect(accepted(app, await admin.call(listContactImports)).records).toEqual([])
  expect(accepted(app, await admin.call(listContacts)).count).toBe(0)
  const other = await newList(admin, 'Outra')
  const strange = await admin.call(lists.showContactListImport, { params: { id: other.id, importId: body.id } })
  expect(strange.error).toBe('ERR_NOT_FOUND')
})

test('an import goes on where its node ended, counts nobody twice, and ends with its list', async () => {
  const company = await makeCompany(app)
  const { admin } = company
  const { id } = await newList(admin)
  const sheet = await writeSheet('csv', [headings, ...Array.from({ length: 500 }, (_, n) => row(n))])
  const half = await writeSheet('csv', [headings, ...Array.from({ length: 250 }, (_, n) => row(n))])
  await upload(admin, id, half, 'metade.csv')
  await app.ctx.jobs.drain()
  const { body } = await upload(admin, id, sheet, 'tudo.csv')
  // As a node leaves it that ended after the first step.
  await app.ctx.db
    .update(contactImports)
    .set({ status: 'running', total: 500, done: 250, unchanged: 250 })
    .where(eq(contactImports.id, body.id))
  await app.ctx.jobs.drain()
  expect((await shown(admin, id)).contactsCount).toBe(500)
  await upload(admin, id, sheet, 'de-novo.csv')
  expect(storedFiles(app).filter((path) => path.startsWith(`c${company.id}/`))).toHaveLength(1)
  await admin.call(lists.deleteContactList, { params: { id } })
  await app.drain()
  expect(storedFiles(app).filter((path) => path.startsWith(`c${company.id}/`))).toEqual([])
})

async function importRows(company: Company, id: number, count: number, from = 0) {
  const rows = Array.from({ length: count }, (_, n) => row(from + n))
  await upload(company.admin, id, await writeSheet('csv', [headings, ...rows]), 'a.csv')
  await app.ctx.jobs.drain()
}

test('numbers are checked some at a time once a connection is up, and not again', async () => {
  const company = await makeCompany(app)
  const { admin } = company
  const { id } = await newList(admin)
  await importRows(company, id, 120, 1000)
  app.clock.advance(5000)
  await app.drain()
  expect(await shown(admin, id)).toMatchObject({ contactsCount: 120, uncheckedCount: 120, validCount: 0 })
  await makeConnectionRow(company, { status: 'CONNECTED' })
  // One is known by its other spelling, one by that of the sheet.
  onWhatsApp.add('5511980001000').add('551180001001')
  const before = asked.length
  accepted(app, await add(admin, id, '5511980009999'))
  expect(await checkAll(admin, id)).toMatchObject({ contactsCount: 121, uncheckedCount: 0, validCount: 2 })
  expect(asked.slice(before).map((numbers) => numbers.length)).toEqual([100, 100, 42])
  const valid = (await people(admin, id, { searchParam: '1000' })).contacts
  expect(valid.find(({ name }) => name === 'Pessoa 1000')).toMatchObject({
    isWhatsappValid: true,
    number: '5511980001000'
  })
  const [twin] = (await people(admin, id, { searchParam: 'pessoa 1001' })).contacts
  expect(twin).toMatchObject({ isWhatsappValid: true, number: '551180001001' })
  const [stranger] = (await people(admin, id, { searchParam: 'pessoa 1002' })).contacts
  expect(stranger).toMatchObject({ isWhatsappValid: false, number: '5511980001002' })
  expect(stranger?.checkedAt).not.toBeNull()
})

test('nothing of it is made without the feature in the plan', async () => {
  const company = await makeCompany(app, { plan: { useCampaigns: false } })
  const body = { name: 'Clientes' }
  expect((await company.admin.call(lists.createContactList, { body })).error).toBe('ERR_PLAN_FEATURE_OFF')
})
