// On which terms a company gets another plan: at once, by paying the difference or the next period, or later.
import { monthsOf, trialEndOf } from '@guiche/shared/features/org/companies.ts'
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import type { companyById } from '#features/org/companies/companies.service.ts'
import { monthlyCents, type Extras } from '#features/org/plans/extras.ts'
import { renewedDate } from '#features/org/companies/renew-company.ts'
import { planDifference } from './proration.ts'

type CompanyRow = Awaited<ReturnType<typeof companyById>>

export interface PlanTerms {
  kind: 'now' | 'difference' | 'period' | 'later'
  /** Reais to pay before the plan begins. */
  value: number
  /** The end of what is paid for; for a later plan its beginning. */
  at: Date | null
}

/** Reais of so many months of a plan with what a company has beyond it, to the cent. */
export const periodValue = (plan: Plan, extras: Extras, months: number): number =>
  (monthlyCents(plan, extras) * months) / 100

/** Reais of an invoice for the next period: with what is owed for extras of the time before. */
export const nextPeriodValue = (plan: Plan, company: CompanyRow): number =>
  Math.round((periodValue(plan, company, monthsOf(company.recurrence)) + company.extrasShare) * 100) / 100

/** True while there is time that was paid for: not in a trial, and not after the due date. */
export const isPaidAhead = (company: CompanyRow, now: Date): boolean =>
  company.dueDate !== null && !companyStanding(company, now).isOverdue && trialEndOf(company) === null

/**
 * A trial may go on with any plan, and paid time is never had for less than it costs: a dearer plan costs the difference
 * for the rest of it, a cheaper one begins after it. Without paid time a dearer plan begins with the payment of a period.
 * A company without a plan has everything, and so every plan is a cheaper one.
 */
export function termsOf(company: CompanyRow, present: Plan | null, wanted: Plan, now: Date): PlanTerms {
  const atOnce: PlanTerms = { kind: 'now', value: 0, at: null }
  const { dueDate } = company
  const months = monthsOf(company.recurrence)
  const [from, to] = [present && monthlyCents(present, company) / 100, monthlyCents(wanted, company) / 100]
  const isDearer = from !== null && to > from
  const withPeriod: PlanTerms = {
    kind: 'period',
    value: periodValue(wanted, company, months),
    at: renewedDate(dueDate, months, now)
  }
  if (dueDate === null || !isPaidAhead(company, now)) {
    const isInTrial = dueDate !== null && !companyStanding(company, now).isOverdue
    return isDearer && !isInTrial ? withPeriod : atOnce
  }
  if (from === to) return atOnce
  if (!isDearer) return { kind: 'later', value: 0, at: dueDate }
  const value = planDifference({ from, to, dueDate, now })
  // On the last day there is no rest to pay for: the plan comes with the next period.
  return value === null ? withPeriod : { kind: 'difference', value, at: dueDate }
}

/** Whether a plan whose next period is paid waits for the end of what is paid for already, by the same terms. */
export function beginsLater(company: CompanyRow, present: Plan | null, paid: Plan, now: Date): boolean {
  const { kind } = termsOf(company, present, paid, now)
  return kind === 'later' || kind === 'difference'
}
