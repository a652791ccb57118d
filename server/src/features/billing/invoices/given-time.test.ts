// Tests of time that the super user gives or takes back by hand, and of the two ends of the paid time: a present pays for
// nothing, and an invoice always buys what it asks for.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelPlanChange } from '@guiche/shared/features/billing/plan-changes.ts'
import { listOpenReceipts, subscribe } from '@guiche/shared/features/billing/subscription.ts'
import { updateCompany } from '@guiche/shared/features/org/companies.ts'
import { dueDateInput, dueDay, monthsLater } from '@guiche/shared/features/org/due-dates.ts'
import { deletePlan } from '@guiche/shared/features/org/plans.ts'
import { createUser } from '@guiche/shared/features/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, signInSuper, unique, type Person } from '#test/fixtures/factories.ts'
import { createPlanFixture } from '#test/fixtures/plan-fixture.ts'
import { beginPlanChanges } from './begin-plan-changes.ts'
import { writeInvoices } from './write-invoices.ts'

const day = 86_400_000

let app: TestApp
let owner: Person
let desk: Awaited<ReturnType<typeof createPlanFixture>>
beforeAll(async () => {
  app = await buildTestApp()
  owner = await signInSuper(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  desk = await createPlanFixture(app)
})

const after = (moment: Date, days: number) => new Date(moment.getTime() + days * day)
async function give(dueDate: Date | null) {
  return accepted(
    app,
    await owner.call(updateCompany, { params: { id: desk.id }, body: { dueDate: dueDate?.toISOString() ?? null } })
  )
}
async function addUser() {
  return accepted(
    app,
    await desk.admin.call(createUser, {
      body: { name: 'Bia', email: `bia${unique()}.${desk.id}@empresa.test`, password: 'Senha-123' }
    })
  )
}
/** The invoice of the next period is written, and so many days go by without a payment. */
async function openPeriod(daysPassed = 0) {
  desk = await createPlanFixture(app, { days: 5 })
  await writeInvoices(app.ctx)
  if (daysPassed > 0) await desk.letDaysPass(daysPassed)
}

test('days as a present pay for no plan that waits: it is given up at will, limits nobody, and begins after them', async () => {
  const present = after(desk.dueDate, 4)
  await desk.choose(desk.cheap)
  await give(present)
  const waiting = { planId: desk.cheap.id, at: present.toISOString(), isPaid: false }
  expect(await desk.pending()).toMatchObject(waiting)
  expect((await desk.admin.call(cancelPlanChange)).status).toBe(200)
  await desk.choose(desk.cheap)
  // Three with the admin: one more than the cheap plan holds.
  await addUser()
  await addUser()
  await desk.letDaysPass(20.01)
  await beginPlanChanges(app.ctx)
  expect([await desk.planId(), (await desk.pending())?.planId]).toEqual([desk.company.plan.id, desk.cheap.id])
  await desk.letDaysPass(4)
  await beginPlanChanges(app.ctx)
  expect([await desk.planId(), await desk.pending()]).toEqual([desk.company.plan.id, null])
})

test('days as a present leave a plan that is paid for where it begins', async () => {
  await desk.pay((await desk.charge({ plan: { planId: desk.cheap.id } })).txid)
  await give(after(desk.nextDueDate, 4))
  const paid = { planId: desk.cheap.id, at: desk.dueDate.toISOString(), isPaid: true }
  expect(await desk.pending()).toMatchObject(paid)
  await give(after(desk.nextDueDate, -4))
  expect(await desk.pending()).toMatchObject(paid)
})

test('a plan that is paid for outlives a date that is set back by mistake, and begins on its day', async () => {
  await desk.pay((await desk.charge({ plan: { planId: desk.cheap.id } })).txid)
  await give(after(desk.dueDate, -10))
  const paid = { planId: desk.cheap.id, at: desk.dueDate.toISOString(), isPaid: true }
  expect(await desk.pending()).toMatchObject(paid)
  expect((await desk.admin.call(cancelPlanChange)).error).toBe('ERR_PLAN_CHANGE_PAID')
  await give(desk.nextDueDate)
  expect(await desk.pending()).toMatchObject(paid)
})

test('a period given by hand at the cheaper price brings the cheaper plan, as paying it would have', async () => {
  desk = await createPlanFixture(app, { days: 5 })
  await writeInvoices(app.ctx)
  await desk.choose(desk.cheap)
  expect((await desk.invoices())[0]?.value).toBe(40)
  await give(desk.nextDueDate)
  const waiting = { planId: desk.cheap.id, at: desk.dueDate.toISOString() }
  expect(await desk.pending()).toMatchObject({ ...waiting, isPaid: true })
  // Given by mistake: what is left of it are ten days, which pay for nothing.
  const present = after(desk.dueDate, 10)
  await give(present)
  expect(await desk.pending()).toMatchObject({ ...waiting, at: present.toISOString(), isPaid: false })
  await give(monthsLater(present, 1))
  await desk.letDaysPass(15.01)
  await beginPlanChanges(app.ctx)
  expect([await desk.planId(), await desk.pending()]).toEqual([desk.cheap.id, null])
})

test('a paid period that is taken back to the minute can be asked for and paid anew', async () => {
  await openPeriod()
  await desk.pay((await desk.charge({})).txid)
  await give(desk.dueDate)
  await writeInvoices(app.ctx)
  expect((await desk.invoices()).map(({ status }) => status).toSorted()).toEqual(['open', 'paid'])
  await desk.pay((await desk.charge({})).txid)
  expect(await desk.due()).toEqual(desk.nextDueDate)
})

test('a year is not had for the price of a month: open invoices follow another recurrence', async () => {
  await openPeriod()
  accepted(app, await owner.call(updateCompany, { params: { id: desk.id }, body: { recurrence: 'ANUAL' } }))
  const [invoice] = await desk.invoices()
  expect(invoice).toMatchObject({ value: 1200, status: 'open' })
  await desk.markPaid(owner, invoice?.id ?? 0)
  expect(await desk.due()).toEqual(monthsLater(desk.dueDate, 12))
})

test('a charge for a cheaper plan that is left unpaid makes the present one no cheaper', async () => {
  await desk.charge({ plan: { planId: desk.cheap.id } })
  expect(await desk.invoices()).toMatchObject([{ value: 100, detail: desk.company.plan.name, status: 'open' }])
  expect((await desk.charge({})).valor.original).toBe('100.00')
})

test('the price of a plan that was deleted meanwhile buys no dearer one', async () => {
  const { txid } = await desk.charge({ plan: { planId: desk.cheap.id } })
  expect((await owner.call(deletePlan, { params: { id: desk.cheap.id } })).status).toBe(200)
  await desk.pay(txid)
  expect([await desk.due(), await desk.planId()]).toEqual([desk.dueDate, desk.company.plan.id])
  expect(accepted(app, await desk.admin.call(listOpenReceipts))).toMatchObject([{ outcome: 'underpaid', value: 40 }])
})

test('a difference that has lapsed is not brought back by the next period', async () => {
  await desk.choose(desk.dear)
  await desk.letDaysPass(20.001)
  await desk.pay((await desk.charge({})).txid)
  await beginPlanChanges(app.ctx)
  expect([await desk.pending(), await desk.planId()]).toEqual([null, desk.company.plan.id])
  expect((await desk.invoices()).filter(({ status }) => status === 'open')).toEqual([])
})

test('a difference for the rest of the paid time is asked of nobody whose time has no end', async () => {
  await desk.choose(desk.dear)
  await give(null)
  expect([await desk.pending(), await desk.invoices()]).toEqual([null, []])
})

test('days as a present to a late company take its invoice along, which still buys a period', async () => {
  await openPeriod(45)
  const present = after(app.clock.now(), 5)
  await give(present)
  await writeInvoices(app.ctx)
  const [invoice, ...others] = await desk.invoices()
  expect(others).toEqual([])
  expect(invoice).toMatchObject({ dueDate: present.toISOString(), status: 'open', value: 100 })
  await desk.pay((await desk.charge({ invoiceId: invoice?.id })).txid)
  expect(await desk.due()).toEqual(monthsLater(present, 1))
})

test('a period from today on, given to a late company, is given: its invoice is owed and moves nothing', async () => {
  await openPeriod(45)
  const given = monthsLater(app.clock.now(), 1)
  await give(given)
  const [invoice] = await desk.invoices()
  await desk.pay((await desk.charge({ invoiceId: invoice?.id })).txid)
  expect(await desk.due()).toEqual(given)
})

test('a period given by mistake and corrected to some days is a present of some days', async () => {
  await openPeriod()
  await give(desk.nextDueDate)
  const present = after(desk.dueDate, 10)
  await give(present)
  const invoices = await desk.invoices()
  expect(invoices).toMatchObject([{ dueDate: present.toISOString(), status: 'open' }])
  await desk.pay((await desk.charge({ invoiceId: invoices[0]?.id })).txid)
  expect(await desk.due()).toEqual(monthsLater(present, 1))
})

test('a period that was given stays given when some days are added or taken later', async () => {
  await openPeriod()
  await give(desk.nextDueDate)
  const [{ id } = { id: 0 }] = await desk.invoices()
  await desk.letDaysPass(30)
  const later = after(await desk.due(), 6)
  await give(later)
  await give(after(later, -3))
  await desk.pay((await desk.charge({ invoiceId: id })).txid)
  expect(await desk.due()).toEqual(after(later, -3))
})

test('on the last paid day a dearer plan begins with the payment of its period, as the terms say', async () => {
  const lastMinute = dueDateInput.parse(dueDay(app.clock.now().getTime())) ?? new Date()
  await desk.setCompany({ dueDate: lastMinute })
  expect(await desk.quote(desk.dear)).toMatchObject({ kind: 'period', value: 300 })
  await desk.choose(desk.dear)
  await desk.pay((await desk.charge({})).txid)
  expect([await desk.planId(), await desk.pending()]).toEqual([desk.dear.id, null])
  expect(await desk.due()).toEqual(monthsLater(lastMinute, 1))
})

test('a difference that comes after the paid time opens nothing, and its money is there to be given back', async () => {
  await desk.choose(desk.dear)
  const invoiceId = (await desk.pending())?.invoiceId ?? 0
  const { txid, valor } = await desk.charge({ invoiceId })
  await desk.letDaysPass(20.001)
  // The clock that lets it lapse has not come by yet.
  await desk.pay(txid)
  expect(await desk.planId()).toBe(desk.company.plan.id)
  const receipts = accepted(app, await desk.admin.call(listOpenReceipts))
  expect(receipts).toMatchObject([{ outcome: 'surplus', value: Number(valor.original) }])
  expect((await desk.markPaid(owner, invoiceId)).error).toBe('ERR_NO_INVOICE_FOUND')
  expect((await desk.admin.call(subscribe, { body: { invoiceId } })).error).toBe('ERR_NO_INVOICE_FOUND')
  await beginPlanChanges(app.ctx)
  expect([await desk.pending(), await desk.invoices()]).toEqual([null, []])
})
