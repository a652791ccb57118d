// The super user sets a plan or a due date by hand: it holds at once, and open invoices and the change that waits follow.
import { monthsOf } from '@guiche/shared/features/org/companies.ts'
import { dueDay } from '@guiche/shared/features/org/due-dates.ts'
import type { EditedCompany } from '#features/org/companies/companies.events.ts'
import { renewedDate } from '#features/org/companies/renew-company.ts'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow } from './invoice-rows.ts'
import * as invoices from './invoices.repo.ts'
import { announceChange, dropChange, priceOfPeriods, repricePeriods, requoteDifference } from './plan-change-rows.ts'
import * as repo from './plan-changes.repo.ts'

/**
 * A date as far away as paying an open invoice would have moved it has given its period: paying it moves nothing any more.
 * A smaller step, also one to a company that is late, takes the period with it, and so does taking back what was given: it
 * is asked for anew, at the price of today's plan.
 */
async function followDueDate(tx: Ctx, { before, after }: EditedCompany, dueDate: Date): Promise<void> {
  const isEarlier = before.dueDate === null || dueDate < before.dueDate
  if (isEarlier) await invoices.freePaidPeriods(tx.db, after.id, dueDate)
  const period = await priceOfPeriods(tx, after.id)
  // What is asked for anew is the next one, which asks for what is owed for extras as well.
  const price = period && { ...period, value: Math.round((period.value + after.extrasShare) * 100) / 100 }
  for (const row of await invoices.lockOpenPeriods(tx.db, after.id)) {
    const { renews, paidAt } = row
    if (renews === null) continue
    const end = renewedDate(renews, monthsOf(after.recurrence), paidAt ?? tx.now()).getTime()
    const isGiven = dueDay(dueDate.getTime()) >= dueDay(end)
    if (isGiven && paidAt === null) await changeRow(tx, row, { paidAt: tx.now() })
    // What was given or paid once is taken back by an earlier date alone.
    if (isGiven || (paidAt !== null && !isEarlier)) continue
    const isTaken = await invoices.hasPeriod(tx.db, after.id, dueDate)
    if (!isTaken || paidAt !== null) {
      await changeRow(tx, row, {
        paidAt: null,
        ...(!isTaken && { renews: dueDate, dueDate }),
        ...(paidAt !== null && price)
      })
    }
  }
}

async function followPlanChange(tx: Ctx, after: EditedCompany['after']): Promise<void> {
  const { id: companyId, dueDate } = after
  const change = await repo.findPlanChange(tx.db, companyId)
  if (change?.kind === 'difference' && !(await requoteDifference(tx, companyId))) await dropChange(tx, companyId)
  // A plan that waits for the end of the paid time moves with it, until it is paid for or a whole period is given after it.
  if (change?.kind === 'later' && change.takesEffectAt !== null && change.paidAt === null && dueDate !== null) {
    const end = renewedDate(change.takesEffectAt, monthsOf(after.recurrence), tx.now())
    const isGiven = dueDay(dueDate.getTime()) >= dueDay(end.getTime())
    if (!isGiven) await repo.movePlanChange(tx.db, companyId, dueDate)
  }
  if (change) await announceChange(tx, companyId)
}

export async function followEditedCompany(tx: Ctx, edited: EditedCompany): Promise<void> {
  const { before, after } = edited
  const { id: companyId, dueDate } = after
  const isOtherPlan = before.planId !== after.planId
  if (isOtherPlan) await dropChange(tx, companyId)
  if (isOtherPlan || before.recurrence !== after.recurrence) await repricePeriods(tx, companyId)
  if (isOtherPlan) await announceChange(tx, companyId)
  if (before.dueDate?.getTime() === dueDate?.getTime()) return
  if (dueDate !== null) await followDueDate(tx, edited, dueDate)
  await followPlanChange(tx, after)
}
