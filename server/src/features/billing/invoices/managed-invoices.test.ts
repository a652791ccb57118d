// Tests of the invoices of all companies: found and summed up by the super user, live, and what a payment would do.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInvoice, deleteInvoice, invoiceEvent, updateInvoice } from '@guiche/shared/features/billing/invoices.ts'
import {
  listManagedInvoices,
  managedInvoiceEvent,
  showPaymentEffect
} from '@guiche/shared/features/billing/managed-invoices.ts'
import { companyEvent } from '@guiche/shared/features/org/companies.ts'
import { dueDay } from '@guiche/shared/features/org/due-dates.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, signInSuper, type Company, type Person } from '#test/fixtures/factories.ts'
import { followList, put, without } from '#test/live-equals-reload.ts'
import { createPlanFixture } from '#test/fixtures/plan-fixture.ts'
import { writeInvoices } from './write-invoices.ts'

const day = 86_400_000

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await buildTestApp()
  owner = await signInSuper(app)
})
afterAll(() => app.close())

type Query = Parameters<typeof owner.call<typeof listManagedInvoices>>[1]
const find = async (query: NonNullable<Query>['query'] = {}) =>
  accepted(app, await owner.call(listManagedInvoices, { query }))

/** A day of the calendar of due dates, so many days from now. */
const dayIn = (days: number) => dueDay(app.clock.now().getTime() + days * day)

async function write({ id: companyId }: Company, detail: string, days: number, status: 'open' | 'paid' = 'open') {
  return accepted(
    app,
    await owner.call(createInvoice, {
      body: { companyId, detail, value: 100.5, dueDate: dayIn(days) as never, status }
    })
  )
}

describe('the list', () => {
  test('finds by company, by its name or the detail, by state and by days, with sums of what is found', async () => {
    const [bakery, florist] = [await makeCompany(app), await makeCompany(app)]
    const late = await write(bakery, 'Implantação Zebra', -1)
    const today = await write(bakery, 'Treinamento', 0)
    const paid = await write(bakery, 'Consultoria', 5, 'paid')
    const other = await write(florist, 'Suporte zebra', 9)
    const ids = async (query: NonNullable<Query>['query']) => (await find(query)).invoices.map(({ id }) => id)

    const found = await find({ companyId: bakery.id })
    expect(found.invoices.map(({ id }) => id)).toEqual([paid.id, today.id, late.id])
    expect(found.invoices[0]).toMatchObject({ company: { id: bakery.id }, renews: null, awaitedPlan: null })
    expect(found).toMatchObject({
      count: 3,
      hasMore: false,
      sums: {
        open: { count: 2, value: 201 },
        overdue: { count: 1, value: 100.5 },
        paid: { count: 1, value: 100.5 }
      }
    })
    // What falls due today is not late yet.
    expect(await ids({ companyId: bakery.id, state: 'overdue' })).toEqual([late.id])
    expect(await ids({ companyId: bakery.id, state: 'open' })).toEqual([today.id, late.id])
    expect((await find({ companyId: bakery.id, state: 'paid' })).count).toBe(1)
    expect(await ids({ searchParam: 'ZEBRA' })).toEqual([other.id, late.id])
    const name = found.invoices[0]?.company.name ?? ''
    expect(await ids({ searchParam: name })).toEqual([paid.id, today.id, late.id])
    const both = { companyId: bakery.id, dueFrom: dayIn(0), dueTo: dayIn(5) }
    expect(await ids(both)).toEqual([paid.id, today.id])
    expect(await ids({ companyId: bakery.id, dueFrom: dayIn(1), dueTo: dayIn(4) })).toEqual([])
  })

  test('goes on page by page', async () => {
    const company = await makeCompany(app)
    for (let number = 1; number <= 51; number++) await write(company, `Fatura ${number}`, number)
    const [first, second] = [
      await find({ companyId: company.id }),
      await find({ companyId: company.id, pageNumber: 2 })
    ]
    expect([first.invoices.length, first.count, first.hasMore]).toEqual([50, 51, true])
    expect([second.invoices.length, second.count, second.hasMore]).toEqual([1, 51, false])
  })

  test('follows what changes in any company live, and nobody else hears of it', async () => {
    const company = await makeCompany(app)
    const [socket, admin] = [await owner.connect(), await company.admin.connect()]
    const list = await followList({
      socket,
      event: managedInvoiceEvent,
      load: async () => (await find({ companyId: company.id })).invoices,
      apply: (items, event) => (event.action === 'delete' ? without(items, event.invoiceId) : put(items, event.invoice))
    })
    const [first, second] = [await write(company, 'Um', 3), await write(company, 'Dois', 4)]
    await owner.call(updateInvoice, { params: { id: first.id }, body: { status: 'paid' } })
    await owner.call(deleteInvoice, { params: { id: second.id } })
    await app.drain()
    await list.expectEqualsReload()
    expect(list.items()).toMatchObject([{ id: first.id, status: 'paid', company: { id: company.id } }])
    await admin.settle()
    expect(admin.of(managedInvoiceEvent)).toEqual([])
  })

  test('is the super users alone', async () => {
    const { admin } = await makeCompany(app)
    expect((await admin.call(listManagedInvoices)).status).toBe(403)
    const { id } = await write(await makeCompany(app), 'De outra empresa', 3)
    expect((await admin.call(showPaymentEffect, { params: { id } })).status).toBe(403)
  })
})

describe('what a payment would do', () => {
  const effectOf = async (id: number) => accepted(app, await owner.call(showPaymentEffect, { params: { id } }))

  test('is said before: the period moves the due date, and nothing is changed by asking', async () => {
    const company = await createPlanFixture(app, { days: 5 })
    await writeInvoices(app.ctx)
    const [{ id } = { id: 0 }] = await company.invoices()
    const socket = await company.admin.connect()
    const effect = await effectOf(id)
    expect(effect).toMatchObject({
      dueDate: company.dueDate.toISOString(),
      nextDueDate: company.nextDueDate.toISOString(),
      pending: null
    })
    expect(effect.nextPlan).toBe(effect.plan)
    expect([(await company.due()).toISOString(), (await company.invoices())[0]?.status]).toEqual([
      company.dueDate.toISOString(),
      'open'
    ])
    await socket.settle()
    expect([...socket.of(invoiceEvent), ...socket.of(companyEvent)]).toEqual([])
    await company.markPaid(owner, id)
    expect((await company.due()).toISOString()).toBe(effect.nextDueDate)
    // Paid, opened again: it has moved the date already.
    await owner.call(updateInvoice, { params: { id }, body: { status: 'open' } })
    const again = await effectOf(id)
    expect(again.nextDueDate).toBe(again.dueDate)
    expect((await find({ companyId: company.id })).invoices[0]).toMatchObject({ isSettled: true, status: 'open' })
  })

  test('names the plan that begins with the difference that is paid', async () => {
    const company = await createPlanFixture(app)
    accepted(app, await company.choose(company.dear))
    const { invoiceId } = (await company.pending()) ?? {}
    const [row] = (await find({ companyId: company.id })).invoices.filter(({ id }) => id === invoiceId)
    expect(row?.awaitedPlan).toBe(company.dear.name)
    const effect = await effectOf(invoiceId ?? 0)
    expect(effect).toMatchObject({ nextPlan: company.dear.name, pending: null })
    expect(effect.nextDueDate).toBe(effect.dueDate)
    expect((await company.pending())?.invoiceId).toBe(invoiceId)
  })

  test('of an invoice that is not there is an error with a name', async () => {
    const { status, body } = await owner.call(showPaymentEffect, { params: { id: 999_999 } })
    expect([status, body]).toMatchObject([404, { error: 'ERR_NO_INVOICE_FOUND' }])
  })
})
