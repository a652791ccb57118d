// What paying does to a company: its due date moves, or its plan is another. Both take effect at once.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { monthsOf } from '@guiche/shared/features/org/companies.ts'
import { monthsLater } from '@guiche/shared/features/org/due-dates.ts'
import { lockCompany } from '#features/org/plans/plans.service.ts'
import { invalidateActors } from '#features/org/sessions/actor-cache.ts'
import type { Ctx } from '#platform/ctx.ts'
import { companyChanged } from './companies.events.ts'
import * as repo from './companies.repo.ts'
import { recordExtras, recordRenewal } from './record-company.ts'

async function locked(tx: Ctx, companyId: number): Promise<repo.CompanyRow> {
  await lockCompany(tx, companyId)
  const company = await repo.findCompany(tx.db, companyId)
  if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
  return company
}

async function changed(tx: Ctx, before: repo.CompanyRow, change: Partial<repo.CompanyRow>): Promise<void> {
  const { id: companyId } = before
  await repo.changeCompany(tx.db, companyId, change)
  recordRenewal(tx, before, change)
  recordExtras(tx, before, change)
  await invalidateActors(tx, companyId)
  tx.bus.emit(companyChanged, { companyId })
}

/**
 * The due date after a payment: so many months after the old one, or after today when that would be over already, so that
 * whoever pays late has what was paid for.
 */
export function renewedDate(dueDate: Date | null, months: number, now: Date): Date {
  const next = monthsLater(dueDate ?? now, months)
  return next > now ? next : monthsLater(now, months)
}

/**
 * Moves the due date by so many months, or by the company's recurrence; one without a due date begins today.
 * Errors: ERR_NO_COMPANY_FOUND.
 */
export async function renewCompany(tx: Ctx, companyId: number, paidMonths?: number): Promise<Date> {
  const company = await locked(tx, companyId)
  const { dueDate, recurrence } = company
  const renewed = renewedDate(dueDate, paidMonths ?? monthsOf(recurrence), tx.now())
  await changed(tx, company, { dueDate: renewed })
  return renewed
}

/** Gives the company a plan, whatever is in use; at once. Errors: ERR_NO_COMPANY_FOUND. */
export async function setPlan(tx: Ctx, companyId: number, planId: number): Promise<void> {
  const company = await locked(tx, companyId)
  if (company.planId !== planId) await changed(tx, company, { planId })
}

/** What the company has beyond its plan, and what the next invoice asks for because of it. Errors: ERR_NO_COMPANY_FOUND. */
export async function setExtras(
  tx: Ctx,
  companyId: number,
  change: Partial<Pick<repo.CompanyRow, 'extraUsers' | 'extraConnections' | 'extrasShare'>>
): Promise<void> {
  await changed(tx, await locked(tx, companyId), change)
}
