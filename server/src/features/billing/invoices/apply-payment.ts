// What the first payment of an invoice does to its company: the due date moves, a plan begins. Every way of paying comes
// here, with the company locked.
import { companyById } from '#features/org/companies/companies.service.ts'
import { renewCompany } from '#features/org/companies/renew-company.ts'
import { planById } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { InvoiceRow } from './invoices.repo.ts'
import { announceChange, beginLater, beginPlan, dropChange, requoteDifference } from './plan-change-rows.ts'
import * as repo from './plan-changes.repo.ts'
import { beginsLater } from './plan-terms.ts'

/** What was agreed with whoever pays: the plan and the months of a period. */
export interface PaidPeriod {
  planId: number | null
  months: number
}

/** The period was paid for with the present plan, whatever waits: it waits for the end of that one. */
async function keepPlan(tx: Ctx, change: repo.PlanChangeRow | undefined, dueDate: Date): Promise<void> {
  if (!change) return
  const { companyId, kind } = change
  if (kind === 'difference') return void (await requoteDifference(tx, companyId))
  if (kind === 'later') await repo.movePlanChange(tx.db, companyId, dueDate)
  else await dropChange(tx, companyId)
  await announceChange(tx, companyId)
}

/**
 * An invoice of a period moves the due date, and its plan begins where the period begins; without an agreement it is the
 * plan that waits for it, or the present one. Any other invoice begins the plan that waits for it, if there is one.
 */
export async function applyPayment(tx: Ctx, invoice: InvoiceRow, paid?: PaidPeriod): Promise<void> {
  const { companyId } = invoice
  const change = await repo.findPlanChange(tx.db, companyId)
  if (invoice.renews === null) {
    if (change?.invoiceId === invoice.id) await beginPlan(tx, companyId, change.planId)
    return
  }
  const before = await companyById(tx, companyId)
  const dueDate = await renewCompany(tx, companyId, paid?.months)
  const awaited = change && change.kind !== 'difference' ? change.planId : before.planId
  const planId = paid?.planId ?? awaited
  const next = planId === null || planId === before.planId ? undefined : await planById(tx, planId)
  if (!next || planId === null) return keepPlan(tx, change, dueDate)
  const present = before.planId === null ? undefined : await planById(tx, before.planId)
  const isLater = beginsLater(before, present ?? null, next, tx.now())
  if (change?.kind === 'later' && change.planId === planId && isLater) {
    await repo.markChangePaid(tx.db, companyId, tx.now())
    return announceChange(tx, companyId)
  }
  await dropChange(tx, companyId)
  if (isLater && before.dueDate !== null) {
    return beginLater(tx, { companyId, planId, at: before.dueDate, isPaid: true })
  }
  await beginPlan(tx, companyId, planId)
}
