// A company wants a dearer plan for the price of a cheaper one: by choosing it in paid time, by paying something else first,
// by old charges, by going back in time. Each way is refused or costs what it is worth; paying the difference is honest use.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { showCompany } from '@guiche/shared/features/org/companies.ts'
import { createCheckout } from '@guiche/shared/features/billing/checkout.ts'
import { createCampaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { createUser } from '@guiche/shared/features/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeUser, unique } from '#test/fixtures/factories.ts'
import { createPlanFixture } from '#test/fixtures/plan-fixture.ts'

const day = 86_400_000

let app: TestApp
let fixture: Awaited<ReturnType<typeof createPlanFixture>>
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  fixture = await createPlanFixture(app)
})

const planOf = async () => accepted(app, await fixture.admin.call(showCompany, { params: { id: fixture.id } })).plan?.id
const campaign = () => fixture.admin.call(createCampaign, { body: { name: 'Promoção', message1: 'Oi' } })

test('choosing it in paid time opens nothing, neither live nor for the next call, until the difference is paid', async () => {
  const attendant = await makeUser(fixture.company)
  const socket = await attendant.connect()
  expect((await campaign()).error).toBe('ERR_PLAN_FEATURE_OFF')
  await fixture.choose(fixture.dear)
  expect(await planOf()).toBe(fixture.company.plan.id)
  expect((await campaign()).error).toBe('ERR_PLAN_FEATURE_OFF')
  await socket.settle()
  const charge = await fixture.charge({ plan: { planId: fixture.dear.id } })
  // 20 days of a month that costs 200 more: far more than nothing, and less than a month.
  expect(Number(charge.valor.original)).toBeGreaterThan(120)
  expect(Number(charge.valor.original)).toBeLessThan(140)
  await fixture.pay(charge.txid, Number(charge.valor.original) - 0.01)
  expect((await campaign()).error).toBe('ERR_PLAN_FEATURE_OFF')
  await fixture.pay(charge.txid)
  expect((await campaign()).error).not.toBe('ERR_PLAN_FEATURE_OFF')
})

test('a year that is paid for is not upgraded by one month, on Pix or on the page', async () => {
  await fixture.setCompany({ dueDate: new Date(app.clock.now().getTime() + 340 * day) })
  const { valor, txid } = await fixture.charge({ plan: { planId: fixture.dear.id } })
  expect(Number(valor.original)).toBeGreaterThan(11 * 200)
  const body = { amount: 30_000, planId: fixture.dear.id }
  const page = new URL(accepted(app, await fixture.admin.call(createCheckout, { body })).checkoutUrl)
  const shown = await app.http.inject({ url: page.pathname })
  expect(shown.body.replace(/\D/g, '')).toContain(valor.original.replace('.', ''))
  expect(await planOf()).toBe(fixture.company.plan.id)
  await fixture.pay(txid)
  expect(await planOf()).toBe(fixture.dear.id)
})

test('a period paid at the old price after the difference was quoted is not covered by the old quote', async () => {
  const period = await fixture.charge({})
  const quoted = await fixture.charge({ plan: { planId: fixture.dear.id } })
  await fixture.pay(period.txid)
  await fixture.pay(quoted.txid)
  expect(await planOf()).toBe(fixture.company.plan.id)
  const again = await fixture.charge({ plan: { planId: fixture.dear.id } })
  expect(Number(again.valor.original)).toBeGreaterThan(Number(quoted.valor.original) + 190)
  await fixture.pay(again.txid)
  expect(await planOf()).toBe(fixture.dear.id)
})

test('an old charge for the cheap period, paid after the upgrade, prolongs no dear plan', async () => {
  const old = await fixture.charge({})
  await fixture.pay((await fixture.charge({ plan: { planId: fixture.dear.id } })).txid)
  await fixture.pay(old.txid)
  expect(await fixture.pending()).toMatchObject({
    planId: fixture.company.plan.id,
    at: fixture.dueDate.toISOString(),
    isPaid: true
  })
})

test('the cheap next period, once paid, is not turned into a dear one by taking the change back', async () => {
  await fixture.choose(fixture.cheap)
  await fixture.pay((await fixture.charge({})).txid)
  expect((await fixture.choose(fixture.company.plan)).error).toBe('ERR_PLAN_CHANGE_PAID')
  expect(await fixture.pending()).toMatchObject({ planId: fixture.cheap.id })
})

test('a small plan is not paid for after more people were added than it has places for', async () => {
  const { txid } = await fixture.charge({ plan: { planId: fixture.cheap.id } })
  for (let n = 0; n < 3; n++) {
    const body = { name: 'Bia', email: `bia${unique()}.${fixture.id}@empresa.test`, password: 'Senha-123' }
    accepted(app, await fixture.admin.call(createUser, { body }))
  }
  await fixture.pay(txid)
  expect([await fixture.due(), await fixture.pending()]).toEqual([fixture.dueDate, null])
})

test('the days of grace open no dearer plan either', async () => {
  await fixture.setCompany({ dueDate: new Date(app.clock.now().getTime() - day) })
  await fixture.choose(fixture.dear)
  expect((await campaign()).error).toBe('ERR_PLAN_FEATURE_OFF')
})
