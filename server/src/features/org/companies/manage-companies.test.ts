// The super user's companies and plans: who may, what is refused, and that every change takes effect at once.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  companyEvent,
  createCompany,
  deleteCompany,
  listCompaniesWithPlans,
  showCompany,
  updateCompany
} from '@guiche/shared/features/org/companies.ts'
import { adminPlanName, createPlan, deletePlan, listAllPlans, updatePlan } from '@guiche/shared/features/org/plans.ts'
import { createQueue } from '@guiche/shared/features/org/queues.ts'
import { createChat } from '@guiche/shared/features/team/internal-chat.ts'
import { companies } from '#database/tables/org/companies.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makePlan, signIn, signInSuper, unique, type Person } from '#test/fixtures/factories.ts'

let test: TestApp
let boss: Person
beforeAll(async () => {
  test = await buildTestApp()
  boss = await signInSuper(test)
})
afterAll(() => test.close())

function draft(part: object = {}) {
  const n = unique()
  return { name: `Loja ${n}`, email: `loja${n}@empresa.test`, password: 'Senha-123', ...part }
}

it('makes a company with its first admin, or nothing at all', async () => {
  const plan = await makePlan(test)
  const body = draft({ planId: plan.id, dueDate: '2027-03-31', campaignsEnabled: 'true', phone: '(11) 98765-4321' })
  const made = await boss.call(createCompany, { body })
  expect(made.status).toBe(200)
  expect(made.body).toMatchObject({
    name: body.name,
    phone: '11987654321',
    campaignsEnabled: true,
    plan: { id: plan.id }
  })
  // The last minute of the day in São Paulo.
  expect(made.body.dueDate).toBe('2027-04-01T02:59:00.000Z')
  const admin = await signIn(test, body)
  expect(admin.companyId).toBe(made.body.id)
  const before = await test.ctx.db.$count(companies)
  const taken = await boss.call(createCompany, { body: { ...draft(), email: body.email } })
  expect(taken.error).toBe('ERR_EMAIL_ALREADY_EXISTS')
  expect((await boss.call(createCompany, { body: { ...draft(), name: body.name.toUpperCase() } })).error).toBe(
    'ERR_COMPANY_NAME_ALREADY_EXISTS'
  )
  expect((await boss.call(createCompany, { body: draft({ planId: 999_999 }) })).error).toBe('ERR_NO_PLAN_FOUND')
  expect(await test.ctx.db.$count(companies)).toBe(before)
})

it('lists every company with its plan and settings; a date that is none becomes null', async () => {
  const company = await makeCompany(test)
  const changed = await boss.call(updateCompany, {
    params: { id: company.id },
    // Forms of legacy clients leave an empty text where nothing was chosen.
    body: { dueDate: 'amanhã', recurrence: '' as never }
  })
  expect(changed.body.dueDate).toBeNull()
  const all = (await boss.call(listCompaniesWithPlans)).body
  const found = all.find(({ id }) => id === company.id)
  expect(found).toMatchObject({ name: company.name, plan: { id: company.plan.id }, dueDate: null })
  expect(found?.settings).toContainEqual({ key: 'campaignsEnabled', value: 'false' })
  expect((await boss.call(showCompany, { params: { id: company.id } })).body).toEqual(found)
})

it('logs a deactivated company out at once, and lets it in again', async () => {
  const company = await makeCompany(test)
  const socket = await company.admin.connect()
  const status = (value: boolean) => boss.call(updateCompany, { params: { id: company.id }, body: { status: value } })
  expect((await status(false)).body.status).toBe(false)
  await expect.poll(() => socket.isOpen()).toBe(false)
  const refused = await company.admin.call(showCompany, { params: { id: company.id } })
  expect(refused).toMatchObject({ status: 401, error: 'ERR_COMPANY_INACTIVE' })
  await status(true)
  expect((await company.admin.call(showCompany, { params: { id: company.id } })).status).toBe(200)
  const own = await boss.call(updateCompany, { params: { id: boss.companyId }, body: { status: false } })
  expect(own.error).toBe('ERR_OWN_COMPANY')
})

it('lets limits and features of a plan count at once, and tells the consoles', async () => {
  const company = await makeCompany(test, { plan: { queues: 1, useInternalChat: true } })
  const socket = await company.admin.connect()
  const chat = () => company.admin.call(createChat, { body: { title: 'Equipe', users: [{ id: company.admin.id }] } })
  const queue = (color: string) =>
    company.admin.call(createQueue, { body: { name: `Fila ${unique()}`, color } as never })
  expect((await chat()).status).toBe(200)
  await boss.call(updatePlan, { params: { id: company.plan.id }, body: { useInternalChat: false, queues: 0 } })
  expect((await chat()).error).toBe('ERR_PLAN_FEATURE_OFF')
  expect((await queue('#101010')).error).toBe('ERR_PLAN_LIMIT_QUEUES')
  await expect.poll(() => socket.of(companyEvent).at(-1)?.plan?.useInternalChat).toBe(false)
  const other = await makePlan(test, { queues: 1, useInternalChat: true })
  await boss.call(updateCompany, { params: { id: company.id }, body: { planId: other.id } })
  expect((await chat()).status).toBe(200)
  expect((await queue('#202020')).status).toBe(200)
  await expect.poll(() => socket.of(companyEvent).at(-1)?.company.planId).toBe(other.id)
})

it('keeps plan names apart, and plans that companies have', async () => {
  const name = `Plano ${unique()}`
  const made = (await boss.call(createPlan, { body: { name } })).body
  expect(made).toMatchObject({ users: 0, connections: 0, queues: 0, value: 0, useKanban: true, useOpenAi: true })
  expect((await boss.call(createPlan, { body: { name: name.toUpperCase() } })).error).toBe(
    'ERR_PLAN_NAME_ALREADY_EXISTS'
  )
  const company = await makeCompany(test)
  expect((await boss.call(deletePlan, { params: { id: company.plan.id } })).error).toBe('ERR_PLAN_IN_USE')
  expect((await boss.call(deletePlan, { params: { id: made.id } })).status).toBe(200)
  const admin = (await boss.call(listAllPlans)).body.find((plan) => plan.name === adminPlanName)
  const renamed = await boss.call(updatePlan, { params: { id: admin?.id ?? 0 }, body: { name: 'Outro', users: 5000 } })
  expect(renamed.body).toMatchObject({ name: adminPlanName, users: 5000 })
  expect((await boss.call(deletePlan, { params: { id: admin?.id ?? 0 } })).error).toBe('ERR_PLAN_IS_OURS')
})

it('deletes a company with everything it has, files included, never the own one', async () => {
  const [company, neighbour] = [await makeCompany(test), await makeCompany(test)]
  const keysOf = (id: number) => [`c${id}/2026-11/foto.jpg`, `quick-messages/${id}/a.pdf`, `schedules/${id}/b.png`]
  for (const key of [...keysOf(company.id), ...keysOf(neighbour.id)]) {
    await test.ctx.storage.save(key, Readable.from(['bytes']))
  }
  const socket = await company.admin.connect()
  expect((await boss.call(deleteCompany, { params: { id: company.id } })).status).toBe(200)
  expect((await boss.call(showCompany, { params: { id: company.id } })).error).toBe('ERR_NO_COMPANY_FOUND')
  expect((await company.admin.call(showCompany, { params: { id: company.id } })).status).toBe(401)
  await expect.poll(() => socket.isOpen()).toBe(false)
  test.clock.advance(61_000)
  await test.drain()
  const sizesOf = (id: number) => Promise.all(keysOf(id).map((key) => test.ctx.storage.size(key)))
  await expect.poll(() => sizesOf(company.id)).toEqual([null, null, null])
  expect(await sizesOf(neighbour.id)).toEqual([5, 5, 5])
  expect((await boss.call(deleteCompany, { params: { id: boss.companyId } })).error).toBe('ERR_OWN_COMPANY')
})

it('shows the own company to its people and no other', async () => {
  const [company, stranger] = [await makeCompany(test), await makeCompany(test)]
  expect((await company.admin.call(showCompany, { params: { id: company.id } })).body.name).toBe(company.name)
  expect((await stranger.admin.call(showCompany, { params: { id: company.id } })).error).toBe('ERR_NO_PERMISSION')
  expect((await stranger.admin.call(listCompaniesWithPlans)).error).toBe('ERR_NO_PERMISSION')
})
