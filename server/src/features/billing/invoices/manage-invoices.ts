// The super user's view of invoices: those of all companies by filter, and what a payment would do.
import { dueDay, dueDayStart } from '@guiche/shared/features/org/due-dates.ts'
import type {
  listManagedInvoices,
  ManagedInvoice,
  ManagedInvoiceQuery,
  PaymentEffect
} from '@guiche/shared/features/billing/managed-invoices.ts'
import type { EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { planById } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { invoiceOf } from './invoice-rows.ts'
import { findInvoice } from './invoices.repo.ts'
import { updateInvoice } from './invoices.service.ts'
import * as repo from './managed-invoices.repo.ts'
import { pendingChange } from './plan-change-rows.ts'

/** Invoices a page. */
const pageSize = 50

/** An invoice with its company and what it pays for. */
export function managedOf({ invoice, companyName, awaitedPlan }: repo.ManagedRow): ManagedInvoice {
  return {
    ...invoiceOf(invoice),
    company: { id: invoice.companyId, name: companyName },
    renews: invoice.renews?.toISOString() ?? null,
    isSettled: invoice.paidAt !== null,
    awaitedPlan
  }
}

export async function listOfAllCompanies(
  ctx: Ctx,
  query: ManagedInvoiceQuery
): Promise<EndpointResult<typeof listManagedInvoices>> {
  const { searchParam, pageNumber, companyId, state, dueFrom, dueTo } = query
  const filter: repo.InvoiceFilter = {
    search: searchParam.trim(),
    companyId,
    state,
    from: dueFrom === undefined ? undefined : dueDayStart(dueFrom),
    until: dueTo === undefined ? undefined : dueDayStart(dueTo, 1),
    today: dueDayStart(dueDay(ctx.now().getTime()))
  }
  const offset = (pageNumber - 1) * pageSize
  const [rows, sums] = await Promise.all([
    repo.pageOfManaged(ctx.db, filter, { offset, limit: pageSize }),
    repo.sumManaged(ctx.db, filter)
  ])
  const count = state === undefined ? sums.open.count + sums.paid.count : sums[state].count
  return { invoices: rows.map(managedOf), count, hasMore: offset + rows.length < count, sums }
}

/** What the company has now. */
async function termsOf(tx: Ctx, companyId: number) {
  const { dueDate, planId } = await companyById(tx, companyId)
  const plan = planId === null ? undefined : await planById(tx, planId)
  return { dueDate: dueDate?.toISOString() ?? null, plan: plan?.name ?? null }
}

/**
 * What marking it as paid would do, found by doing it in a transaction that is taken back: so that what is promised is what
 * happens. Errors: ERR_NO_INVOICE_FOUND.
 */
export async function previewPayment(ctx: Ctx, id: number): Promise<PaymentEffect> {
  const takenBack = new Error('nothing of this is kept')
  let effect: PaymentEffect | undefined
  const tried = inTransaction(ctx, async (tx) => {
    const found = await findInvoice(tx.db, id)
    if (!found) throw new AppError('ERR_NO_INVOICE_FOUND')
    const { companyId } = found
    const { name } = await companyById(tx, companyId)
    const before = await termsOf(tx, companyId)
    await updateInvoice(tx, id, { status: 'paid' })
    const after = await termsOf(tx, companyId)
    const pending = await pendingChange(tx, companyId)
    effect = { company: { id: companyId, name }, ...before, nextDueDate: after.dueDate, nextPlan: after.plan, pending }
    throw takenBack
  })
  await tried.catch((error: unknown) => {
    if (error !== takenBack) throw error
  })
  if (effect === undefined) throw takenBack
  return effect
}
