// The super user's plans: every change takes effect at once on the companies that have them.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isAdminPlan, type Plan, type PlanDraft, type PlanPatch } from '@guiche/shared/features/org/plans.ts'
import { planFlags } from '@guiche/shared/kernel/access.ts'
import type { Actor } from '#platform/actor.ts'
import { companyOfCaller, recordChange, recordGone, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { invalidateActors } from '#features/org/sessions/actor-cache.ts'
import { planChanged } from './plans.events.ts'
import * as repo from './plans.repo.ts'

/** Every plan, cheapest first. */
export const listAllPlans = (ctx: Ctx): Promise<Plan[]> => repo.allPlans(ctx.db)

/** Errors: ERR_NO_PLAN_FOUND, also for the plan that is offered to nobody unless the caller may have it. */
export async function showPlan(ctx: Ctx, actor: Actor, id: number): Promise<Plan> {
  const plan = await repo.findPlan(ctx.db, id)
  if (!plan || (isAdminPlan(plan) && !actor.super)) throw new AppError('ERR_NO_PLAN_FOUND')
  return plan
}

const limits = ['users', 'connections', 'queues', 'storage', 'messages', 'campaigns'] as const
const prices = ['value', 'userPrice', 'connectionPrice'] as const
const audited = { shown: ['name', ...limits, ...prices, ...planFlags] } as const

/** Plans belong to no company: they stand in the log of whoever changes them. */
function entryOf<A extends 'plan.created' | 'plan.changed' | 'plan.deleted'>(tx: Ctx, { id, name }: Plan, action: A) {
  const companyId = companyOfCaller(tx)
  return companyId === null ? null : { companyId, action, subject: { type: 'plan', id, label: name } }
}

/** Errors: ERR_PLAN_NAME_ALREADY_EXISTS. */
export function createPlan(ctx: Ctx, draft: PlanDraft): Promise<Plan> {
  return inTransaction(ctx, async (tx) => {
    const plan = await repo.insertPlan(tx.db, draft)
    const entry = entryOf(tx, plan, 'plan.created')
    if (entry) recordMade(tx, entry, plan, audited)
    tx.bus.emit(planChanged, { companyIds: [] })
    return plan
  })
}

async function held(tx: Ctx, id: number): Promise<Plan> {
  const plan = await repo.lockPlan(tx.db, id)
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return plan
}

/** The plan that is offered to nobody keeps its name. Errors: ERR_NO_PLAN_FOUND, ERR_PLAN_NAME_ALREADY_EXISTS. */
export function updatePlan(ctx: Ctx, id: number, patch: PlanPatch): Promise<Plan> {
  return inTransaction(ctx, async (tx) => {
    const before = await held(tx, id)
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    const change: Partial<Plan> = isAdminPlan(before) ? { ...given, name: before.name } : given
    const plan = await repo.changePlan(tx.db, id, change)
    const entry = entryOf(tx, plan, 'plan.changed')
    if (entry) recordChange(tx, entry, { before, after: plan }, audited)
    const companyIds = await repo.companiesWithPlan(tx.db, id)
    for (const companyId of companyIds) await invalidateActors(tx, companyId)
    tx.bus.emit(planChanged, { companyIds })
    return plan
  })
}

/** Errors: ERR_NO_PLAN_FOUND, ERR_PLAN_IS_OURS, ERR_PLAN_IN_USE, ERR_PLAN_AWAITED. */
export function deletePlan(ctx: Ctx, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const plan = await held(tx, id)
    if (isAdminPlan(plan)) throw new AppError('ERR_PLAN_IS_OURS')
    if ((await repo.companiesWithPlan(tx.db, id)).length > 0) throw new AppError('ERR_PLAN_IN_USE')
    if ((await repo.awaitedPlans(tx.db, id)).length > 0) throw new AppError('ERR_PLAN_AWAITED')
    await repo.deletePlan(tx.db, id)
    const entry = entryOf(tx, plan, 'plan.deleted')
    if (entry) recordGone(tx, entry, plan, audited)
    tx.bus.emit(planChanged, { companyIds: [] })
  })
}
