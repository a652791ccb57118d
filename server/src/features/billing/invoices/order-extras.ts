// People and connections beyond a plan: at once, with the days until the due date on the next invoice and their price on every one.
import type { ExtrasQuote, PlanExtras } from '@guiche/shared/features/billing/plan-extras.ts'
import { monthsOf } from '@guiche/shared/features/org/companies.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { setExtras } from '#features/org/companies/renew-company.ts'
import { extrasCents, limitsWith, type Extras } from '#features/org/plans/extras.ts'
import { lockCompany, planOf, usageOf } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { announceChange, repricePeriods, requoteDifference } from './plan-change-rows.ts'
import { isPaidAhead, periodValue } from './plan-terms.ts'
import { extrasDifference } from './proration.ts'

type CompanyRow = Awaited<ReturnType<typeof companyById>>

interface Counts {
  users: number
  connections: number
}

/** Errors: ERR_NO_COMPANY_FOUND. */
export async function showExtras(ctx: Ctx, companyId: number): Promise<PlanExtras> {
  const [company, plan] = [await companyById(ctx, companyId), await planOf(ctx, companyId)]
  return {
    users: company.extraUsers,
    connections: company.extraConnections,
    userPrice: plan?.userPrice ?? null,
    connectionPrice: plan?.connectionPrice ?? null,
    share: company.extrasShare
  }
}

/** What is owed for the rest of the paid time then, in reais; what is paid for already is not given back. */
function shareWith(company: CompanyRow, plan: Plan, wanted: Extras, now: Date): number {
  const { dueDate, extrasShare } = company
  if (dueDate === null || !isPaidAhead(company, now)) return extrasShare
  const [from, to] = [extrasCents(plan, company) / 100, extrasCents(plan, wanted) / 100]
  const cents = Math.round(extrasShare * 100) + extrasDifference({ from, to, dueDate, now })
  return Math.max(0, cents) / 100
}

/** Errors: ERR_NO_PLAN_FOUND for a company without one, ERR_EXTRAS_NOT_SOLD for more than there are of what the plan does not sell. */
async function termsOf(ctx: Ctx, companyId: number, { users, connections }: Counts) {
  const [company, plan] = [await companyById(ctx, companyId), await planOf(ctx, companyId)]
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  const isUnsold =
    (users > company.extraUsers && plan.userPrice == null) ||
    (connections > company.extraConnections && plan.connectionPrice == null)
  if (isUnsold) throw new AppError('ERR_EXTRAS_NOT_SOLD')
  const wanted = { extraUsers: users, extraConnections: connections }
  return { company, plan, wanted, share: shareWith(company, plan, wanted, ctx.now()) }
}

/** Nothing is changed. Errors: those of ordering, but for what is in use. */
export async function quoteExtras(ctx: Ctx, companyId: number, counts: Counts): Promise<ExtrasQuote> {
  const { company, plan, wanted, share } = await termsOf(ctx, companyId, counts)
  const isAhead = company.dueDate !== null && isPaidAhead(company, ctx.now())
  return {
    share,
    until: isAhead ? (company.dueDate?.toISOString() ?? null) : null,
    periodValue: periodValue(plan, wanted, monthsOf(company.recurrence))
  }
}

/** Errors: ERR_EXTRAS_IN_USE with what is used and what would be allowed. */
async function checkUnused(tx: Ctx, companyId: number, plan: Plan, wanted: Extras): Promise<void> {
  const used = await usageOf(tx, companyId)
  const { users, connections } = limitsWith(plan, wanted)
  if (used.users <= users && used.connections <= connections) return
  const values = {
    usedUsers: used.users,
    maxUsers: users,
    usedConnections: used.connections,
    maxConnections: connections
  }
  throw new AppError('ERR_EXTRAS_IN_USE', { values })
}

/**
 * They count at once. Errors: ERR_NO_PLAN_FOUND, ERR_NO_COMPANY_FOUND, ERR_EXTRAS_NOT_SOLD, and ERR_EXTRAS_IN_USE for fewer
 * than are in use.
 */
export function orderExtras(ctx: Ctx, companyId: number, counts: Counts): Promise<PlanExtras> {
  return inTransaction(ctx, async (tx) => {
    await lockCompany(tx, companyId)
    const { company, plan, wanted, share } = await termsOf(tx, companyId, counts)
    const isFewer = counts.users < company.extraUsers || counts.connections < company.extraConnections
    if (isFewer) await checkUnused(tx, companyId, plan, wanted)
    await setExtras(tx, companyId, { ...wanted, extrasShare: share })
    await repricePeriods(tx, companyId)
    // A dearer plan that waits for its difference costs another one with them.
    if (!(await requoteDifference(tx, companyId, true))) await announceChange(tx, companyId)
    return showExtras(tx, companyId)
  })
}
