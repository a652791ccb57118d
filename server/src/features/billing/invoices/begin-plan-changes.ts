// Plans that wait for their time begin, and differences that nobody paid lapse. Runs every few minutes on one node; a run
// that breaks off leaves the rest to the next one.
import { companyById } from '#features/org/companies/companies.service.ts'
import { fitsPlan, lockCompany, planById, usageOf } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { announceChange, beginPlan, dropChange, isPaidChange, repricePeriods } from './plan-change-rows.ts'
import * as repo from './plan-changes.repo.ts'

/** What is paid for begins whatever is in use; a plan that is too small by then and not paid for is given up. */
function beginOne(ctx: Ctx, companyId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockCompany(tx, companyId)
    const change = await repo.findPlanChange(tx.db, companyId)
    if (!change?.takesEffectAt || change.takesEffectAt > tx.now()) return
    const company = await companyById(tx, companyId)
    const plan = change.kind === 'later' ? await planById(tx, change.planId) : undefined
    if (plan && (isPaidChange(change, company.dueDate) || fitsPlan(plan, company, await usageOf(tx, companyId)))) {
      return beginPlan(tx, companyId, plan.id)
    }
    await dropChange(tx, companyId)
    await repricePeriods(tx, companyId)
    await announceChange(tx, companyId)
  })
}

export async function beginPlanChanges(ctx: Ctx): Promise<void> {
  for (const companyId of await repo.duePlanChanges(ctx.db, ctx.now())) {
    try {
      await beginOne(ctx, companyId)
    } catch (error) {
      // One company's trouble keeps no other waiting.
      ctx.log.error({ err: error, companyId }, 'a change of plan did not begin')
    }
  }
}
