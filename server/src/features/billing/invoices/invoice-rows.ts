// Rows of invoices as people see them, and the open ones of periods.
import type { Invoice } from '@guiche/shared/features/billing/invoices.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { recordChange, recordGone, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { invoiceChanged, invoiceCreated, invoiceDeleted } from './invoices.events.ts'
import * as repo from './invoices.repo.ts'

/** An invoice as people see it. */
export function invoiceOf(row: repo.InvoiceRow): Invoice {
  const { renews: _renews, paidAt: _paidAt, dueDate, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    dueDate: dueDate.toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  }
}

const audited = { shown: ['detail', 'value', 'dueDate', 'status', 'renews'] } as const

const entryOf = ({ companyId, id }: repo.InvoiceRow) => ({ companyId, subject: { type: 'invoice', id } })

function recordNew(tx: Ctx, row: repo.InvoiceRow): void {
  recordMade(tx, { ...entryOf(row), action: 'invoice.created' }, row, audited)
}

/** Writes an invoice that pays no period. */
export async function writeInvoice(tx: Ctx, row: Parameters<typeof repo.insertInvoice>[1]): Promise<repo.InvoiceRow> {
  const made = await repo.insertInvoice(tx.db, row)
  recordNew(tx, made)
  tx.bus.emit(invoiceCreated, invoiceOf(made))
  return made
}

/** The row is locked by the caller. */
export async function changeRow(
  tx: Ctx,
  row: repo.InvoiceRow,
  change: Partial<repo.InvoiceRow>
): Promise<repo.InvoiceRow> {
  const changed = await repo.changeInvoice(tx.db, row, change)
  const action = row.status === 'open' && changed.status === 'paid' ? 'invoice.paid' : 'invoice.changed'
  recordChange(tx, { ...entryOf(row), action }, { before: row, after: changed }, audited)
  tx.bus.emit(invoiceChanged, invoiceOf(changed))
  return changed
}

/** Undefined when it was gone. */
export async function removeInvoice(tx: Ctx, id: number): Promise<repo.InvoiceRow | undefined> {
  const gone = await repo.deleteInvoice(tx.db, id)
  if (gone) {
    recordGone(tx, { ...entryOf(gone), action: 'invoice.deleted' }, gone, audited)
    tx.bus.emit(invoiceDeleted, { companyId: gone.companyId, invoiceId: id })
  }
  return gone
}

interface PeriodDraft {
  detail: string
  value: number
  renews: Date
}

/**
 * The open invoice for the company's next period, locked: the oldest there is, else one that is written now; undefined
 * when that period was paid or given already.
 */
export async function findNextInvoice(
  tx: Ctx,
  companyId: number,
  draft: PeriodDraft
): Promise<repo.InvoiceRow | undefined> {
  const known = await repo.lockOldestPeriod(tx.db, companyId)
  if (known) return known
  const made = await repo.insertPeriod(tx.db, { ...draft, companyId, dueDate: draft.renews })
  if (made) {
    recordNew(tx, made)
    tx.bus.emit(invoiceCreated, invoiceOf(made))
  }
  return made ?? (await repo.lockOldestPeriod(tx.db, companyId))
}

/** The same. Errors: ERR_INVOICE_ALREADY_PAID. */
export async function nextInvoice(tx: Ctx, companyId: number, draft: PeriodDraft): Promise<repo.InvoiceRow> {
  const row = await findNextInvoice(tx, companyId, draft)
  if (!row) throw new AppError('ERR_INVOICE_ALREADY_PAID')
  return row
}
