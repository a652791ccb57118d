// How many companies have each plan, and what they bring a month.
import { trialEndOf } from '@guiche/shared/features/org/companies.ts'
import type { PlanUsage } from '@guiche/shared/features/org/plans.ts'
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import type { Ctx } from '#platform/ctx.ts'
import { allPlans, awaitedPlans, termsOfCompanies } from './plans.repo.ts'

/** Without a due date a company is paid for ever, so that it brings nothing. */
function isPaying(company: Awaited<ReturnType<typeof termsOfCompanies>>[number], now: Date): boolean {
  return company.dueDate !== null && companyStanding(company, now).isOperating && trialEndOf(company) === null
}

export async function listPlanUsage(ctx: Ctx): Promise<PlanUsage[]> {
  const now = ctx.now()
  const [plans, companies, changes] = await Promise.all([
    allPlans(ctx.db),
    termsOfCompanies(ctx.db),
    awaitedPlans(ctx.db)
  ])
  const byPlan = Map.groupBy(companies, ({ planId }) => planId)
  return plans.map(({ id, value }) => {
    const having = byPlan.get(id) ?? []
    const paying = having.filter((company) => isPaying(company, now))
    const awaited = changes.filter(({ planId }) => planId === id).length
    return { id, companies: having.length, awaited, revenue: Math.round(paying.length * value * 100) / 100 }
  })
}
