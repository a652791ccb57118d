// Tests of changing the plan: a dearer one begins with its payment, a cheaper one with the next period, and nothing is had
// twice or for less, whichever way and however often money comes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cancelPlanChange, planChangeEvent } from '@guiche/shared/features/billing/plan-changes.ts'
import { deleteInvoice, listInvoices, updateInvoice } from '@guiche/shared/features/billing/invoices.ts'
import { listOpenReceipts, paymentEvent } from '@guiche/shared/features/billing/subscription.ts'
import { renewCompany, updateCompany } from '@guiche/shared/features/org/companies.ts'
import { monthsLater } from '@guiche/shared/features/org/due-dates.ts'
import { deletePlan } from '@guiche/shared/features/org/plans.ts'
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
let desk: Awaited<ReturnType<typeof createPlanFixture>>
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
  desk = await createPlanFixture(app)
})

const differenceTo = (to: number, dueDate = desk.dueDate, from = 100) =>
  planDifference({ from, to, dueDate, now: app.clock.now() })
const receipts = async () =>
  accepted(app, await desk.admin.call(listOpenReceipts)).map(({ outcome, value }) => [outcome, value])
function addUser() {
  return desk.admin.call(createUser, {
    body: { name: 'Bia', email: `bia${unique()}.${desk.id}@empresa.test`, password: 'Senha-123' }
  })
}

describe('a dearer plan', () => {
  test('costs the difference at once and begins with its payment: everybody hears of it', async () => {
    const { dear, admin } = desk
    const [socket, attendant] = [await admin.connect(), await (await makeUser(desk.company)).connect()]
    const value = differenceTo(300)
    expect(await desk.quote(dear)).toMatchObject({ kind: 'difference', value, at: desk.dueDate.toISOString() })
    const { body } = await desk.choose(dear)
    expect(body.pending).toMatchObject({ planId: dear.id, planName: dear.name, kind: 'difference', value })
    expect(await desk.planId()).toBe(desk.company.plan.id)
    const [invoice] = await desk.invoices()
    expect(invoice).toMatchObject({ value, status: 'open', detail: `${desk.company.plan.name} → ${dear.name}` })
    const { txid, valor } = await desk.charge({ invoiceId: invoice?.id })
    expect(valor.original).toBe(value?.toFixed(2))
    await desk.pay(txid)
    expect([await desk.planId(), await desk.pending(), await desk.due()]).toEqual([dear.id, null, desk.dueDate])
    await Promise.all([socket.settle(), attendant.settle()])
    expect(socket.of(planChangeEvent).map(({ pending }) => pending?.planId ?? null)).toEqual([dear.id, null])
    expect(attendant.of(planChangeEvent)).toEqual([])
    expect(attendant.of(paymentEvent)).toMatchObject([
      { openedPlan: dear.name, company: { planId: dear.id, dueDate: desk.dueDate.toISOString() } }
    ])
  })

  test('begins once, however often and by however many ways it is paid', async () => {
    await desk.choose(desk.dear)
    const id = (await desk.pending())?.invoiceId ?? 0
    const { txid } = await desk.charge({ invoiceId: id })
    await Promise.all([desk.pay(txid), desk.markPaid(owner, id), desk.pay(txid), desk.markPaid(owner, id)])
    expect([await desk.planId(), await desk.due()]).toEqual([desk.dear.id, desk.dueDate])
    expect(await desk.invoices()).toMatchObject([{ id, status: 'paid' }])
    // One of the three counted; the money of the others is there to be given back.
    expect((await receipts()).length).toBeGreaterThanOrEqual(1)
    await desk.setCompany({ planId: desk.company.plan.id })
    await owner.call(updateInvoice, { params: { id }, body: { status: 'open' } })
    await desk.markPaid(owner, id)
    expect(await desk.planId()).toBe(desk.company.plan.id)
  })

  test('makes the next period cost what it costs, once it has begun', async () => {
    desk = await createPlanFixture(app, { days: 5 })
    await writeInvoices(app.ctx)
    await desk.choose(desk.dear)
    const period = async () => (await desk.invoices()).find(({ detail }) => !detail.includes('→'))
    expect((await period())?.value).toBe(100)
    await desk.markPaid(owner, (await desk.pending())?.invoiceId ?? 0)
    expect(await period()).toMatchObject({ value: 300, detail: desk.dear.name, status: 'open' })
  })

  test('is given up or replaced as long as it is not paid, and its invoice with it', async () => {
    const dearest = (await createPlanFixture(app, { plan: { value: 900 } })).company.plan
    await desk.choose(desk.dear)
    await desk.choose(dearest)
    expect(await desk.invoices()).toMatchObject([{ value: differenceTo(900) }])
    await desk.choose(desk.company.plan)
    expect([await desk.pending(), await desk.invoices()]).toEqual([null, []])
    await desk.choose(desk.dear)
    const old = await desk.charge({ invoiceId: (await desk.pending())?.invoiceId ?? 0 })
    expect((await desk.admin.call(cancelPlanChange)).status).toBe(200)
    expect((await desk.admin.call(cancelPlanChange)).error).toBe('ERR_NO_PLAN_CHANGE_FOUND')
    await desk.pay(old.txid)
    expect(await desk.planId()).toBe(desk.company.plan.id)
    expect(await receipts()).toEqual([['surplus', differenceTo(300)]])
  })

  test('chosen by two at once on two nodes leaves one change and one invoice', async () => {
    const other = (await createPlanFixture(app, { plan: { value: 500 } })).company.plan
    const { choosePlan } = await import('./choose-plan.ts')
    const nodes = [app, second, app, second, app, second]
    await Promise.all(nodes.map(({ ctx }, at) => choosePlan(ctx, desk.id, at % 3 === 0 ? other.id : desk.dear.id)))
    const pending = await desk.pending()
    expect(await desk.invoices()).toMatchObject([{ id: pending?.invoiceId, value: pending?.value, status: 'open' }])
    expect([differenceTo(300), differenceTo(500)]).toContain(pending?.value)
  })

  test('costs less every day that goes by, and lapses unpaid with the paid time', async () => {
    await desk.choose(desk.dear)
    const before = (await desk.pending())?.value ?? 0
    await desk.letDaysPass(10)
    const { valor } = await desk.charge({ plan: { planId: desk.dear.id } })
    expect(Number(valor.original)).toBe(differenceTo(300, await desk.due()))
    expect(Number(valor.original)).toBeLessThan(before)
    await desk.letDaysPass(11)
    await Promise.all([beginPlanChanges(app.ctx), beginPlanChanges(second.ctx)])
    expect([await desk.pending(), await desk.planId()]).toEqual([null, desk.company.plan.id])
    expect((await desk.invoices()).filter(({ detail }) => detail.includes('→'))).toEqual([])
  })

  test('too small for what is in use is refused, and one that is awaited is not deleted', async () => {
    const tiny = (await createPlanFixture(app, { plan: { value: 200, users: 0 } })).company.plan
    expect((await desk.choose(tiny)).error).toBe('ERR_PLAN_TOO_SMALL')
    await desk.choose(desk.dear)
    expect((await owner.call(deletePlan, { params: { id: desk.dear.id } })).error).toBe('ERR_PLAN_IN_USE')
    const { invoiceId } = (await desk.pending()) ?? {}
    await owner.call(deleteInvoice, { params: { id: invoiceId ?? 0 } })
    expect(await desk.pending()).toBe(null)
    expect((await owner.call(deletePlan, { params: { id: desk.dear.id } })).status).toBe(200)
  })
})

describe('a cheaper plan', () => {
  test('begins with the next period, which costs what it costs; until then it can be given up', async () => {
    desk = await createPlanFixture(app, { days: 5 })
    await writeInvoices(app.ctx)
    const at = desk.dueDate.toISOString()
    expect(await desk.quote(desk.cheap)).toMatchObject({ kind: 'later', value: 0, at, periodValue: 40 })
    expect((await desk.choose(desk.cheap)).body.pending).toMatchObject({ kind: 'later', at, isPaid: false })
    expect([await desk.planId(), (await desk.invoices())[0]?.value]).toEqual([desk.company.plan.id, 40])
    await desk.admin.call(cancelPlanChange)
    expect((await desk.invoices())[0]?.value).toBe(100)
    await desk.choose(desk.cheap)
    await desk.letDaysPass(5.01)
    await Promise.all([beginPlanChanges(app.ctx), beginPlanChanges(second.ctx)])
    expect([await desk.planId(), await desk.pending()]).toEqual([desk.cheap.id, null])
    expect((await desk.invoices())[0]).toMatchObject({ value: 40, status: 'open' })
  })

  test('that is paid for begins at its time, is taken back by nobody, and holds its limits before', async () => {
    const { txid, valor } = await desk.charge({ plan: { planId: desk.cheap.id } })
    expect(valor.original).toBe('40.00')
    expect(await desk.pending()).toBe(null)
    expect((await addUser()).status).toBe(200)
    await desk.pay(txid)
    expect(await desk.due()).toEqual(desk.nextDueDate)
    expect(await desk.pending()).toMatchObject({ planId: desk.cheap.id, at: desk.dueDate.toISOString(), isPaid: true })
    expect(await desk.planId()).toBe(desk.company.plan.id)
    expect((await addUser()).error).toBe('ERR_PLAN_LIMIT_USERS')
    for (const answer of [
      await desk.admin.call(cancelPlanChange),
      await desk.choose(desk.company.plan),
      await desk.choose(desk.dear)
    ]) {
      expect(answer.error).toBe('ERR_PLAN_CHANGE_PAID')
    }
    await desk.letDaysPass(20.01)
    await beginPlanChanges(app.ctx)
    expect([await desk.planId(), await desk.pending()]).toEqual([desk.cheap.id, null])
  })

  test('that is too small is paid by nobody, and given up when its time has come', async () => {
    await addUser()
    await addUser()
    expect(await desk.quote(desk.cheap)).toMatchObject({ kind: 'later', isTooSmall: true })
    expect((await desk.choose(desk.cheap)).status).toBe(200)
    const { subscribe } = await import('@guiche/shared/features/billing/subscription.ts')
    const body = { firstName: 'Ana', address1: 'Rua 1', city: 'Recife', zipcode: '50000-000', country: 'BR' as const }
    expect((await desk.admin.call(subscribe, { body })).error).toBe('ERR_PLAN_TOO_SMALL')
    await desk.letDaysPass(20.01)
    await beginPlanChanges(app.ctx)
    expect([await desk.planId(), await desk.pending()]).toEqual([desk.company.plan.id, null])
  })
})

describe('without paid time', () => {
  test('a trial goes on with any plan at once', async () => {
    const company = await makeCompany(app)
    const { changePlan } = await import('@guiche/shared/features/billing/plan-changes.ts')
    await company.admin.call(changePlan, { body: { newPlanId: desk.dear.id } })
    const { showCompany } = await import('@guiche/shared/features/org/companies.ts')
    const shown = accepted(app, await company.admin.call(showCompany, { params: { id: company.id } }))
    expect(shown.plan?.id).toBe(desk.dear.id)
    expect(accepted(app, await company.admin.call(listInvoices))).toEqual([])
  })

  test.each([-1, -40])('a company that is %i days late has a dearer plan with the next payment', async (days) => {
    desk = await createPlanFixture(app, { days })
    expect((await desk.choose(desk.dear)).body.pending).toMatchObject({ kind: 'period', value: 300 })
    expect(await desk.planId()).toBe(desk.company.plan.id)
    const { txid } = await desk.charge({})
    await desk.pay(txid)
    expect([await desk.planId(), await desk.pending()]).toEqual([desk.dear.id, null])
    expect((await desk.due()).getTime()).toBeGreaterThan(app.clock.now().getTime())
  })

  test('a cheaper one is there at once, and one without a due date pays for a dearer one first', async () => {
    desk = await createPlanFixture(app, { days: -1 })
    await desk.choose(desk.cheap)
    expect(await desk.planId()).toBe(desk.cheap.id)
    const free = await createPlanFixture(app)
    await free.setCompany({ dueDate: null })
    expect((await free.choose(free.dear)).body.pending).toMatchObject({ kind: 'period', value: 300 })
    expect(await free.planId()).toBe(free.company.plan.id)
  })
})

describe('the super user', () => {
  test('renews by one period and pays its invoice with it: paying it later moves nothing', async () => {
    desk = await createPlanFixture(app, { days: 5 })
    await writeInvoices(app.ctx)
    const params = { id: desk.id }
    expect((await desk.admin.call(renewCompany, { params })).error).toBe('ERR_NO_PERMISSION')
    const renewed = accepted(app, await owner.call(renewCompany, { params }))
    expect(renewed.dueDate).toBe(desk.nextDueDate.toISOString())
    const [invoice] = await desk.invoices()
    expect(invoice).toMatchObject({ status: 'paid', value: 100 })
    await desk.markPaid(owner, invoice?.id ?? 0)
    expect(await desk.due()).toEqual(desk.nextDueDate)
    await owner.call(renewCompany, { params })
    expect(await desk.due()).toEqual(monthsLater(desk.nextDueDate, 1))
    expect((await desk.invoices()).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  test('moves the date by hand as older clients renew: the open invoice stays owed and moves nothing more', async () => {
    desk = await createPlanFixture(app, { days: 5 })
    await writeInvoices(app.ctx)
    const [{ id } = { id: 0 }] = await desk.invoices()
    const move = (dueDate: Date) =>
      owner.call(updateCompany, { params: { id: desk.id }, body: { dueDate: dueDate.toISOString() } })
    await move(desk.nextDueDate)
    const { txid } = await desk.charge({ invoiceId: id })
    await desk.pay(txid)
    expect(await desk.due()).toEqual(desk.nextDueDate)
    // A few days as a present are no period: the next payment still moves the date by one.
    await desk.letDaysPass(30)
    await writeInvoices(app.ctx)
    const present = new Date((await desk.due()).getTime() + 4 * day)
    await move(present)
    const open = (await desk.invoices()).filter(({ status }) => status === 'open')
    expect(open).toMatchObject([{ dueDate: present.toISOString() }])
    await desk.markPaid(owner, open[0]?.id ?? 0)
    expect(await desk.due()).toEqual(monthsLater(present, 1))
  })

  test('sets a plan at once, which gives up what waits', async () => {
    await desk.choose(desk.dear)
    await owner.call(updateCompany, { params: { id: desk.id }, body: { planId: desk.cheap.id } })
    expect([await desk.planId(), await desk.pending(), await desk.invoices()]).toEqual([desk.cheap.id, null, []])
  })
})
