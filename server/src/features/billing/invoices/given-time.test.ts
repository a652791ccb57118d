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
let fixture: Awaited<ReturnType<typeof createPlanFixture>>
beforeAll(async () => {
  app = await buildTestApp()
  owner = await signInSuper(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  fixture = await createPlanFixture(app)
})

const after = (moment: Date, days: number) => new Date(moment.getTime() + days * day)
async function give(dueDate: Date | null) {
  return accepted(
    app,
    await owner.call(updateCompany, { params: { id: fixture.id }, body: { dueDate: dueDate?.toISOString() ?? null } })
  )
}
async function addUser() {
  return accepted(
    app,
    await fixture.admin.call(createUser, {
      body: { name: 'Bia', email: `bia${unique()}.${fixture.id}@empresa.test`, password: 'Senha-123' }
    })
  )
}
/** The invoice of the next period is written, and so many days go by without a payment. */
async function openPeriod(daysPassed = 0) {
  fixture = await createPlanFixture(app, { days: 5 })
  await writeInvoices(app.ctx)
  if (daysPassed > 0) await fixture.letDaysPass(daysPassed)
}

test('days as a present pay for no plan that waits: it is given up at will, limits nobody, and begins after them', async () => {
  const present = after(fixture.dueDate, 4)
  await fixture.choose(fixture.cheap)
  await give(present)
  const waiting = { planId: fixture.cheap.id, at: present.toISOString(), isPaid: false }
  expect(await fixture.pending()).toMatchObject(waiting)
  expect((await fixture.admin.call(cancelPlanChange)).status).toBe(200)
  await fixture.choose(fixture.cheap)
  // Three with the admin: one more than the cheap plan holds.
  await addUser()
  await addUser()
  await fixture.letDaysPass(20.01)
  await beginPlanChanges(app.ctx)
  expect([await fixture.planId(), (await fixture.pending())?.planId]).toEqual([
    fixture.company.plan.id,
    fixture.cheap.id
  ])
  await fixture.letDaysPass(4)
  await beginPlanChanges(app.ctx)
  expect([await fixture.planId(), await fixture.pending()]).toEqual([fixture.company.plan.id, null])
})

test('days as a present leave a plan that is paid for where it begins', async () => {
  await fixture.pay((await fixture.charge({ plan: { planId: fixture.cheap.id } })).txid)
  await give(after(fixture.nextDueDate, 4))
  const paid = { planId: fixture.cheap.id, at: fixture.dueDate.toISOString(), isPaid: true }
  expect(await fixture.pending()).toMatchObject(paid)
  await give(after(fixture.nextDueDate, -4))
  expect(await fixture.pending()).toMatchObject(paid)
})

test('a plan that is paid for outlives a date that is set back by mistake, and begins on its day', async () => {
  await fixture.pay((await fixture.charge({ plan: { planId: fixture.cheap.id } })).txid)
  await give(after(fixture.dueDate, -10))
  const paid = { planId: fixture.cheap.id, at: fixture.dueDate.toISOString(), isPaid: true }
  expect(await fixture.pending()).toMatchObject(paid)
  expect((await fixture.admin.call(cancelPlanChange)).error).toBe('ERR_PLAN_CHANGE_PAID')
  await give(fixture.nextDueDate)
  expect(await fixture.pending()).toMatchObject(paid)
})

test('a period given by hand at the cheaper price brings the cheaper plan, as paying it would have', async () => {
  fixture = await createPlanFixture(app, { days: 5 })
  await writeInvoices(app.ctx)
  await fixture.choose(fixture.cheap)
  expect((await fixture.invoices())[0]?.value).toBe(40)
  await give(fixture.nextDueDate)
  const waiting = { planId: fixture.cheap.id, at: fixture.dueDate.toISOString() }
  expect(await fixture.pending()).toMatchObject({ ...waiting, isPaid: true })
  // Given by mistake: what is left of it are ten days, which pay for nothing.
  const present = after(fixture.dueDate, 10)
  await give(present)
  expect(await fixture.pending()).toMatchObject({ ...waiting, at: present.toISOString(), isPaid: false })
  await give(monthsLater(present, 1))
  await fixture.letDaysPass(15.01)
  await beginPlanChanges(app.ctx)
  expect([await fixture.planId(), await fixture.pending()]).toEqual([fixture.cheap.id, null])
})

test('a paid period that is taken back to the minute can be asked for and paid anew', async () => {
  await openPeriod()
  await fixture.pay((await fixture.charge({})).txid)
  await give(fixture.dueDate)
  await writeInvoices(app.ctx)
  expect((await fixture.invoices()).map(({ status }) => status).toSorted()).toEqual(['open', 'paid'])
  await fixture.pay((await fixture.charge({})).txid)
  expect(await fixture.due()).toEqual(fixture.nextDueDate)
})

test('a year is not had for the price of a month: open invoices follow another recurrence', async () => {
  await openPeriod()
  accepted(app, await owner.call(updateCompany, { params: { id: fixture.id }, body: { recurrence: 'ANUAL' } }))
  const [invoice] = await fixture.invoices()
  expect(invoice).toMatchObject({ value: 1200, status: 'open' })
  await fixture.markPaid(owner, invoice?.id ?? 0)
  expect(await fixture.due()).toEqual(monthsLater(fixture.dueDate, 12))
})

test('a charge for a cheaper plan that is left unpaid makes the present one no cheaper', async () => {
  await fixture.charge({ plan: { planId: fixture.cheap.id } })
  expect(await fixture.invoices()).toMatchObject([{ value: 100, detail: fixture.company.plan.name, status: 'open' }])
  expect((await fixture.charge({})).valor.original).toBe('100.00')
})

test('the price of a plan that was deleted meanwhile buys no dearer one', async () => {
  const { txid } = await fixture.charge({ plan: { planId: fixture.cheap.id } })
  expect((await owner.call(deletePlan, { params: { id: fixture.cheap.id } })).status).toBe(200)
  await fixture.pay(txid)
  expect([await fixture.due(), await fixture.planId()]).toEqual([fixture.dueDate, fixture.company.plan.id])
  expect(accepted(app, await fixture.admin.call(listOpenReceipts))).toMatchObject([{ outcome: 'underpaid', value: 40 }])
})

test('a difference that has lapsed is not brought back by the next period', async () => {
  await fixture.choose(fixture.dear)
  await fixture.letDaysPass(20.001)
  await fixture.pay((await fixture.charge({})).txid)
  await beginPlanChanges(app.ctx)
  expect([await fixture.pending(), await fixture.planId()]).toEqual([null, fixture.company.plan.id])
  expect((await fixture.invoices()).filter(({ status }) => status === 'open')).toEqual([])
})

test('a difference for the rest of the paid time is asked of nobody whose time has no end', async () => {
  await fixture.choose(fixture.dear)
  await give(null)
  expect([await fixture.pending(), await fixture.invoices()]).toEqual([null, []])
})

test('days as a present to a late company take its invoice along, which still buys a period', async () => {
  await openPeriod(45)
  const present = after(app.clock.now(), 5)
  await give(present)
  await writeInvoices(app.ctx)
  const [invoice, ...others] = await fixture.invoices()
  expect(others).toEqual([])
  expect(invoice).toMatchObject({ dueDate: present.toISOString(), status: 'open', value: 100 })
  await fixture.pay((await fixture.charge({ invoiceId: invoice?.id })).txid)
  expect(await fixture.due()).toEqual(monthsLater(present, 1))
})

test('a period from today on, given to a late company, is given: its invoice is owed and moves nothing', async () => {
  await openPeriod(45)
  const given = monthsLater(app.clock.now(), 1)
  await give(given)
  const [invoice] = await fixture.invoices()
  await fixture.pay((await fixture.charge({ invoiceId: invoice?.id })).txid)
  expect(await fixture.due()).toEqual(given)
})

test('a period given by mistake and corrected to some days is a present of some days', async () => {
  await openPeriod()
  await give(fixture.nextDueDate)
  const present = after(fixture.dueDate, 10)
  await give(present)
  const invoices = await fixture.invoices()
  expect(invoices).toMatchObject([{ dueDate: present.toISOString(), status: 'open' }])
  await fixture.pay((await fixture.charge({ invoiceId: invoices[0]?.id })).txid)
  expect(await fixture.due()).toEqual(monthsLater(present, 1))
})

test('a period that was given stays given when some days are added or taken later', async () => {
  await openPeriod()
  await give(fixture.nextDueDate)
  const [{ id } = { id: 0 }] = await fixture.invoices()
  await fixture.letDaysPass(30)
  const later = after(await fixture.due(), 6)
  await give(later)
  await give(after(later, -3))
  await fixture.pay((await fixture.charge({ invoiceId: id })).txid)
  expect(await fixture.due()).toEqual(after(later, -3))
})

test('on the last paid day a dearer plan begins with the payment of its period, as the terms say', async () => {
  const lastMinute = dueDateInput.parse(dueDay(app.clock.now().getTime())) ?? new Date()
  await fixture.setCompany({ dueDate: lastMinute })
  expect(await fixture.quote(fixture.dear)).toMatchObject({ kind: 'period', value: 300 })
  await fixture.choose(fixture.dear)
  await fixture.pay((await fixture.charge({})).txid)
  expect([await fixture.planId(), await fixture.pending()]).toEqual([fixture.dear.id, null])
  expect(await fixture.due()).toEqual(monthsLater(lastMinute, 1))
})

test('a difference that comes after the paid time opens nothing, and its money is there to be given back', async () => {
  await fixture.choose(fixture.dear)
  const invoiceId = (await fixture.pending())?.invoiceId ?? 0
  const { txid, valor } = await fixture.charge({ invoiceId })
  await fixture.letDaysPass(20.001)
  // The clock that lets it lapse has not come by yet.
  await fixture.pay(txid)
  expect(await fixture.planId()).toBe(fixture.company.plan.id)
  const receipts = accepted(app, await fixture.admin.call(listOpenReceipts))
  expect(receipts).toMatchObject([{ outcome: 'surplus', value: Number(valor.original) }])
  expect((await fixture.markPaid(owner, invoiceId)).error).toBe('ERR_NO_INVOICE_FOUND')
  expect((await fixture.admin.call(subscribe, { body: { invoiceId } })).error).toBe('ERR_NO_INVOICE_FOUND')
  await beginPlanChanges(app.ctx)
  expect([await fixture.pending(), await fixture.invoices()]).toEqual([null, []])
})

test('a period given under a cheaper plan costs what the present plan costs when it is taken back', async () => {
  await openPeriod()
  await give(fixture.nextDueDate)
  const change = { params: { id: fixture.id }, body: { planId: fixture.dear.id } }
  accepted(app, await owner.call(updateCompany, change))
  // It was given at the price of then.
  expect((await fixture.invoices()).map(({ value }) => value)).toEqual([100])
  await give(after(fixture.dueDate, 10))
  expect((await fixture.invoices()).map(({ value, detail }) => [value, detail])).toEqual([[300, fixture.dear.name]])
})
