// Tests of contacts as legacy clients ask for them: loose types, days of creation, the connection talked on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createContact, listContacts, showContact } from '@guiche/shared/features/inbox/contacts.ts'
import { contacts } from '#database/tables/inbox/contacts.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, unique, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'

let app: TestApp
let company: Company

beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
})
afterAll(() => app.close())

test('a number that comes as a number is a number', async () => {
  company = await makeCompany(app)
  const body = { name: 'Lucía', number: 5491123456789 as never }
  expect(accepted(app, await company.admin.call(createContact, { body }))).toMatchObject({
    number: '5491123456789',
    whatsapp: null
  })
})

test('a line of further facts that was left empty is not kept', async () => {
  company = await makeCompany(app)
  const extraInfo = [
    { name: '', value: ' ' },
    { name: 'CPF', value: '123' }
  ]
  const body = { name: 'Lucía', number: '5491123456788', email: '', extraInfo }
  const made = accepted(app, await company.admin.call(createContact, { body }))
  expect(made.extraInfo.map(({ name, value }) => [name, value])).toEqual([['CPF', '123']])
})

test('a contact is shown with the connection of its newest ticket', async () => {
  company = await makeCompany(app)
  const older = await makeConnectionRow(company)
  const newer = await makeConnectionRow(company)
  const { contactId } = await makeTicket(company, { connectionId: older.id, status: 'closed' })
  await makeTicket(company, { contactId, connectionId: newer.id })
  const whatsapp = { id: newer.id, name: newer.name }
  expect(accepted(app, await company.admin.call(showContact, { params: { id: contactId } }))).toMatchObject({
    whatsapp
  })
  expect(accepted(app, await company.admin.call(listContacts)).contacts).toMatchObject([{ whatsapp }])
})

test('more than a thousand contacts are counted to the last one, also those that a search finds', async () => {
  company = await makeCompany(app)
  const people = Array.from({ length: 1_203 }, (_, n) => ({
    companyId: company.id,
    name: `${n < 1_102 ? 'Lucía' : 'Inês'} ${n}`,
    number: String(5_511_900_000_000 + n)
  }))
  await app.ctx.db.insert(contacts).values(people)
  const counts = [
    ['', 1_203],
    ['lucia', 1_102],
    ['ines', 101]
  ] as const
  for (const [searchParam, count] of counts) {
    const page = accepted(app, await company.admin.call(listContacts, { query: { searchParam } }))
    expect(page).toMatchObject({ count, hasMore: true })
  }
})

describe('days of creation', () => {
  // São Paulo is three hours behind: the first is still the ninth of January there.
  const made = ['2026-01-10T02:59:00Z', '2026-01-10T03:00:00Z', '2026-01-11T12:00:00Z', '2026-01-13T02:59:00Z']
  const days = ['9', '10', '11', '12']

  beforeAll(async () => {
    company = await makeCompany(app)
    await app.ctx.db.insert(contacts).values(
      made.map((at, index) => ({
        companyId: company.id,
        name: `Dia ${days[index]?.padStart(2, '0')}`,
        number: `55118${String(unique()).padStart(8, '0')}`,
        createdAt: new Date(at)
      }))
    )
  })

  test.each([
    [{ date: '2026-01-10' }, ['Dia 10']],
    [{ dateStart: '2026-01-10', dateEnd: '2026-01-10' }, ['Dia 10']],
    [{ dateStart: '2026-01-10', dateEnd: '2026-01-12' }, ['Dia 10', 'Dia 11', 'Dia 12']],
    [{ dateEnd: '2026-01-09' }, ['Dia 09']],
    [{ dateStart: '2026-01-12', date: '' }, ['Dia 12']],
    [{ date: 'ontem' }, ['Dia 09', 'Dia 10', 'Dia 11', 'Dia 12']]
  ])('%j are those of the company', async (query, names) => {
    const { contacts: found } = accepted(app, await company.admin.call(listContacts, { query }))
    expect(found.map(({ name }) => name)).toEqual(names)
  })
})
