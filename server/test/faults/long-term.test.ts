// Days at the edges of the calendar: they are refused or left out like days that do not exist, and break nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvoice } from '@guiche/shared/features/billing/invoices.ts'
import { listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { listTickets } from '@guiche/shared/features/inbox/tickets.ts'
import { updateCompany } from '@guiche/shared/features/org/companies.ts'
import { createCampaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { createSchedule, listSchedules } from '@guiche/shared/features/outreach/schedules.ts'
import { chartTicketsDay, chartTicketsUsers, showDashboard } from '@guiche/shared/features/team/dashboard.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, signInSuper, type Company, type Person } from '#test/fixtures/factories.ts'
import { makeContact } from '#test/fixtures/make-ticket.ts'

let app: TestApp
let company: Company
let boss: Person
beforeAll(async () => {
  app = await buildTestApp({ config: { roles: ['api'] } })
  company = await makeCompany(app)
  boss = await signInSuper(app)
})
afterAll(() => app.close())

const days = ['9999-12-31', '0000-01-01', '0001-01-01', '0100-01-01']
const moments = [
  ...days.map((day) => `${day}T12:00:00Z`),
  '9999-12-31T23:59:59-14:00',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z'
]

test.each([...days, ...moments])('%s filters nothing where days are a filter', async (day) => {
  const { admin } = company
  const { name } = await makeContact(company)
  for (const query of [{ date: day }, { dateEnd: day }, { dateStart: day }]) {
    const { body } = await admin.call(listContacts, { query: { ...query, searchParam: name } })
    expect(body.contacts.map((contact) => contact.name)).toContain(name)
    expect((await admin.call(listSchedules, { query })).status).toBe(200)
  }
  for (const query of [{ date: day }, { updatedAt: day }]) {
    expect((await admin.call(listTickets, { query })).status).toBe(200)
  }
})

test.each([...days, ...moments])('%s is refused where a day is asked for', async (day) => {
  const { admin } = company
  const { id: contactId } = await makeContact(company)
  const charts = [
    admin.call(chartTicketsDay, { query: { initialDate: day, finalDate: day } }),
    admin.call(chartTicketsUsers, { query: { initialDate: day, finalDate: day } }),
    admin.call(showDashboard, { query: { date_from: day, date_to: day } })
  ]
  const made = [
    admin.call(createSchedule, { body: { body: 'Bom dia!', contactId, sendAt: day } }),
    admin.call(createCampaign, { body: { name: 'Longe', scheduledAt: day } })
  ]
  const invoice = { detail: 'Longe', value: 1, dueDate: day, companyId: company.id }
  const answers = await Promise.all([...charts, ...made, boss.call(createInvoice, { body: invoice })])
  expect(answers.map(({ status, error }) => `${status} ${error}`)).toEqual(Array(6).fill('400 ERR_VALIDATION'))
})

test('a company that is due at the end of all days is never due', async () => {
  for (const dueDate of ['9999-12-31', '0000-01-01', '+275760-09-13T00:00:00Z', 8.64e15]) {
    const { status, body } = await boss.call(updateCompany, { params: { id: company.id }, body: { dueDate } })
    expect([status, body.dueDate]).toEqual([200, null])
  }
})
