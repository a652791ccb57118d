// The super user sets a plan or a due date by hand: it holds at once, and open invoices and the change that waits follow.
import { monthsOf } from '@guiche/shared/features/org/companies.ts'
import { dueDay, monthsLater } from '@guiche/shared/features/org/due-dates.ts'
import type { EditedCompany } from '#features/org/companies/companies.events.ts'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow } from './invoice-rows.ts'
import * as invoices from './invoices.repo.ts'
import { announceChange, dropChange, repricePeriods, requoteDifference } from './plan-change-rows.ts'
import * as repo from './plan-changes.repo.ts'

/**
 * A date that is a period or more after the beginning of an open invoice's period has given that period: paying the invoice
 * moves nothing any more. A smaller step takes the period with it.
 */
async function followDueDate(tx: Ctx, companyId: number, dueDate: Date, recurrence: string): Promise<void> {
  for (const row of await invoices.lockOpenPeriods(tx.db, companyId)) {
    const { renews, paidAt } = row
    if (renews === null) continue
    const end = monthsLater(renews, monthsOf(recurrence)).getTime()
    if (dueDay(dueDate.getTime()) >= dueDay(end)) {
      if (paidAt === null) await changeRow(tx, row, { paidAt: tx.now() })
    } else if (dueDate <= renews && paidAt !== null) {
      await changeRow(tx, row, { paidAt: null })
    } else if (paidAt === null && !(await invoices.hasPeriod(tx.db, companyId, dueDate))) {
      await changeRow(tx, row, { renews: dueDate, dueDate })
    }
  }
}

async function followPlanChange(tx: Ctx, companyId: number, dueDate: Date): Promise<void> {
  const change = await repo.findPlanChange(tx.db, companyId)
  if (change?.kind === 'difference' && !(await requoteDifference(tx, companyId))) await dropChange(tx, companyId)
  // A plan that waits for the end of the paid time does not wait beyond it.
  if (change?.kind === 'later' && change.takesEffectAt !== null && change.takesEffectAt > dueDate) {
    await repo.movePlanChange(tx.db, companyId, dueDate)
  }
  if (change) await announceChange(tx, companyId)
}

export async function followEditedCompany(tx: Ctx, { before, after }: EditedCompany): Promise<void> {
  const { id: companyId, dueDate } = after
  if (before.planId !== after.planId) {
    await dropChange(tx, companyId)
    await repricePeriods(tx, companyId)
    await announceChange(tx, companyId)
  }
  if (dueDate === null || before.dueDate?.getTime() === dueDate.getTime()) return
  await followDueDate(tx, companyId, dueDate, after.recurrence)
  await followPlanChange(tx, companyId, dueDate)
}
