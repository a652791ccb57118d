// A company chooses another plan: never more of one than is paid for, and never less.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { setPlan } from '#features/org/companies/renew-company.ts'
import { checkFits, lockCompany, offeredPlan, planOf } from '#features/org/plans/plans.service.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { nextInvoice, writeInvoice } from './invoice-rows.ts'
import {
  announceChange,
  beginLater,
  dropChange,
  isPaidChange,
  repricePeriods,
  requoteDifference
} from './plan-change-rows.ts'
import * as repo from './plan-changes.repo.ts'
import { termsOf } from './plan-terms.ts'

/** What was paid for begins: nothing takes its place before. Errors: ERR_PLAN_CHANGE_PAID. */
export async function checkReplaceable(tx: Ctx, companyId: number): Promise<void> {
  const change = await repo.findPlanChange(tx.db, companyId)
  const { dueDate } = await companyById(tx, companyId)
  if (change && isPaidChange(change, dueDate)) throw new AppError('ERR_PLAN_CHANGE_PAID')
}

/**
 * Chooses a plan, by the terms of `termsOf`; the present one gives up the change that waits. Whoever comes second chooses
 * anew. Errors: ERR_NO_PLAN_FOUND, ERR_NO_COMPANY_FOUND, ERR_PLAN_CHANGE_PAID, and ERR_PLAN_TOO_SMALL when more is in use
 * than a plan allows that does not begin later.
 */
export function choosePlan(ctx: Ctx, companyId: number, planId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockCompany(tx, companyId)
    const company = await companyById(tx, companyId)
    const [wanted, present] = [await offeredPlan(tx, planId), await planOf(tx, companyId)]
    const waiting = await repo.findPlanChange(tx.db, companyId)
    const terms = termsOf(company, present, wanted, tx.now())
    if (waiting?.planId === planId && waiting.kind === terms.kind) {
      if (waiting.kind === 'difference') await requoteDifference(tx, companyId)
      return
    }
    if (waiting) await checkReplaceable(tx, companyId)
    await dropChange(tx, companyId)
    const subject = { type: 'plan', id: planId, label: wanted.name }
    const asked = { before: { planId: present?.id ?? null }, after: { planId, begins: terms.kind } }
    recordAudit(tx, { companyId, action: 'company.plan-change-requested', subject, ...asked })
    if (terms.kind === 'later' && terms.at) return beginLater(tx, { companyId, planId, at: terms.at, isPaid: false })
    if (planId !== present?.id) {
      await checkFits(tx, companyId, wanted)
      const change = { companyId, planId, takesEffectAt: null, paidAt: null }
      if (terms.kind === 'difference') {
        const detail = `${present?.name ?? ''} → ${wanted.name}`
        const { id } = await writeInvoice(tx, { companyId, detail, value: terms.value, dueDate: tx.now() })
        const takesEffectAt = terms.at
        await repo.insertPlanChange(tx.db, { ...change, kind: 'difference', invoiceId: id, takesEffectAt })
      } else if (terms.kind === 'period') {
        const draft = { detail: wanted.name, value: terms.value, renews: company.dueDate ?? tx.now() }
        const { id } = await nextInvoice(tx, companyId, draft)
        await repo.insertPlanChange(tx.db, { ...change, kind: 'period', invoiceId: id })
      } else {
        await setPlan(tx, companyId, planId)
      }
    }
    await repricePeriods(tx, companyId)
    await announceChange(tx, companyId)
  })
}

/** Gives up the change that waits. Errors: ERR_NO_PLAN_CHANGE_FOUND, ERR_PLAN_CHANGE_PAID. */
export function cancelPlanChange(ctx: Ctx, companyId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockCompany(tx, companyId)
    const change = await repo.findPlanChange(tx.db, companyId)
    if (!change) throw new AppError('ERR_NO_PLAN_CHANGE_FOUND')
    await checkReplaceable(tx, companyId)
    const subject = { type: 'plan', id: change.planId }
    recordAudit(tx, { companyId, action: 'company.plan-change-cancelled', subject })
    await dropChange(tx, companyId)
    await repricePeriods(tx, companyId)
    await announceChange(tx, companyId)
  })
}
