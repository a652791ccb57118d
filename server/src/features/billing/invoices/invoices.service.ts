// Rules of invoices: who owes what, and what paying does. Companies read theirs, the super user keeps them.
import type { Invoice, InvoiceDraft, InvoicePatch } from '@guiche/shared/features/billing/invoices.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { renewCompany } from '#features/org/companies/renew-company.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
import { invoiceChanged, invoiceCreated, invoiceDeleted } from './invoices.events.ts'
import * as repo from './invoices.repo.ts'

/** Invoices of the list. */
const mostListed = 200

/** An invoice as people see it. */
export const invoiceOf = (row: repo.InvoiceRow): Invoice => {
  const { renews: _renews, paidAt: _paidAt, dueDate, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    dueDate: dueDate.toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  }
}

/** The latest due date first. */
export const listInvoices = async (ctx: Ctx, companyId: number): Promise<Invoice[]> =>
  (await repo.latestInvoices(ctx.db, companyId, mostListed)).map(invoiceOf)

/** Errors: ERR_NO_COMPANY_FOUND. */
export const createInvoice = (ctx: Ctx, draft: InvoiceDraft): Promise<Invoice> =>
  inTransaction(ctx, async (tx) => {
    await companyById(tx, draft.companyId)
    const paidAt = draft.status === 'paid' ? tx.now() : null
    const invoice = invoiceOf(await repo.insertInvoice(tx.db, { ...draft, paidAt }))
    tx.bus.emit(invoiceCreated, invoice)
    return invoice
  })

/**
 * Paying an invoice of a period moves the company's due date by its recurrence, in the same transaction: an invoice that
 * is paid twice moves it once. Errors: ERR_NO_INVOICE_FOUND.
 */
export const updateInvoice = (ctx: Ctx, id: number, patch: InvoicePatch): Promise<Invoice> =>
  inTransaction(ctx, async (tx) => {
    const before = await repo.lockInvoice(tx.db, id)
    if (!before) throw new AppError('ERR_NO_INVOICE_FOUND')
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    return changeHeld(tx, before, given)
  })

const changeHeld = async (
  tx: Ctx,
  before: repo.InvoiceRow,
  change: Partial<repo.InvoiceRow>,
  months?: number
): Promise<Invoice> => {
  // An invoice that is opened again keeps the moment it was paid at: it has moved the due date already.
  const isFirstPayment = change.status === 'paid' && before.paidAt === null
  const row = await repo.changeInvoice(tx.db, before, isFirstPayment ? { ...change, paidAt: tx.now() } : change)
  if (isFirstPayment && row.renews !== null) await renewCompany(tx, row.companyId, months)
  const invoice = invoiceOf(row)
  tx.bus.emit(invoiceChanged, invoice)
  return invoice
}

interface Settlement {
  /** Reais. */
  paid: number
  /** What was agreed for a period of a plan; null for an invoice that was written by hand, which costs what it says. */
  period: { detail: string | undefined; value: number; months: number } | null
}

/** Marks an invoice as paid with money that came in, unless it is gone, paid already, or asks for more. */
export const settleInvoice = async (
  tx: Ctx,
  { companyId, id }: { companyId: number; id: number },
  { paid, period }: Settlement
): Promise<'applied' | 'surplus' | 'underpaid'> => {
  const before = await repo.lockInvoice(tx.db, id)
  if (before?.companyId !== companyId || before.status === 'paid') return 'surplus'
  const owed = period?.value ?? before.value
  if (Math.round(paid * 100) < Math.round(owed * 100)) return 'underpaid'
  const agreed = period ? { value: period.value, detail: period.detail ?? before.detail } : {}
  await changeHeld(tx, before, { ...agreed, status: 'paid' }, period?.months)
  return 'applied'
}

/** An open invoice of the company, held. Errors: ERR_NO_INVOICE_FOUND, ERR_INVOICE_ALREADY_PAID. */
export const openInvoice = async (tx: Ctx, companyId: number, id: number): Promise<repo.InvoiceRow> => {
  const row = await repo.lockInvoice(tx.db, id)
  if (row?.companyId !== companyId) throw new AppError('ERR_NO_INVOICE_FOUND')
  if (row.status === 'paid') throw new AppError('ERR_INVOICE_ALREADY_PAID')
  return row
}

/**
 * The open invoice for the company's next period, held: the oldest there is, else one that is written now.
 * Errors: ERR_INVOICE_ALREADY_PAID.
 */
export const nextInvoice = async (
  tx: Ctx,
  companyId: number,
  draft: { detail: string; value: number; renews: Date }
): Promise<repo.InvoiceRow> => {
  const known = await repo.lockOldestPeriod(tx.db, companyId)
  if (known) return known
  const made = await repo.insertPeriod(tx.db, { ...draft, companyId, dueDate: draft.renews })
  if (made) tx.bus.emit(invoiceCreated, invoiceOf(made))
  const row = made ?? (await repo.lockOldestPeriod(tx.db, companyId))
  if (!row) throw new AppError('ERR_INVOICE_ALREADY_PAID')
  return row
}

/** Errors: ERR_NO_INVOICE_FOUND. */
export const deleteInvoice = (ctx: Ctx, id: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const gone = await repo.deleteInvoice(tx.db, id)
    if (!gone) throw new AppError('ERR_NO_INVOICE_FOUND')
    tx.bus.emit(invoiceDeleted, { companyId: gone.companyId, invoiceId: id })
  })
