// Tests of invoices: written ahead and once, paid once, kept by the super user, read by admins; grace, and another plan.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createInvoice,
  deleteInvoice,
  invoiceEvent,
  listInvoices,
  listInvoicesOf,
  updateInvoice
} from '@guiche/shared/features/billing/invoices.ts'
import { changePlan } from '@guiche/shared/features/billing/plan-changes.ts'
import { showCompany } from '@guiche/shared/features/org/companies.ts'
import { monthsLater } from '@guiche/shared/features/org/due-dates.ts'
import { createTag } from '@guiche/shared/features/inbox/tags.ts'
import { companies } from '#database/tables/org/companies.ts'
import { actorCache } from '#features/org/sessions/actor-cache.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import {
  accepted,
  makeCompany,
  makePlan,
  makeUser,
  signInSuper,
  type Company,
  type Person
} from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { writeInvoices } from './write-invoices.ts'

const day = 86_400_000

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await buildTestApp()
  owner = await signInSuper(app)
})
afterAll(() => app.close())

function setDue(id: number, dueDate: Date, change: Partial<typeof companies.$inferInsert> = {}) {
  return inTransaction(app.ctx, async (tx) => {
    await tx.db
      .update(companies)
      .set({ dueDate, ...change })
      .where(eq(companies.id, id))
    await actorCache.forget(tx, `${id}:`)
  })
}

/** A company that has to pay `days` from now. */
async function dueIn(days: number, change: Partial<typeof companies.$inferInsert> = {}, value = 99): Promise<Company> {
  const company = await makeCompany(app, { plan: { value } })
  await setDue(company.id, new Date(app.clock.now().getTime() + days * day), change)
  return company
}
const invoicesOf = async ({ admin }: Company) => accepted(app, await admin.call(listInvoices))
const dueDateOf = async ({ id, admin }: Company) =>
  accepted(app, await admin.call(showCompany, { params: { id } })).dueDate
const pay = (id: number) => owner.call(updateInvoice, { params: { id }, body: { status: 'paid' } })

describe('the clock', () => {
  test('writes the invoice of the next period ten days ahead, with the price of all its months', async () => {
    const [soon, later, yearly] = [await dueIn(9), await dueIn(11), await dueIn(3, { recurrence: 'ANUAL' })]
    await writeInvoices(app.ctx)
    expect(await invoicesOf(soon)).toMatchObject([
      { detail: soon.plan.name, value: 99, status: 'open', dueDate: await dueDateOf(soon), companyId: soon.id }
    ])
    expect(await invoicesOf(later)).toEqual([])
    expect(await invoicesOf(yearly)).toMatchObject([{ value: 12 * 99 }])
  })

  test('writes none for a closed company, a free plan, one without a due date, or one that left long ago', async () => {
    const all = [
      await dueIn(5, { status: false }),
      await dueIn(5, {}, 0),
      await dueIn(5, { dueDate: null }),
      await dueIn(-90)
    ]
    await writeInvoices(app.ctx)
    for (const { id } of all) {
      expect(accepted(app, await owner.call(listInvoicesOf, { query: { companyId: id } }))).toEqual([])
    }
  })

  test('writes each invoice once, however many run at once and however often', async () => {
    const company = await dueIn(5)
    await Promise.all([1, 2, 3, 4].map(() => writeInvoices(app.ctx)))
    await writeInvoices(app.ctx)
    expect(await invoicesOf(company)).toHaveLength(1)
  })

  test('that breaks off has written nothing, and the next run writes it', async () => {
    const company = await dueIn(5)
    const broken = inTransaction(app.ctx, async (tx) => {
      await writeInvoices(tx)
      throw new Error('the machine went away')
    })
    await expect(broken).rejects.toThrow('the machine went away')
    expect(await invoicesOf(company)).toEqual([])
    await writeInvoices(app.ctx)
    expect(await invoicesOf(company)).toHaveLength(1)
  })
})

describe('a payment', () => {
  test('moves the due date by the recurrence, once, and the next invoice is for the time after it', async () => {
    const company = await dueIn(5, { recurrence: 'BIMESTRAL' })
    const before = new Date((await dueDateOf(company)) ?? 0)
    await writeInvoices(app.ctx)
    const [{ id } = { id: 0 }] = await invoicesOf(company)
    const answers = await Promise.all([pay(id), pay(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const moved = monthsLater(before, 2).toISOString()
    expect(await dueDateOf(company)).toBe(moved)
    await owner.call(updateInvoice, { params: { id }, body: { status: 'open' } })
    await pay(id)
    expect(await dueDateOf(company)).toBe(moved)
    await setDue(company.id, new Date(app.clock.now().getTime() + 9 * day))
    await writeInvoices(app.ctx)
    expect((await invoicesOf(company)).map(({ status }) => status)).toEqual(['open', 'paid'])
  })

  test('of an invoice that was written by hand moves no due date', async () => {
    const company = await dueIn(20)
    const before = await dueDateOf(company)
    const body = { detail: 'Treinamento', value: 300, dueDate: '2027-03-31', companyId: company.id }
    const { id } = accepted(app, await owner.call(createInvoice, { body }))
    expect(accepted(app, await pay(id))).toMatchObject({ status: 'paid', dueDate: '2027-04-01T02:59:00.000Z' })
    expect(await dueDateOf(company)).toBe(before)
  })
})

test('admins see the invoices of their company live, attendants and other companies do not', async () => {
  const [company, stranger] = [await dueIn(20), await dueIn(20)]
  const user = await makeUser(company)
  const [socket, below, far] = [await company.admin.connect(), await user.connect(), await stranger.admin.connect()]
  const list = await followList({
    socket,
    event: invoiceEvent,
    load: () => invoicesOf(company),
    apply: (items, event) => (event.action === 'delete' ? without(items, event.invoiceId) : put(items, event.invoice))
  })
  const body = { detail: 'Treinamento', value: 300, dueDate: '2027-03-31', companyId: company.id }
  const [first, second] = [
    accepted(app, await owner.call(createInvoice, { body })),
    accepted(app, await owner.call(createInvoice, { body }))
  ]
  await pay(first.id)
  await owner.call(deleteInvoice, { params: { id: second.id } })
  await list.expectEqualsReload()
  expect(list.items()).toMatchObject([{ id: first.id, status: 'paid' }])
  await Promise.all([below.settle(), far.settle()])
  expect([...below.of(invoiceEvent), ...far.of(invoiceEvent)]).toEqual([])
  expect((await user.call(listInvoices)).error).toBe('ERR_NO_PERMISSION')
  const foreign = await stranger.admin.call(listInvoicesOf, { query: { companyId: company.id } })
  expect(foreign.error).toBe('ERR_NO_PERMISSION')
})

describe('another plan', () => {
  test('of the same price is the present one at once, and open invoices get its price', async () => {
    const company = await dueIn(5, { recurrence: 'TRIMESTRAL' })
    await writeInvoices(app.ctx)
    const plan = await makePlan(app, { value: 99, useKanban: false })
    const answer = await company.admin.call(changePlan, { body: { companyId: company.id, newPlanId: plan.id } })
    expect(answer.body).toEqual({ message: 'Plano alterado com sucesso.', pending: null })
    const shown = accepted(app, await company.admin.call(showCompany, { params: { id: company.id } }))
    expect(shown.plan).toMatchObject({ id: plan.id, useKanban: false })
    expect(await invoicesOf(company)).toMatchObject([{ detail: plan.name, value: 297, status: 'open' }])
  })

  test('has to be on offer and large enough, and is of the own company alone', async () => {
    const [company, stranger] = [await dueIn(20), await dueIn(20)]
    await makeUser(company)
    const small = await makePlan(app, { users: 1 })
    const choose = (by: Person, companyId: number, newPlanId: number) =>
      by.call(changePlan, { body: { companyId, newPlanId } })
    const answers = [
      await choose(company.admin, company.id, small.id),
      await choose(company.admin, company.id, 999_999),
      await choose(stranger.admin, company.id, stranger.plan.id)
    ]
    expect(answers[0]?.refusal).toMatchObject({ values: { plan: small.name, users: 2, maxUsers: 1 } })
    expect(answers.map(({ error }) => error)).toEqual(['ERR_PLAN_TOO_SMALL', 'ERR_NO_PLAN_FOUND', 'ERR_NO_PERMISSION'])
    const shown = accepted(app, await company.admin.call(showCompany, { params: { id: company.id } }))
    expect(shown.plan?.id).toBe(company.plan.id)
  })
})

test('everything goes on for three days after the due date; then only reading, and choosing a plan', async () => {
  const tag = (company: Company) => company.admin.call(createTag, { body: { name: 'Retorno' } })
  const [inGrace, late] = [await dueIn(-2.9), await dueIn(-3.1)]
  expect((await tag(inGrace)).status).toBe(200)
  expect(await tag(late)).toMatchObject({ status: 402, error: 'ERR_COMPANY_EXPIRED' })
  const body = { companyId: late.id, newPlanId: late.plan.id }
  expect((await late.admin.call(changePlan, { body })).status).toBe(200)
})
