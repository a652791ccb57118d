// What the first payment of an invoice does to its company: the due date moves, a plan begins. Every way of paying comes
// here, with the company locked.
import { companyById } from '#features/org/companies/companies.service.ts'
import { renewCompany, setExtras } from '#features/org/companies/renew-company.ts'
import { extrasCents } from '#features/org/plans/extras.ts'
import { planById } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { InvoiceRow } from './invoices.repo.ts'
import {
  announceChange,
  beginLater,
  beginPlan,
  dropChange,
  planOfPeriods,
  requoteDifference
} from './plan-change-rows.ts'
import * as repo from './plan-changes.repo.ts'
import { beginsLater, periodValue } from './plan-terms.ts'

/** What was agreed with whoever pays: the plan and the months of a period. */
export interface PaidPeriod {
  planId: number | null
  months: number
}

type CompanyRow = Awaited<ReturnType<typeof companyById>>

/** A payment of an invoice: what was agreed of a period, and in reais what the invoice asked for before that. */
export interface Payment {
  paid: PaidPeriod | undefined
  asked: number
}

/**
 * What was owed for extras is paid with the period. Of a sum that was agreed before more of them were ordered, or for
 * another plan, the rest is asked for with the next one: a charge that was left open saves nobody anything.
 */
async function settleExtras(tx: Ctx, before: CompanyRow, invoice: InvoiceRow, { paid, asked }: Payment): Promise<void> {
  const { id: companyId, extrasShare } = before
  const plan = paid?.planId == null ? undefined : await planById(tx, paid.planId)
  let rest = 0
  if (plan && paid) {
    const isAsked = (await planOfPeriods(tx, companyId))?.id === plan.id
    const all = isAsked ? asked : periodValue(plan, before, paid.months) + extrasShare
    const ofExtras = extrasCents(plan, before) * paid.months + Math.round(extrasShare * 100)
    rest = Math.max(0, Math.min(ofExtras, Math.round((all - invoice.value) * 100))) / 100
  }
  if (rest !== extrasShare) await setExtras(tx, companyId, { extrasShare: rest })
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
export async function applyPayment(tx: Ctx, invoice: InvoiceRow, payment: Payment): Promise<void> {
  const { paid } = payment
  const { companyId } = invoice
  const change = await repo.findPlanChange(tx.db, companyId)
  if (invoice.renews === null) {
    if (change?.invoiceId === invoice.id) await beginPlan(tx, companyId, change.planId)
    return
  }
  const before = await companyById(tx, companyId)
  await settleExtras(tx, before, invoice, payment)
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
