// Writes the invoices of the periods that begin soon. Runs every hour on one node; a run that breaks off, or two at once,
// leave nothing out and nothing twice: what is missing is written by the next one, and the database refuses doubles.
import { invoiceLeadDays } from '@guiche/shared/features/billing/invoices.ts'
import { recurrenceMonths } from '@guiche/shared/features/org/companies.ts'
import { adminPlanName } from '@guiche/shared/features/org/plans.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { invoiceCreated } from './invoices.events.ts'
import * as repo from './invoices.repo.ts'
import { invoiceOf } from './invoice-rows.ts'

const day = 86_400_000

/** Days after its due date for which a company still gets the invoice it has missed; those away longer begin anew. */
const lateDays = 60

export function writeInvoices(ctx: Ctx): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.now().getTime()
    const written = await repo.writeMissing(tx.db, {
      from: new Date(now - lateDays * day),
      until: new Date(now + invoiceLeadDays * day),
      months: recurrenceMonths,
      exceptPlan: adminPlanName
    })
    if (written.length === 0) return
    for (const row of await repo.invoicesByIds(tx.db, written)) tx.bus.emit(invoiceCreated, invoiceOf(row))
  })
}
