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
    // An invoice that is opened again keeps the moment it was paid at: it has moved the due date already.
    const isFirstPayment = patch.status === 'paid' && before.paidAt === null
    const change = isFirstPayment ? { ...given, paidAt: tx.now() } : given
    const row = await repo.changeInvoice(tx.db, before, change)
    if (isFirstPayment && row.renews !== null) await renewCompany(tx, row.companyId)
    const invoice = invoiceOf(row)
    tx.bus.emit(invoiceChanged, invoice)
    return invoice
  })

/** Errors: ERR_NO_INVOICE_FOUND. */
export const deleteInvoice = (ctx: Ctx, id: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const gone = await repo.deleteInvoice(tx.db, id)
    if (!gone) throw new AppError('ERR_NO_INVOICE_FOUND')
    tx.bus.emit(invoiceDeleted, { companyId: gone.companyId, invoiceId: id })
  })
