// Rules of companies: what is known of one, and who may ask.
import type { Grantee } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { trialEndOf, type CompanyBrief, type OpeningHoursDraft } from '@guiche/shared/features/org/companies.ts'
import type { HolidayRow, ScheduleRow } from '@guiche/shared/features/org/opening-hours.ts'
import { companyInReach, type Actor } from '#platform/actor.ts'
import { recordChange } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { planOf } from '#features/org/plans/plans.service.ts'
import { invalidateActors } from '#features/org/sessions/actor-cache.ts'
import { settingsOf } from '#features/org/settings/settings.service.ts'
import { openingHoursSaved } from './companies.events.ts'
import * as repo from './companies.repo.ts'
import { billingFieldsOf } from './payers.ts'

/** Errors: ERR_NO_COMPANY_FOUND. */
export async function companyById(ctx: Ctx, companyId: number): Promise<repo.CompanyRow> {
  const row = await repo.findCompany(ctx.db, companyId)
  if (!row) throw new AppError('ERR_NO_COMPANY_FOUND')
  return row
}

/** A company with its settings; its billing as `reader` may see it. Errors: ERR_NO_COMPANY_FOUND. */
export async function companyBriefOf(ctx: Ctx, companyId: number, reader: Grantee): Promise<CompanyBrief> {
  const row = await companyById(ctx, companyId)
  return {
    ...row,
    dueDate: row.dueDate?.toISOString() ?? null,
    trialExpiration: trialEndOf(row)?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    settings: await settingsOf(ctx, companyId),
    ...(await billingFieldsOf(ctx, companyId, reader))
  }
}

/** Sets when a company is open: the own one, or any for super users. Errors: ERR_NO_PERMISSION, ERR_NO_COMPANY_FOUND. */
export function saveOpeningHours(ctx: Ctx, actor: Actor, asked: number, draft: OpeningHoursDraft) {
  return inTransaction(ctx, async (tx) => {
    const companyId = companyInReach(actor, asked)
    const { schedules, holidays, timeZone } = draft
    const further = { ...(holidays ? { holidays } : {}), ...(timeZone ? { timeZone } : {}) }
    const before = await companyById(tx, companyId)
    const isThere = await repo.saveHours(tx.db, companyId, { schedules, ...further })
    if (!isThere) throw new AppError('ERR_NO_COMPANY_FOUND')
    // What callers are known by holds their time zone.
    if (timeZone) await invalidateActors(tx, companyId)
    tx.bus.emit(openingHoursSaved, { companyId })
    const saved = await companyById(tx, companyId)
    const subject = { type: 'company', id: companyId, label: saved.name }
    const hours = { shown: ['schedules', 'holidays', 'timeZone'] } as const
    recordChange(tx, { companyId, action: 'opening-hours.changed', subject }, { before, after: saved }, hours)
    return {
      id: companyId,
      schedules: saved.schedules as ScheduleRow[],
      holidays: saved.holidays as HolidayRow[],
      timeZone: saved.timeZone
    }
  })
}

/** A company with its plan; the own one, or any for super users. Errors: ERR_NO_PERMISSION, ERR_NO_COMPANY_FOUND. */
export async function showCompanyPlan(ctx: Ctx, actor: Actor, asked: number) {
  const row = await companyById(ctx, companyInReach(actor, asked))
  return { ...row, plan: await planOf(ctx, row.id) }
}
