// What each plan would cost a company now, and the change that waits.
import type { PlanChangeState, PlanQuote } from '@guiche/shared/features/billing/plan-changes.ts'
import { monthsOf } from '@guiche/shared/features/org/companies.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { fitsPlan, listPlans, planOf, usageOf } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pendingChange } from './plan-change-rows.ts'
import { periodValue, termsOf } from './plan-terms.ts'

export async function showPlanChange(ctx: Ctx, companyId: number): Promise<PlanChangeState> {
  const company = await companyById(ctx, companyId)
  const [present, offered, used] = await Promise.all([planOf(ctx, companyId), listPlans(ctx), usageOf(ctx, companyId)])
  const quoteOf = (plan: Plan): PlanQuote => {
    const { kind, value, at } = termsOf(company, present, plan, ctx.now())
    const common = {
      planId: plan.id,
      periodValue: periodValue(plan, company, monthsOf(company.recurrence)),
      isTooSmall: !fitsPlan(plan, company, used)
    }
    return plan.id === present?.id
      ? { ...common, kind: 'current', value: 0, at: null }
      : { ...common, kind, value, at: at?.toISOString() ?? null }
  }
  const all = present && offered.every(({ id }) => id !== present.id) ? [present, ...offered] : offered
  return { pending: await pendingChange(ctx, companyId), used, quotes: all.map(quoteOf) }
}
