// People and connections beyond a plan: what they allow at once, what the invoices ask for, and that nobody has them for nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderExtras, quoteExtras, showExtras } from '@guiche/shared/features/billing/plan-extras.ts'
import { showCompanyOverview } from '@guiche/shared/features/org/company-overviews.ts'
import { showQuotas } from '@guiche/shared/features/org/quotas.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makePlan, makeUser, signInSuper, type Person } from '#test/fixtures/factories.ts'
import { createPlanFixture } from '#test/fixtures/plan-fixture.ts'
import { extrasDifference } from './proration.ts'
import { writeInvoices } from './write-invoices.ts'

let test: TestApp
let boss: Person
beforeAll(async () => {
  test = await buildTestApp()
  boss = await signInSuper(test)
})
afterAll(() => test.close())

/** 100 a month with one user; 20 for another one, 50 for a connection. */
async function open(plan: Partial<Plan> = {}, days = 20) {
  const fixture = await createPlanFixture(test, {
    days,
    plan: { users: 1, connections: 1, userPrice: 20, connectionPrice: 50, ...plan }
  })
  const { admin, dueDate } = fixture
  return {
    ...fixture,
    order: (users: number, connections = 0) => admin.call(orderExtras, { body: { users, connections } }),
    extras: async () => accepted(test, await admin.call(showExtras, { query: {} })),
    /** Reais of so many a month more until the due date. */
    rest: (perMonth: number) => extrasDifference({ from: 0, to: perMonth, dueDate, now: test.clock.now() }) / 100,
    /** The invoice of the next period, written if it is not there yet. */
    next: async () => {
      await writeInvoices(test.ctx)
      return (await fixture.invoices()).find(({ status }) => status === 'open')
    }
  }
}

it('lets one more in at once, and not a second', async () => {
  const { company, admin, order } = await open()
  await expect(makeUser(company)).rejects.toThrow('ERR_PLAN_LIMIT_USERS')
  expect((await order(1)).body).toMatchObject({ users: 1, connections: 0, userPrice: 20 })
  await makeUser(company)
  await expect(makeUser(company)).rejects.toThrow('ERR_PLAN_LIMIT_USERS')
  const { users } = (await admin.call(showQuotas)).body
  expect(users).toEqual({ used: 2, limit: 2 })
  const { people } = (await boss.call(showCompanyOverview, { params: { id: company.id } })).body
  expect(people).toEqual({ used: 2, limit: 2 })
})

it('asks with the next invoice for the days until the due date, and with every one for the price', async () => {
  const { order, next, rest, markPaid, extras, setCompany, nextDueDate } = await open({}, 5)
  await order(2, 1)
  const share = rest(90)
  expect(share).toBeGreaterThan(0)
  const first = await next()
  expect(first?.value).toBeCloseTo(190 + share, 2)
  expect(await extras()).toMatchObject({ share })
  await markPaid(boss, first?.id ?? 0)
  expect(await extras()).toMatchObject({ users: 2, connections: 1, share: 0 })
  await setCompany({ dueDate: new Date(Math.min(nextDueDate.getTime(), test.clock.now().getTime() + 5 * 86_400_000)) })
  expect((await next())?.value).toBe(190)
})

it('changes an invoice that is written already, and only the next one asks for the days', async () => {
  const { order, next, rest, invoices, markPaid, setCompany } = await open({}, 5)
  expect((await next())?.value).toBe(100)
  await order(1)
  expect((await next())?.value).toBeCloseTo(120 + rest(20), 2)
  await order(3)
  expect((await next())?.value).toBeCloseTo(160 + rest(20) + rest(40), 2)
  expect((await invoices()).filter(({ status }) => status === 'open')).toHaveLength(1)
  await markPaid(boss, (await next())?.id ?? 0)
  await setCompany({ dueDate: new Date(test.clock.now().getTime() + 5 * 86_400_000) })
  expect((await next())?.value).toBe(160)
})

it('costs nothing when it is taken back on the same day, and gives back nothing that was paid', async () => {
  const { order, next, extras, markPaid } = await open({}, 5)
  await order(4, 2)
  await order(0)
  expect([await extras(), (await next())?.value]).toEqual([expect.objectContaining({ users: 0, share: 0 }), 100])
  await order(3)
  await markPaid(boss, (await next())?.id ?? 0)
  expect((await order(1)).body).toMatchObject({ users: 1, share: 0 })
})

it('multiplies by the months of the recurrence', async () => {
  const { order, setCompany, next } = await open({}, 5)
  await setCompany({ recurrence: 'TRIMESTRAL' })
  await order(1)
  const share = (await next())?.value ?? 0
  expect(share).toBeGreaterThan(360)
  expect(share).toBeLessThan(380)
})

it('costs no days in a trial, and none after the due date', async () => {
  const { id, order, setCompany } = await open()
  await setCompany({ dueDate: new Date(test.clock.now().getTime() - 86_400_000) })
  const late = await boss.call(orderExtras, { body: { companyId: id, users: 1, connections: 0 } })
  expect(late.body).toMatchObject({ users: 1, share: 0 })
  await setCompany({ dueDate: new Date(test.clock.now().getTime() + 2 * 86_400_000), createdAt: test.clock.now() })
  expect((await order(2)).body).toMatchObject({ users: 2, share: 0 })
})

it('says what it would cost, and changes nothing', async () => {
  const { admin, extras, rest, dueDate } = await open()
  const quote = accepted(test, await admin.call(quoteExtras, { query: { users: 1, connections: 1 } }))
  expect(quote).toEqual({ share: rest(70), until: dueDate.toISOString(), periodValue: 170 })
  expect(await extras()).toMatchObject({ users: 0, connections: 0, share: 0 })
})

it('is refused where the plan sells none, and for fewer than are in use', async () => {
  const { company, order } = await open({ connectionPrice: null })
  expect((await order(0, 1)).error).toBe('ERR_EXTRAS_NOT_SOLD')
  await order(2)
  await makeUser(company)
  const refused = await order(0)
  expect(refused.raw.json()).toMatchObject({ error: 'ERR_EXTRAS_IN_USE', values: { usedUsers: 2, maxUsers: 1 } })
  expect((await order(1)).status).toBe(200)
})

it('is not taken along for nothing to a plan that sells none', async () => {
  const { company, order, quote, charge } = await open()
  const poor = await makePlan(test, { value: 100, users: 1, connections: 1 })
  await order(1)
  await makeUser(company)
  expect(await quote(poor)).toMatchObject({ kind: 'later', periodValue: 100, isTooSmall: true })
  await expect(charge({ plan: { planId: poor.id } })).rejects.toThrow('ERR_PLAN_TOO_SMALL')
})

it('is part of what a dearer plan costs for the rest of the time', async () => {
  const { order, quote, choose, pending, rest } = await open()
  await order(2)
  const dear = await makePlan(test, { value: 150, users: 5, connections: 5, userPrice: 30, connectionPrice: 60 })
  expect(await quote(dear)).toMatchObject({ kind: 'difference', value: rest(70), periodValue: 210 })
  await choose(dear)
  expect(await pending()).toMatchObject({ value: rest(70) })
  await order(4)
  expect(await pending()).toMatchObject({ value: rest(90) })
})

it('saves nobody anything by a charge that was opened before', async () => {
  const { order, next, charge, pay, extras, rest } = await open({}, 5)
  const invoice = await next()
  const { txid = '' } = (await charge({ invoiceId: invoice?.id })) as { txid?: string }
  await order(5)
  const share = rest(100)
  await pay(txid)
  // The period was paid as it was agreed: what the extras cost of it, and of the time before, comes with the next one.
  expect((await extras()).share).toBeCloseTo(100 + share, 2)
})

it('belongs to those who look after the money, and to the super user for any company', async () => {
  const { company, admin, id } = await open()
  const other = await makeCompany(test)
  expect((await boss.call(orderExtras, { body: { companyId: id, users: 1, connections: 0 } })).status).toBe(200)
  expect((await boss.call(showExtras, { query: { companyId: id } })).body).toMatchObject({ users: 1 })
  expect((await other.admin.call(orderExtras, { body: { companyId: id, users: 9, connections: 0 } })).status).toBe(403)
  const agent = await makeUser(company)
  expect((await agent.call(orderExtras, { body: { users: 2, connections: 0 } })).status).toBe(403)
  expect((await admin.call(showExtras, { query: {} })).body).toMatchObject({ users: 1 })
})
