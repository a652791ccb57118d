// The change of plan that waits: as people see it, and the steps that every way to another plan is made of. The company is
// locked by whoever takes them.
import type { PlanChange } from '@guiche/shared/features/billing/plan-changes.ts'
import { monthsOf } from '@guiche/shared/features/org/companies.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { setPlan } from '#features/org/companies/renew-company.ts'
import { monthlyCents } from '#features/org/plans/extras.ts'
import { planById } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow, invoiceOf, removeInvoice } from './invoice-rows.ts'
import { invoiceChanged, planChangeMoved } from './invoices.events.ts'
import { findInvoice, lockInvoice, repriceOpen, type InvoiceRow } from './invoices.repo.ts'
import * as repo from './plan-changes.repo.ts'
import { periodValue } from './plan-terms.ts'
import { planDifference } from './proration.ts'

/**
 * True once the time after it begins is paid for or given, so that it has to begin. Until then it waits for the due date
 * itself, and moves with it.
 */
export const isPaidChange = ({ kind, takesEffectAt, paidAt }: repo.PlanChangeRow, dueDate: Date | null): boolean =>
  paidAt !== null || (kind === 'later' && takesEffectAt !== null && dueDate !== null && dueDate > takesEffectAt)

/** True for a difference when the time that it was for is over: it is paid by nobody any more. */
export const isLapsed = ({ kind, takesEffectAt }: repo.PlanChangeRow, now: Date): boolean =>
  kind === 'difference' && takesEffectAt !== null && takesEffectAt <= now

/** The change that waits; null for none. */
export async function pendingChange(ctx: Ctx, companyId: number): Promise<PlanChange | null> {
  const row = await repo.findPlanChange(ctx.db, companyId)
  if (!row) return null
  const { kind, planId, invoiceId, takesEffectAt } = row
  const [{ dueDate }, plan] = [await companyById(ctx, companyId), await planById(ctx, planId)]
  const invoice = invoiceId === null ? undefined : await findInvoice(ctx.db, invoiceId)
  return {
    planId,
    planName: plan?.name ?? '',
    kind,
    value: invoice?.value ?? null,
    invoiceId,
    at: takesEffectAt?.toISOString() ?? null,
    isPaid: isPaidChange(row, dueDate)
  }
}

/** Lets the admins see what waits now. */
export async function announceChange(tx: Ctx, companyId: number): Promise<void> {
  tx.bus.emit(planChangeMoved, { companyId, pending: await pendingChange(tx, companyId) })
}

/** The plan that the next period is for. */
export async function planOfPeriods(tx: Ctx, companyId: number) {
  const change = await repo.findPlanChange(tx.db, companyId)
  const { planId } = change && change.kind !== 'difference' ? change : await companyById(tx, companyId)
  return planId === null ? null : ((await planById(tx, planId)) ?? null)
}

/** What the next period is called and costs; null without a plan. */
export async function priceOfPeriods(tx: Ctx, companyId: number): Promise<Pick<InvoiceRow, 'detail' | 'value'> | null> {
  const [plan, company] = [await planOfPeriods(tx, companyId), await companyById(tx, companyId)]
  return plan && { detail: plan.name, value: periodValue(plan, company, monthsOf(company.recurrence)) }
}

/** Open invoices for periods cost what the plan costs that they are for, and the next one what is owed for extras besides. */
export async function repricePeriods(tx: Ctx, companyId: number): Promise<void> {
  const price = await priceOfPeriods(tx, companyId)
  if (price === null) return
  const { dueDate, extrasShare } = await companyById(tx, companyId)
  const first = { renews: dueDate, share: extrasShare }
  for (const row of await repriceOpen(tx.db, companyId, price, first)) tx.bus.emit(invoiceChanged, invoiceOf(row))
}

/** Gives up what waits; the invoice of a difference goes with it. */
export async function dropChange(tx: Ctx, companyId: number): Promise<void> {
  const change = await repo.findPlanChange(tx.db, companyId)
  if (!change) return
  await repo.deletePlanChange(tx.db, companyId)
  if (change.kind === 'difference' && change.invoiceId !== null) await removeInvoice(tx, change.invoiceId)
}

/** The company has the plan from now on, and nothing waits any more. */
export async function beginPlan(tx: Ctx, companyId: number, planId: number): Promise<void> {
  await repo.deletePlanChange(tx.db, companyId)
  await setPlan(tx, companyId, planId)
  await repricePeriods(tx, companyId)
  await announceChange(tx, companyId)
}

/** Lets a plan wait for the end of the paid time; whatever waited was given up. */
export async function beginLater(
  tx: Ctx,
  { companyId, planId, at, isPaid }: { companyId: number; planId: number; at: Date; isPaid: boolean }
): Promise<void> {
  const paidAt = isPaid ? tx.now() : null
  await repo.insertPlanChange(tx.db, { companyId, planId, kind: 'later', invoiceId: null, takesEffectAt: at, paidAt })
  await repricePeriods(tx, companyId)
  await announceChange(tx, companyId)
}

/**
 * What is left to pay of a difference today: it grows with paid time that was added, and falls with the days. Answers
 * whether there is anything left to pay for. `isRepriced`: what it is the difference of costs something else.
 */
export async function requoteDifference(tx: Ctx, companyId: number, isRepriced = false): Promise<boolean> {
  const change = await repo.findPlanChange(tx.db, companyId)
  const company = await companyById(tx, companyId)
  const { dueDate, planId } = company
  const invoice = change?.invoiceId == null ? undefined : await lockInvoice(tx.db, change.invoiceId)
  if (change?.kind !== 'difference' || !invoice || dueDate === null || planId === null) return false
  if (isLapsed(change, tx.now())) return false
  const [from, to] = [await planById(tx, planId), await planById(tx, change.planId)]
  if (!from || !to) return false
  const prices = { from: monthlyCents(from, company) / 100, to: monthlyCents(to, company) / 100 }
  const value = planDifference({ ...prices, dueDate, now: tx.now() })
  if (value === null) return false
  const isLonger = isRepriced || change.takesEffectAt?.getTime() !== dueDate.getTime()
  // A price that was lowered by hand stays low.
  if (isLonger ? value !== invoice.value : value < invoice.value) await changeRow(tx, invoice, { value })
  else if (!isLonger) return true
  await repo.movePlanChange(tx.db, companyId, dueDate)
  await announceChange(tx, companyId)
  return true
}
