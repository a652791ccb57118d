// Rules of invoices: who owes what, and what paying does. Companies read theirs, the super user keeps them.
import type { Invoice, InvoiceDraft, InvoicePatch } from '@guiche/shared/features/billing/invoices.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { lockCompany } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { applyPayment, type PaidPeriod } from './apply-payment.ts'
import { changeRow, invoiceOf, removeInvoice, writeInvoice } from './invoice-rows.ts'
import * as repo from './invoices.repo.ts'
import { announceChange, isLapsed, repricePeriods } from './plan-change-rows.ts'
import { findPlanChange } from './plan-changes.repo.ts'

/** Invoices of the list. */
const mostListed = 200

/** The latest due date first. */
export const listInvoices = async (ctx: Ctx, companyId: number): Promise<Invoice[]> =>
  (await repo.latestInvoices(ctx.db, companyId, mostListed)).map(invoiceOf)

/** Errors: ERR_NO_COMPANY_FOUND. */
export function createInvoice(ctx: Ctx, draft: InvoiceDraft): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    await companyById(tx, draft.companyId)
    const paidAt = draft.status === 'paid' ? tx.now() : null
    return invoiceOf(await writeInvoice(tx, { ...draft, paidAt }))
  })
}

/** An invoice whose company is locked before it, as everybody does who pays. Errors: ERR_NO_INVOICE_FOUND. */
async function lockedInvoice(tx: Ctx, id: number): Promise<repo.InvoiceRow> {
  const found = await repo.findInvoice(tx.db, id)
  if (found) await lockCompany(tx, found.companyId)
  const row = found && (await repo.lockInvoice(tx.db, id))
  if (!row) throw new AppError('ERR_NO_INVOICE_FOUND')
  return row
}

/** True for a difference that nobody can pay any more, until the clock comes by that takes it away. */
async function isOver(tx: Ctx, { companyId, id }: repo.InvoiceRow): Promise<boolean> {
  const change = await findPlanChange(tx.db, companyId)
  return change?.invoiceId === id && isLapsed(change, tx.now())
}

/**
 * Paying an invoice of a period moves the company's due date by its recurrence, in the same transaction: an invoice that
 * is paid twice moves it once. Errors: ERR_NO_INVOICE_FOUND.
 */
export function updateInvoice(ctx: Ctx, id: number, patch: InvoicePatch): Promise<Invoice> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockedInvoice(tx, id)
    if (patch.status === 'paid' && (await isOver(tx, before))) throw new AppError('ERR_NO_INVOICE_FOUND')
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    return changeLocked(tx, before, given)
  })
}

async function changeLocked(
  tx: Ctx,
  before: repo.InvoiceRow,
  change: Partial<repo.InvoiceRow>,
  period?: PaidPeriod
): Promise<Invoice> {
  // An invoice that is opened again keeps the moment it was paid at: it has moved the due date already.
  const isFirstPayment = change.status === 'paid' && before.paidAt === null
  const row = await changeRow(tx, before, isFirstPayment ? { ...change, paidAt: tx.now() } : change)
  if (isFirstPayment) await applyPayment(tx, row, { paid: period, asked: before.value })
  else if ((await findPlanChange(tx.db, row.companyId))?.invoiceId === row.id) await announceChange(tx, row.companyId)
  return invoiceOf(row)
}

/** Marks an invoice as paid by hand; its company and itself are locked. */
export const payRow = (tx: Ctx, row: repo.InvoiceRow): Promise<Invoice> => changeLocked(tx, row, { status: 'paid' })

interface Settlement {
  /** Reais. */
  paid: number
  /** What was agreed for a period of a plan; null for any other invoice, which costs what it says. */
  period: ({ detail: string | undefined; value: number } & PaidPeriod) | null
}

/** Marks an invoice as paid with money that came in, unless it is gone, paid already, or asks for more. */
export async function settleInvoice(
  tx: Ctx,
  { companyId, id }: { companyId: number; id: number },
  { paid, period }: Settlement
): Promise<'applied' | 'surplus' | 'underpaid'> {
  const before = await repo.lockInvoice(tx.db, id)
  if (before?.companyId !== companyId || before.status === 'paid' || (await isOver(tx, before))) return 'surplus'
  const owed = period?.value ?? before.value
  if (Math.round(paid * 100) < Math.round(owed * 100)) return 'underpaid'
  const agreed = period ? { value: period.value, detail: period.detail ?? before.detail } : {}
  await changeLocked(tx, before, { ...agreed, status: 'paid' }, period ?? undefined)
  return 'applied'
}

/** An open invoice of the company, locked. Errors: ERR_NO_INVOICE_FOUND, ERR_INVOICE_ALREADY_PAID. */
export async function openInvoice(tx: Ctx, companyId: number, id: number): Promise<repo.InvoiceRow> {
  const row = await repo.lockInvoice(tx.db, id)
  if (row?.companyId !== companyId || (await isOver(tx, row))) throw new AppError('ERR_NO_INVOICE_FOUND')
  if (row.status === 'paid') throw new AppError('ERR_INVOICE_ALREADY_PAID')
  return row
}

/** A change of plan that waits for it is given up with it. Errors: ERR_NO_INVOICE_FOUND. */
export function deleteInvoice(ctx: Ctx, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = await lockedInvoice(tx, id)
    const isAwaited = (await findPlanChange(tx.db, companyId))?.invoiceId === id
    await removeInvoice(tx, id)
    if (!isAwaited) return
    await repricePeriods(tx, companyId)
    await announceChange(tx, companyId)
  })
}
