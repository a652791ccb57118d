// Rows of sheets are a person's by the whole number: in the copy of what is stored of them, and when they are erased.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createContact } from '@guiche/shared/features/inbox/contacts.ts'
import { erasePerson, openPersonExport, startPersonExport } from '@guiche/shared/features/inbox/personal-data.ts'
import { completePhone, spellingsOf } from '@guiche/shared/kernel/phone.ts'
import { rawOf } from '#database/client.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { contactImports } from '#database/tables/inbox/contact-imports.ts'
import { companies } from '#database/tables/org/companies.ts'
import { accepted, makeCompany, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow } from '#test/fixtures/make-ticket.ts'
import { readZip } from '#test/fixtures/read-zip.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { homeOf, isNumberOf, type Home } from './rows-of-person.repo.ts'

let app: TestApp
let company: Company
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await makeCompany(app)
})

const nowhere: Home = { area: null, abroad: [] }

async function isOf(typed: string, number: string, home: Home = nowhere): Promise<boolean> {
  const raw = rawOf(app.ctx.db)
  const [row] = await raw<{ found: boolean }[]>`
    select ${isNumberOf(raw, raw`${typed}::text`, { numbers: spellingsOf(number), home })} as found`
  return row?.found ?? false
}

test.each([
  ['(21) 97654-3210', '5521976543210'],
  ['021 97654 3210', '5521976543210'],
  ['+55 21 97654-3210', '5521976543210'],
  ['55 21 7654-3210', '5521976543210'],
  ['21 2345-6789', '552123456789'],
  ['+351 912 345 678', '351912345678'],
  ['5.521976543210E+12', '5521976543210']
])('%s is %s, as a sheet is read', async (typed, number) => {
  if (!typed.includes('E')) expect(spellingsOf(completePhone(typed))).toContain(number)
  expect(await isOf(typed, number)).toBe(true)
  // The same end in another area, or of another country.
  for (const other of ['5511976543210', '552223456789', '34912345678', '549111976543210'])
    expect([other, await isOf(typed, other, { area: '31', abroad: [] })]).toEqual([other, false])
})

test.each([
  ['97654-3210', '5521976543210', '21', true],
  ['7654-3210', '5521976543210', '21', true],
  ['2345-6789', '552123456789', '21', true],
  ['97654-3210', '5521976543210', '11', false],
  ['97654-3210', '5521976543210', null, false],
  // A newer number that ends as a landline does is somebody else's.
  ['2345-6789', '5521923456789', '21', false],
  ['+97654-3210', '5521976543210', '21', false],
  // Rounded by the sheet: of whom it was nobody can tell.
  ['9,7654E+8', '5521976543210', '21', false],
  ['', '5521976543210', '21', false]
])('%s is %s in a company of area %s: %s', async (typed, number, area, expected) => {
  expect(await isOf(typed, number, { area, abroad: [] })).toBe(expected)
})

test('without its country a number is one of the company’s own country', async () => {
  const home = { area: null, abroad: ['34911222333'] }
  expect(await isOf('612 345 678', '34612345678', home)).toBe(true)
  expect(await isOf('612 345 678', '351612345678', home)).toBe(false)
  expect(await isOf('345 678', '34612345678', home)).toBe(false)
})

test('of several numbers in one cell each is looked at', async () => {
  for (const typed of ['(21) 97654-3210 / 2345-6789', '11 91234-5678 ou 21 97654-3210', '11912345678;21976543210'])
    expect([typed, await isOf(typed, '5521976543210')]).toEqual([typed, true])
  expect(await isOf('11 91234-5678 / 31 97654-3210', '5521976543210')).toBe(false)
})

test('a company is at home where its telephone is, otherwise where all of its connections are', async () => {
  const { db } = app.ctx
  expect(await homeOf(db, company.id)).toEqual({ area: '11', abroad: [] })
  await db.update(companies).set({ phone: '' }).where(eq(companies.id, company.id))
  expect(await homeOf(db, company.id)).toEqual(nowhere)
  const pair = async (number: string) => {
    const { id } = await makeConnectionRow(company)
    await db.update(connections).set({ number }).where(eq(connections.id, id))
  }
  await pair('5531987654321')
  await pair('34911222333')
  expect(await homeOf(db, company.id)).toEqual({ area: '31', abroad: ['34911222333'] })
  await pair('5541987654321')
  expect((await homeOf(db, company.id)).area).toBeNull()
})

/** Two people whose numbers differ by the area alone, and a sheet in which both stand. */
async function twoPeople() {
  const { call } = company.admin
  const make = async (name: string, number: string) =>
    accepted(app, await call(createContact, { body: { name, number, email: '' } })).id
  const rows = ['97654-3210', '(11) 97654-3210', '(21) 97654-3210', '+55 21 97654-3210']
  await app.ctx.db.insert(contactImports).values({
    ...{ companyId: company.id, fileName: 'clientes.csv', userName: 'Ana', status: 'done', bad: rows.length },
    badRows: rows.map((number, n) => ({ row: n + 2, name: `x${n}`, number, problem: 'email-invalid' as const }))
  })
  return { here: await make('Rosa Antunes', '5511976543210'), away: await make('Zulmira Quadros', '5521976543210') }
}

async function rowsInCopy(contactId: number): Promise<unknown[]> {
  const { call } = company.admin
  const { id } = accepted(app, await call(startPersonExport, { body: { contactId } }))
  await app.drain()
  const { url } = accepted(app, await call(openPersonExport, { params: { id }, body: {} }))
  const zip = readZip((await app.http.inject({ url: new URL(url, app.url).pathname })).rawPayload)
  const data = JSON.parse(zip.get('data.json')?.toString() ?? '') as { records: { importRows?: { row: number }[] } }
  return (data.records.importRows ?? []).map(({ row }) => row)
}

test('a copy has the rows of its person and of nobody in another area', async () => {
  const { here, away } = await twoPeople()
  expect(await rowsInCopy(here)).toEqual([2, 3])
  expect(await rowsInCopy(away)).toEqual([4, 5])
})

test('who is erased takes their own rows along and leaves those of others', async () => {
  const { away } = await twoPeople()
  const body = { confirmation: 'Zulmira Quadros', currentPassword: company.admin.password } as never
  accepted(app, await company.admin.call(erasePerson, { params: { id: away }, body }))
  const [report] = await app.ctx.db.select().from(contactImports).where(eq(contactImports.companyId, company.id))
  expect(report?.badRows.map(({ name, number }) => [name, number])).toEqual([
    ['x0', '97654-3210'],
    ['x1', '(11) 97654-3210'],
    ['', ''],
    ['', '']
  ])
})
