// The super user's overview of companies: who may, what is found and counted, and that nothing of customers is in it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPlan, deletePlan, updatePlan } from '@guiche/shared/features/org/plans.ts'
import { deleteCompany, updateCompany } from '@guiche/shared/features/org/companies.ts'
import {
  companyStateOf,
  listCompanyOverviews,
  managedCompanyEvent,
  showCompanyOverview,
  type CompanyFilter
} from '@guiche/shared/features/org/company-overviews.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makeQueue, makeUser, signInSuper, type Person } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'

const day = 86_400_000
let test: TestApp
let boss: Person
beforeAll(async () => {
  test = await buildTestApp()
  boss = await signInSuper(test)
})
afterAll(() => test.close())

async function dueIn(days: number) {
  const company = await makeCompany(test)
  const dueDate = new Date(test.ctx.now().getTime() + days * day).toISOString()
  await boss.call(updateCompany, { params: { id: company.id }, body: { dueDate } })
  return company
}

async function idsIn(state: CompanyFilter) {
  return (await boss.call(listCompanyOverviews, { query: { state } })).body.companies.map(({ id }) => id)
}

it('belongs to super users alone', async () => {
  const { id, admin } = await makeCompany(test)
  expect(await admin.call(listCompanyOverviews)).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' })
  expect(await admin.call(showCompanyOverview, { params: { id } })).toMatchObject({ status: 403 })
})

it('tells super users, and nobody else, when a company or a plan becomes another', async () => {
  const { id, admin } = await makeCompany(test)
  const [socket, other] = [await boss.connect(), await admin.connect()]
  const after = async (change: Promise<{ status: number }>) => {
    const before = socket.of(managedCompanyEvent).length
    expect((await change).status).toBe(200)
    await test.drain()
    await socket.settle()
    return socket.of(managedCompanyEvent).length > before
  }
  expect(await after(boss.call(updateCompany, { params: { id }, body: { name: `Outra ${id}` } }))).toBe(true)
  const made = await boss.call(createPlan, { body: { name: `Plano da visão geral ${id}` } as never })
  const params = { id: made.body.id }
  expect(await after(boss.call(updatePlan, { params, body: { value: 7 } }))).toBe(true)
  expect(await after(boss.call(deletePlan, { params }))).toBe(true)
  await other.settle()
  expect(other.of(managedCompanyEvent)).toEqual([])
  expect(await after(boss.call(deleteCompany, { params: { id } }))).toBe(true)
})

it('puts each company in one state, and counts them all whatever is asked for', async () => {
  const [later, soon, past, trial, blocked] = [
    await dueIn(40),
    await dueIn(6),
    await dueIn(-2),
    await dueIn(2),
    await dueIn(40)
  ]
  await boss.call(updateCompany, { params: { id: blocked.id }, body: { status: false } })
  expect(await idsIn('active')).toEqual(expect.arrayContaining([later.id, soon.id]))
  expect(await idsIn('dueSoon')).toEqual(expect.arrayContaining([soon.id, trial.id]))
  expect(await idsIn('dueSoon')).not.toContain(later.id)
  expect(await idsIn('overdue')).toEqual([past.id])
  expect(await idsIn('trial')).toContain(trial.id)
  expect(await idsIn('blocked')).toEqual([blocked.id])
  const { companies, figures } = (await boss.call(listCompanyOverviews, { query: { state: 'blocked' } })).body
  expect(companies).toHaveLength(1)
  expect(figures).toMatchObject({ overdue: 1, blocked: 1 })
  expect(figures.active + figures.trial + figures.overdue + figures.blocked).toBe(figures.all)
})

it('finds by name without accents, by e-mail and by phone, and sorts what has no value last', async () => {
  const company = await makeCompany(test)
  const body = { name: `Pão de Açúcar ${company.id}`, email: `paes${company.id}@loja.test`, phone: '11955554444' }
  await boss.call(updateCompany, { params: { id: company.id }, body: { ...body, dueDate: '' } })
  for (const searchParam of [`pao de acucar ${company.id}`, `PAES${company.id}@`, '(11) 95555-4444']) {
    const found = (await boss.call(listCompanyOverviews, { query: { searchParam } })).body.companies
    expect(found.map(({ id }) => id)).toEqual([company.id])
  }
  for (const direction of ['asc', 'desc'] as const) {
    const { companies } = (await boss.call(listCompanyOverviews, { query: { sort: 'dueDate', direction } })).body
    expect(companies.at(-1)?.dueDate).toBeNull()
  }
})

it('shows what a company uses of its plan, and nothing of its customers', async () => {
  const company = await makeCompany(test)
  await makeUser(company)
  await makeQueue(company)
  const connection = await makeConnectionRow(company)
  await makeTicket(company, { connectionId: connection.id })
  const { body } = await boss.call(showCompanyOverview, { params: { id: company.id } })
  expect(body).toMatchObject({
    people: { used: 2, limit: company.plan.users },
    connections: { used: 1, limit: company.plan.connections },
    queues: { used: 1, limit: company.plan.queues },
    newTickets: 1
  })
  expect(body.team.map(({ profile }) => profile).toSorted()).toEqual(['admin', 'user'])
  expect(Object.keys(body.numbers[0] ?? {}).toSorted()).toEqual(['id', 'name', 'status', 'statusSince'])
  expect(JSON.stringify(body)).not.toContain('lastMessage')
  expect((await boss.call(showCompanyOverview, { params: { id: 999_999 } })).error).toBe('ERR_NO_COMPANY_FOUND')
})

it('calls a blocked company blocked although it is late', () => {
  const company = { status: false, dueDate: new Date(0), createdAt: new Date(0) }
  expect(companyStateOf(company, new Date(day * 30))).toBe('blocked')
  expect(companyStateOf({ ...company, status: true, dueDate: null }, new Date())).toBe('active')
})
