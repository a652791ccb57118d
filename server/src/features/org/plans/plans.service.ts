// Rules of plans: which are offered, what a company has, and where its limits are.
import { planFlags, type PlanFlag } from '@guiche/shared/kernel/access.ts'
import { AppError, type ErrorCode } from '@guiche/shared/kernel/app-error.ts'
import { adminPlanName, type Plan } from '@guiche/shared/features/org/plans.ts'
import type { Ctx } from '#platform/ctx.ts'
import { limitsWith, type Extras } from './extras.ts'
import * as repo from './plans.repo.ts'

/** Plans a company may choose, cheapest first. */
export const listPlans = (ctx: Ctx): Promise<Plan[]> => repo.offeredPlans(ctx.db)

/** Errors: ERR_NO_PLAN_FOUND, also for the plan that is offered to nobody. */
export async function offeredPlan(ctx: Ctx, id: number): Promise<Plan> {
  const plan = await repo.offeredPlan(ctx.db, id)
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND', { fields: { planId: 'ERR_NO_PLAN_FOUND' } })
  return plan
}

/** True for every plan there is, the one that is offered to nobody included. */
export const planExists = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await repo.findPlan(ctx.db, id)) !== undefined

/** Undefined when there is none. */
export const planById = (ctx: Ctx, id: number): Promise<Plan | undefined> => repo.findPlan(ctx.db, id)

/** Null for a company without a plan, which has no limits. */
export const planOf = (ctx: Ctx, companyId: number): Promise<Plan | null> => repo.planOfCompany(ctx.db, companyId)

/** Holds back others who add to or take from a company until this transaction ends. */
export async function lockCompany(tx: Ctx, companyId: number): Promise<void> {
  await repo.lockCompany(tx.db, companyId)
}

const limitCodes: Record<repo.Counted, ErrorCode> = {
  users: 'ERR_PLAN_LIMIT_USERS',
  connections: 'ERR_PLAN_LIMIT_CONNECTIONS',
  queues: 'ERR_PLAN_LIMIT_QUEUES'
}

/**
 * Makes sure that a company may have one more, and holds back others who add until this transaction ends. `promised` are
 * those that are not there yet, but are to come.
 * Errors: ERR_PLAN_LIMIT_USERS, ERR_PLAN_LIMIT_CONNECTIONS, ERR_PLAN_LIMIT_QUEUES with the limit.
 */
export async function claimSeat(tx: Ctx, companyId: number, counted: repo.Counted, promised = 0): Promise<void> {
  await lockCompany(tx, companyId)
  const plan = await repo.planOfCompany(tx.db, companyId)
  if (!plan) return
  // A smaller plan that is paid for already must hold what there is when it begins.
  const next = await repo.nextPaidPlan(tx.db, companyId)
  const extras = await repo.extrasOf(tx.db, companyId)
  const limit = Math.min(limitsWith(plan, extras)[counted], next ? limitsWith(next, extras)[counted] : Infinity)
  if ((await repo.countUsed(tx.db, companyId, counted)) + promised >= limit) {
    throw new AppError(limitCodes[counted], { values: { limit } })
  }
}

type Usage = Record<repo.Counted, number>

/** How many of each the company has. */
export async function usageOf(ctx: Ctx, companyId: number): Promise<Usage> {
  return {
    users: await repo.countUsed(ctx.db, companyId, 'users'),
    connections: await repo.countUsed(ctx.db, companyId, 'connections'),
    queues: await repo.countUsed(ctx.db, companyId, 'queues')
  }
}

/** Whether a company with these extras may have the plan with what it uses. */
export function fitsPlan(plan: Plan, extras: Extras, used: Usage): boolean {
  const { users, connections, queues } = limitsWith(plan, extras)
  return used.users <= users && used.connections <= connections && used.queues <= queues
}

/** Errors: ERR_PLAN_TOO_SMALL with what is in use and what the plan allows, when that is less. */
export async function checkFits(tx: Ctx, companyId: number, plan: Plan): Promise<void> {
  const used = await usageOf(tx, companyId)
  const extras = await repo.extrasOf(tx.db, companyId)
  if (fitsPlan(plan, extras, used)) return
  const { users, connections, queues } = limitsWith(plan, extras)
  const allowed = { maxUsers: users, maxConnections: connections, maxQueues: queues }
  throw new AppError('ERR_PLAN_TOO_SMALL', { values: { plan: plan.name, ...used, ...allowed } })
}

const flags = (off: readonly PlanFlag[] = []) =>
  Object.fromEntries(planFlags.map((flag) => [flag, !off.includes(flag)])) as Record<PlanFlag, boolean>

const firstPlans: Omit<Plan, 'id'>[] = [
  {
    name: 'Essencial',
    users: 3,
    connections: 1,
    queues: 3,
    value: 99,
    ...flags(['useCampaigns', 'useExternalApi', 'useOpenAi', 'useIntegrations'])
  },
  { name: 'Profissional', users: 10, connections: 3, queues: 10, value: 249, ...flags() },
  { name: adminPlanName, users: 9999, connections: 9999, queues: 9999, value: 0, ...flags() }
]

/** Creates the first plans where there is none at all; answers with the plan of the super user's company. */
export async function ensurePlans(tx: Ctx): Promise<Plan | undefined> {
  if (!(await repo.hasPlans(tx.db))) await repo.insertPlans(tx.db, firstPlans)
  return repo.planByName(tx.db, adminPlanName)
}
