// Plans and companies: with their times, settings as rows, and a due date in every case.
import {
  companyEvent,
  createCompany,
  listCompanies,
  listCompaniesWithPlans,
  showCompany,
  showCompanyPlan,
  signUp,
  updateCompany,
  type CompanyBrief
} from '@guiche/shared/features/org/companies.ts'
import {
  createPlan,
  listAllPlans,
  listPlans,
  showPlan,
  updatePlan,
  type Plan
} from '@guiche/shared/features/org/plans.ts'
import { planFlags, type PlanFlag } from '@guiche/shared/kernel/access.ts'
import { noDueDate } from '@guiche/shared/features/org/due-dates.ts'
import type { Ctx } from '#platform/ctx.ts'
import { companyFacts, planTimes } from './row-facts.repo.ts'
import { settingRows } from './settings.ts'
import { answerOf, eventOf } from './translation.ts'
import { withTimes } from './with-times.ts'

async function plansOf(ctx: Ctx, plans: readonly Plan[]) {
  return withTimes(
    plans,
    await planTimes(
      ctx.db,
      plans.map(({ id }) => id)
    )
  )
}

const planOf = async (ctx: Ctx, plan: Plan | null) => (plan ? ((await plansOf(ctx, [plan]))[0] ?? null) : null)

/** What a company without a plan has: everything, without limits. Older consoles read flags of a plan in any case. */
const noPlan = {
  id: 0,
  name: '',
  users: 9_999,
  connections: 9_999,
  queues: 9_999,
  value: 0,
  ...(Object.fromEntries(planFlags.map((flag) => [flag, true])) as Record<PlanFlag, boolean>),
  createdAt: null,
  updatedAt: null
}

/** Older consoles let nobody in whose company has no due date. */
function dated<T extends { dueDate: string | null }>(company: T) {
  return {
    ...company,
    dueDate: company.dueDate ?? noDueDate
  }
}

/** Companies with settings as rows, a due date, weekly hours, and their plans where they carry them. */
export async function companyRows<T extends CompanyBrief & { plan?: Plan | null }>(ctx: Ctx, companies: readonly T[]) {
  const facts = await companyFacts(
    ctx.db,
    companies.map(({ id }) => id)
  )
  const plans = new Map(
    (
      await plansOf(
        ctx,
        companies.flatMap(({ plan }) => plan ?? [])
      )
    ).map((plan) => [plan.id, plan])
  )
  return companies.map((company) => ({
    schedules: facts.get(company.id)?.schedules ?? [],
    ...dated(company),
    ...(company.plan ? { plan: plans.get(company.plan.id) } : {}),
    settings: settingRows(company.id, company.settings, facts.get(company.id))
  }))
}

const companyRow = async <T extends CompanyBrief & { plan?: Plan | null }>(ctx: Ctx, company: T) =>
  (await companyRows(ctx, [company]))[0]

export const companyTranslations = {
  answers: [
    answerOf(listPlans, (plans, { ctx }) => plansOf(ctx, plans)),
    answerOf(listAllPlans, (plans, { ctx }) => plansOf(ctx, plans)),
    answerOf(showPlan, (plan, { ctx }) => planOf(ctx, plan)),
    answerOf(createPlan, (plan, { ctx }) => planOf(ctx, plan)),
    answerOf(updatePlan, (plan, { ctx }) => planOf(ctx, plan)),
    answerOf(showCompanyPlan, async (company, { ctx }) => ({
      ...dated(company),
      plan: (await planOf(ctx, company.plan)) ?? noPlan
    })),
    answerOf(signUp, (company, { ctx }) => companyRow(ctx, company)),
    answerOf(listCompanies, (companies, { ctx }) => companyRows(ctx, companies)),
    answerOf(listCompaniesWithPlans, (companies, { ctx }) => companyRows(ctx, companies)),
    answerOf(showCompany, (company, { ctx }) => companyRow(ctx, company)),
    answerOf(createCompany, (company, { ctx }) => companyRow(ctx, company)),
    answerOf(updateCompany, (company, { ctx }) => companyRow(ctx, company))
  ],
  events: [
    eventOf(companyEvent, async (ctx, message) => {
      const { payload } = message
      const company = dated(payload.company)
      return [{ ...message, payload: { ...payload, company, plan: await planOf(ctx, payload.plan) } }]
    })
  ]
}
