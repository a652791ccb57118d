// What plans bring: companies in trial and blocked ones have a plan and pay nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateCompany } from '@guiche/shared/features/org/companies.ts'
import { listPlanUsage, updatePlan } from '@guiche/shared/features/org/plans.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, makePlan, signInSuper } from '#test/fixtures/factories.ts'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

it('counts every company of a plan, and the price of those that pay', async () => {
  const boss = await signInSuper(test)
  const plan = await makePlan(test)
  await boss.call(updatePlan, { params: { id: plan.id }, body: { value: 99.9 } })
  const bring = async (days: number, status = true) => {
    const company = await makeCompany(test)
    const dueDate = new Date(test.ctx.now().getTime() + days * 86_400_000).toISOString()
    await boss.call(updateCompany, { params: { id: company.id }, body: { planId: plan.id, dueDate, status } })
    return company
  }
  const { admin } = await bring(40)
  await bring(20)
  await bring(2)
  await bring(40, false)
  const found = (await boss.call(listPlanUsage)).body.find(({ id }) => id === plan.id)
  expect(found).toEqual({ id: plan.id, companies: 4, awaited: 0, revenue: 199.8 })
  expect(await admin.call(listPlanUsage)).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' })
})
