// Tests of changing the plan: a dearer one begins with its payment, a cheaper one with the next period, and nothing is had
// twice or for less, whichever way and however often money comes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelPlanChange, planChangeEvent } from '@guiche/shared/features/billing/plan-changes.ts'
import { deleteInvoice, listInvoices, updateInvoice } from '@guiche/shared/features/billing/invoices.ts'
import { listOpenReceipts, paymentEvent } from '@guiche/shared/features/billing/subscription.ts'
import { renewCompany, updateCompany } from '@guiche/shared/features/org/companies.ts'
import { monthsLater } from '@guiche/shared/features/org/due-dates.ts'
import { deletePlan, listPlanUsage } from '@guiche/shared/features/org/plans.ts'
import { createUser } from '@guiche/shared/features/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeUser, signInSuper, unique, type Person } from '#test/fixtures/factories.ts'
import { createPlanFixture } from '#test/fixtures/plan-fixture.ts'
import { beginPlanChanges } from './begin-plan-changes.ts'
import { planDifference } from './proration.ts'
import { writeInvoices } from './write-invoices.ts'

const day = 86_400_000

let app: TestApp
let second: TestApp
let owner: Person
let fixture: Awaited<ReturnType<typeof createPlanFixture>>
beforeAll(async () => {
  app = await buildTestApp()
  second = await buildTestApp({ besides: app })
  owner = await signInSuper(app)
})
afterAll(async () => {
  await second.close()
  await app.close()
})
beforeEach(async () => {
  fixture = await createPlanFixture(app)
})

const differenceTo = (to: number, dueDate = fixture.dueDate, from = 100) =>
  planDifference({ from, to, dueDate, now: app.clock.now() })
const receipts = async () =>
  accepted(app, await fixture.admin.call(listOpenReceipts)).map(({ outcome, value }) => [outcome, value])
function addUser() {
  return fixture.admin.call(createUser, {
    body: { name: 'Bia', email: `bia${unique()}.${fixture.id}@empresa.test`, password: 'Senha-123' }
  })
}

describe('a dearer plan', () => {
  test('costs the difference at once and begins with its payment: everybody hears of it', async () => {
    const { dear, admin } = fixture
    const [socket, attendant] = [await admin.connect(), await (await makeUser(fixture.company)).connect()]
    const value = differenceTo(300)
    expect(await fixture.quote(dear)).toMatchObject({ kind: 'difference', value, at: fixture.dueDate.toISOString() })
    const { body } = await fixture.choose(dear)
    expect(body.pending).toMatchObject({ planId: dear.id, planName: dear.name, kind: 'difference', value })
    expect(await fixture.planId()).toBe(fixture.company.plan.id)
    const [invoice] = await fixture.invoices()
    expect(invoice).toMatchObject({ value, status: 'open', detail: `${fixture.company.plan.name} → ${dear.name}` })
    const { txid, valor } = await fixture.charge({ invoiceId: invoice?.id })
    expect(valor.original).toBe(value?.toFixed(2))
    await fixture.pay(txid)
    expect([await fixture.planId(), await fixture.pending(), await fixture.due()]).toEqual([
      dear.id,
      null,
      fixture.dueDate
    ])
    await Promise.all([socket.settle(), attendant.settle()])
    expect(socket.of(planChangeEvent).map(({ pending }) => pending?.planId ?? null)).toEqual([dear.id, null])
    expect(attendant.of(planChangeEvent)).toEqual([])
    expect(attendant.of(paymentEvent)).toMatchObject([
      { openedPlan: dear.name, company: { planId: dear.id, dueDate: fixture.dueDate.toISOString() } }
    ])
  })

  test('begins once, however often and by however many ways it is paid', async () => {
    await fixture.choose(fixture.dear)
    const id = (await fixture.pending())?.invoiceId ?? 0
    const { txid } = await fixture.charge({ invoiceId: id })
    await Promise.all([fixture.pay(txid), fixture.markPaid(owner, id), fixture.pay(txid), fixture.markPaid(owner, id)])
    expect([await fixture.planId(), await fixture.due()]).toEqual([fixture.dear.id, fixture.dueDate])
    expect(await fixture.invoices()).toMatchObject([{ id, status: 'paid' }])
    // One of the three counted; the money of the others is there to be given back.
    expect((await receipts()).length).toBeGreaterThanOrEqual(1)
    await fixture.setCompany({ planId: fixture.company.plan.id })
    await owner.call(updateInvoice, { params: { id }, body: { status: 'open' } })
    await fixture.markPaid(owner, id)
    expect(await fixture.planId()).toBe(fixture.company.plan.id)
  })

  test('makes the next period cost what it costs, once it has begun', async () => {
    fixture = await createPlanFixture(app, { days: 5 })
    await writeInvoices(app.ctx)
    await fixture.choose(fixture.dear)
    const period = async () => (await fixture.invoices()).find(({ detail }) => !detail.includes('→'))
    expect((await period())?.value).toBe(100)
    await fixture.markPaid(owner, (await fixture.pending())?.invoiceId ?? 0)
    expect(await period()).toMatchObject({ value: 300, detail: fixture.dear.name, status: 'open' })
  })

  test('is given up or replaced as long as it is not paid, and its invoice with it', async () => {
    const dearest = (await createPlanFixture(app, { plan: { value: 900 } })).company.plan
    await fixture.choose(fixture.dear)
    await fixture.choose(dearest)
    expect(await fixture.invoices()).toMatchObject([{ value: differenceTo(900) }])
    await fixture.choose(fixture.company.plan)
    expect([await fixture.pending(), await fixture.invoices()]).toEqual([null, []])
    await fixture.choose(fixture.dear)
    const old = await fixture.charge({ invoiceId: (await fixture.pending())?.invoiceId ?? 0 })
    expect((await fixture.admin.call(cancelPlanChange)).status).toBe(200)
    expect((await fixture.admin.call(cancelPlanChange)).error).toBe('ERR_NO_PLAN_CHANGE_FOUND')
    await fixture.pay(old.txid)
    expect(await fixture.planId()).toBe(fixture.company.plan.id)
    expect(await receipts()).toEqual([['surplus', differenceTo(300)]])
  })

  test('chosen by two at once on two nodes leaves one change and one invoice', async () => {
    const other = (await createPlanFixture(app, { plan: { value: 500 } })).company.plan
    const { choosePlan } = await import('./choose-plan.ts')
    const nodes = [app, second, app, second, app, second]
    await Promise.all(
      nodes.map(({ ctx }, at) => choosePlan(ctx, fixture.id, at % 3 === 0 ? other.id : fixture.dear.id))
    )
    const pending = await fixture.pending()
    expect(await fixture.invoices()).toMatchObject([{ id: pending?.invoiceId, value: pending?.value, status: 'open' }])
    expect([differenceTo(300), differenceTo(500)]).toContain(pending?.value)
  })

  test('costs less every day that goes by, and lapses unpaid with the paid time', async () => {
    await fixture.choose(fixture.dear)
    const before = (await fixture.pending())?.value ?? 0
    await fixture.letDaysPass(10)
    const { valor } = await fixture.charge({ plan: { planId: fixture.dear.id } })
    expect(Number(valor.original)).toBe(differenceTo(300, await fixture.due()))
    expect(Number(valor.original)).toBeLessThan(before)
    await fixture.letDaysPass(11)
    await Promise.all([beginPlanChanges(app.ctx), beginPlanChanges(second.ctx)])
    expect([await fixture.pending(), await fixture.planId()]).toEqual([null, fixture.company.plan.id])
    expect((await fixture.invoices()).filter(({ detail }) => detail.includes('→'))).toEqual([])
  })

  test('too small for what is in use is refused, and one that is awaited is not deleted', async () => {
    const tiny = (await createPlanFixture(app, { plan: { value: 200, users: 0 } })).company.plan
    expect((await fixture.choose(tiny)).error).toBe('ERR_PLAN_TOO_SMALL')
    await fixture.choose(fixture.dear)
    expect((await owner.call(deletePlan, { params: { id: fixture.dear.id } })).error).toBe('ERR_PLAN_AWAITED')
    const usage = (await owner.call(listPlanUsage)).body.find(({ id }) => id === fixture.dear.id)
    expect(usage).toMatchObject({ companies: 0, awaited: 1 })
    const { invoiceId } = (await fixture.pending()) ?? {}
    await owner.call(deleteInvoice, { params: { id: invoiceId ?? 0 } })
    expect(await fixture.pending()).toBe(null)
    expect((await owner.call(deletePlan, { params: { id: fixture.dear.id } })).status).toBe(200)
  })
})

describe('a cheaper plan', () => {
  test('begins with the next period, which costs what it costs; until then it can be given up', async () => {
    fixture = await createPlanFixture(app, { days: 5 })
    await writeInvoices(app.ctx)
    const at = fixture.dueDate.toISOString()
    expect(await fixture.quote(fixture.cheap)).toMatchObject({ kind: 'later', value: 0, at, periodValue: 40 })
    expect((await fixture.choose(fixture.cheap)).body.pending).toMatchObject({ kind: 'later', at, isPaid: false })
    expect([await fixture.planId(), (await fixture.invoices())[0]?.value]).toEqual([fixture.company.plan.id, 40])
    await fixture.admin.call(cancelPlanChange)
    expect((await fixture.invoices())[0]?.value).toBe(100)
    await fixture.choose(fixture.cheap)
    await fixture.letDaysPass(5.01)
    await Promise.all([beginPlanChanges(app.ctx), beginPlanChanges(second.ctx)])
    expect([await fixture.planId(), await fixture.pending()]).toEqual([fixture.cheap.id, null])
    expect((await fixture.invoices())[0]).toMatchObject({ value: 40, status: 'open' })
  })

  test('that is paid for begins at its time, is taken back by nobody, and holds its limits before', async () => {
    const { txid, valor } = await fixture.charge({ plan: { planId: fixture.cheap.id } })
    expect(valor.original).toBe('40.00')
    expect(await fixture.pending()).toBe(null)
    expect((await addUser()).status).toBe(200)
    await fixture.pay(txid)
    expect(await fixture.due()).toEqual(fixture.nextDueDate)
    expect(await fixture.pending()).toMatchObject({
      planId: fixture.cheap.id,
      at: fixture.dueDate.toISOString(),
      isPaid: true
    })
    expect(await fixture.planId()).toBe(fixture.company.plan.id)
    expect((await addUser()).error).toBe('ERR_PLAN_LIMIT_USERS')
    for (const answer of [
      await fixture.admin.call(cancelPlanChange),
      await fixture.choose(fixture.company.plan),
      await fixture.choose(fixture.dear)
    ]) {
      expect(answer.error).toBe('ERR_PLAN_CHANGE_PAID')
    }
    await fixture.letDaysPass(20.01)
    await beginPlanChanges(app.ctx)
    expect([await fixture.planId(), await fixture.pending()]).toEqual([fixture.cheap.id, null])
  })

  test('that is too small is paid by nobody, and given up when its time has come', async () => {
    await addUser()
    await addUser()
    expect(await fixture.quote(fixture.cheap)).toMatchObject({ kind: 'later', isTooSmall: true })
    expect((await fixture.choose(fixture.cheap)).status).toBe(200)
    const { subscribe } = await import('@guiche/shared/features/billing/subscription.ts')
    const body = { firstName: 'Ana', address1: 'Rua 1', city: 'Recife', zipcode: '50000-000', country: 'BR' as const }
    expect((await fixture.admin.call(subscribe, { body })).error).toBe('ERR_PLAN_TOO_SMALL')
    await fixture.letDaysPass(20.01)
    await beginPlanChanges(app.ctx)
    expect([await fixture.planId(), await fixture.pending()]).toEqual([fixture.company.plan.id, null])
  })
})

describe('without paid time', () => {
  test('a trial goes on with any plan at once', async () => {
    const company = await makeCompany(app)
    const { changePlan } = await import('@guiche/shared/features/billing/plan-changes.ts')
    await company.admin.call(changePlan, { body: { newPlanId: fixture.dear.id } })
    const { showCompany } = await import('@guiche/shared/features/org/companies.ts')
    const shown = accepted(app, await company.admin.call(showCompany, { params: { id: company.id } }))
    expect(shown.plan?.id).toBe(fixture.dear.id)
    expect(accepted(app, await company.admin.call(listInvoices))).toEqual([])
  })

  test.each([-1, -40])('a company that is %i days late has a dearer plan with the next payment', async (days) => {
    fixture = await createPlanFixture(app, { days })
    expect((await fixture.choose(fixture.dear)).body.pending).toMatchObject({ kind: 'period', value: 300 })
    expect(await fixture.planId()).toBe(fixture.company.plan.id)
    const { txid } = await fixture.charge({})
    await fixture.pay(txid)
    expect([await fixture.planId(), await fixture.pending()]).toEqual([fixture.dear.id, null])
    expect((await fixture.due()).getTime()).toBeGreaterThan(app.clock.now().getTime())
  })

  test('a cheaper one is there at once, and one without a due date pays for a dearer one first', async () => {
    fixture = await createPlanFixture(app, { days: -1 })
    await fixture.choose(fixture.cheap)
    expect(await fixture.planId()).toBe(fixture.cheap.id)
    const free = await createPlanFixture(app)
    await free.setCompany({ dueDate: null })
    expect((await free.choose(free.dear)).body.pending).toMatchObject({ kind: 'period', value: 300 })
    expect(await free.planId()).toBe(free.company.plan.id)
  })
})

describe('the super user', () => {
  test('renews by one period and pays its invoice with it: paying it later moves nothing', async () => {
    fixture = await createPlanFixture(app, { days: 5 })
    await writeInvoices(app.ctx)
    const params = { id: fixture.id }
    expect((await fixture.admin.call(renewCompany, { params })).error).toBe('ERR_NO_PERMISSION')
    const renewed = accepted(app, await owner.call(renewCompany, { params }))
    expect(renewed.dueDate).toBe(fixture.nextDueDate.toISOString())
    const [invoice] = await fixture.invoices()
    expect(invoice).toMatchObject({ status: 'paid', value: 100 })
    await fixture.markPaid(owner, invoice?.id ?? 0)
    expect(await fixture.due()).toEqual(fixture.nextDueDate)
    await owner.call(renewCompany, { params })
    expect(await fixture.due()).toEqual(monthsLater(fixture.nextDueDate, 1))
    expect((await fixture.invoices()).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  test('moves the date by hand as older clients renew: the open invoice stays owed and moves nothing more', async () => {
    fixture = await createPlanFixture(app, { days: 5 })
    await writeInvoices(app.ctx)
    const [{ id } = { id: 0 }] = await fixture.invoices()
    const move = (dueDate: Date) =>
      owner.call(updateCompany, { params: { id: fixture.id }, body: { dueDate: dueDate.toISOString() } })
    await move(fixture.nextDueDate)
    const { txid } = await fixture.charge({ invoiceId: id })
    await fixture.pay(txid)
    expect(await fixture.due()).toEqual(fixture.nextDueDate)
    // A few days as a present are no period: the next payment still moves the date by one.
    await fixture.letDaysPass(30)
    await writeInvoices(app.ctx)
    const present = new Date((await fixture.due()).getTime() + 4 * day)
    await move(present)
    const open = (await fixture.invoices()).filter(({ status }) => status === 'open')
    expect(open).toMatchObject([{ dueDate: present.toISOString() }])
    await fixture.markPaid(owner, open[0]?.id ?? 0)
    expect(await fixture.due()).toEqual(monthsLater(present, 1))
  })

  test('sets a plan at once, which gives up what waits', async () => {
    await fixture.choose(fixture.dear)
    await owner.call(updateCompany, { params: { id: fixture.id }, body: { planId: fixture.cheap.id } })
    expect([await fixture.planId(), await fixture.pending(), await fixture.invoices()]).toEqual([
      fixture.cheap.id,
      null,
      []
    ])
  })
})
