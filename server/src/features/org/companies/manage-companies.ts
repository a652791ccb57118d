// The super user's companies: made with their first admin, changed, closed and deleted; all of it takes effect at once.
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Company, CompanyDraft, CompanyPatch } from '@guiche/shared/features/org/companies.ts'
import type { HolidayRow, ScheduleRow } from '@guiche/shared/features/org/opening-hours.ts'
import type { Setting } from '@guiche/shared/features/org/settings.ts'
import { companyInReach, type Actor, type Caller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { planExists } from '#features/org/plans/plans.service.ts'
import { invalidateActors } from '#features/org/sessions/actor-cache.ts'
import { lockRunningSession } from '#features/org/sessions/sessions.service.ts'
import {
  firstSettings,
  saveSetting,
  settingsOf,
  storedSettingsOfAll,
  withDefaults
} from '#features/org/settings/settings.service.ts'
import { createFirstAdmin } from '#features/org/users/users.service.ts'
import {
  beforeCompanyDelete,
  companyChanged,
  companyClosed,
  companyCreated,
  companyEdited
} from './companies.events.ts'
import { removeFilesJob } from './companies.jobs.ts'
import * as repo from './companies.repo.ts'
import { recordCompanyChange, recordCompanyGone, recordNewCompany } from './record-company.ts'

const isCampaigning = (settings: readonly Setting[]): boolean =>
  settings.some(({ key, value }) => key === 'campaignsEnabled' && value === 'true')

function companyOf({ company, plan }: repo.CompanyWithPlan, settings: Setting[]): Company {
  return {
    ...company,
    dueDate: company.dueDate?.toISOString() ?? null,
    createdAt: company.createdAt.toISOString(),
    updatedAt: company.updatedAt.toISOString(),
    schedules: company.schedules as ScheduleRow[],
    holidays: company.holidays as HolidayRow[],
    plan,
    settings,
    campaignsEnabled: isCampaigning(settings)
  }
}

/** Every company with its plan and settings, by name. */
export async function listCompanies(ctx: Ctx): Promise<Company[]> {
  const [rows, stored] = await Promise.all([repo.companiesByName(ctx.db), storedSettingsOfAll(ctx)])
  const byCompany = Map.groupBy(stored, ({ companyId }) => companyId)
  return rows.map((row) => {
    const own = byCompany.get(row.company.id) ?? []
    return companyOf(row, withDefaults(new Map(own.map(({ key, value }) => [key, value]))))
  })
}

/** Errors: ERR_NO_COMPANY_FOUND. */
export async function companyFor(ctx: Ctx, companyId: number): Promise<Company> {
  const row = await repo.findCompanyWithPlan(ctx.db, companyId)
  if (!row) throw new AppError('ERR_NO_COMPANY_FOUND')
  return companyOf(row, await settingsOf(ctx, companyId))
}

/** The own company, or any for super users. Errors: ERR_NO_PERMISSION, ERR_NO_COMPANY_FOUND. */
export const showCompany = (ctx: Ctx, actor: Actor, asked: number): Promise<Company> =>
  companyFor(ctx, companyInReach(actor, asked))

/** Errors: ERR_NO_PLAN_FOUND. */
async function checkPlan(tx: Ctx, planId: number | null | undefined): Promise<void> {
  if (planId === null || planId === undefined || (await planExists(tx, planId))) return
  throw new AppError('ERR_NO_PLAN_FOUND', { fields: { planId: 'ERR_NO_PLAN_FOUND' } })
}

/**
 * Whoever makes one makes a login of it, so it asks who is at the keyboard. Errors: those of `confirm`,
 * ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS, ERR_NO_PLAN_FOUND; nothing is made then.
 */
export async function createCompany(ctx: Ctx, caller: Caller, draft: CompanyDraft): Promise<Company> {
  const { password, campaignsEnabled = false, name, email, ...rest } = draft
  const { companyId: home, sessionId } = caller.actor
  await caller.confirm()
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, home, sessionId)
    await checkPlan(tx, rest.planId)
    const made = await repo.insertCompany(tx.db, { ...rest, name, email })
    const companyId = made.id
    recordNewCompany(tx, made)
    await firstSettings(tx, companyId, { campaignsEnabled: String(campaignsEnabled) })
    // Nobody knows a password that was not given: the admin sets one through the mail for forgotten ones.
    const secret = password ?? `${randomBytes(30).toString('base64url')}aA1`
    await createFirstAdmin(tx, { companyId, name, email, password: secret })
    tx.bus.emit(companyCreated, { companyId })
    return companyFor(tx, companyId)
  })
}

/** Holds a company that the caller may close. Errors: ERR_NO_COMPANY_FOUND, ERR_OWN_COMPANY. */
async function held(tx: Ctx, actor: Actor, id: number, isClosing: boolean): Promise<repo.CompanyRow> {
  const row = await repo.lockCompanyRow(tx.db, id)
  if (!row) throw new AppError('ERR_NO_COMPANY_FOUND')
  if (isClosing && id === actor.companyId) throw new AppError('ERR_OWN_COMPANY')
  return row
}

/** Everybody of the company is logged out when the transaction commits. */
async function close(tx: Ctx, companyId: number): Promise<void> {
  tx.bus.emit(companyClosed, { companyId, userIds: await repo.userIdsOf(tx.db, companyId) })
}

/** Errors: ERR_NO_COMPANY_FOUND, ERR_OWN_COMPANY, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_NO_PLAN_FOUND. */
export function updateCompany(ctx: Ctx, actor: Actor, id: number, patch: CompanyPatch): Promise<Company> {
  return inTransaction(ctx, async (tx) => {
    const before = await held(tx, actor, id, patch.status === false)
    const { campaignsEnabled, ...fields } = patch
    await checkPlan(tx, fields.planId)
    await repo.changeCompany(tx.db, id, Object.fromEntries(Object.entries(fields).filter(([, v]) => v !== undefined)))
    if (campaignsEnabled !== undefined) await saveSetting(tx, id, 'campaignsEnabled', String(campaignsEnabled))
    await invalidateActors(tx, id)
    if (before.status && fields.status === false) await close(tx, id)
    const after = await repo.findCompany(tx.db, id)
    if (after) {
      recordCompanyChange(tx, before, after)
      await companyEdited.run(tx, { before, after })
    }
    tx.bus.emit(companyChanged, { companyId: id })
    return companyFor(tx, id)
  })
}

/** Milliseconds running sessions get to unlink their devices before their credentials go with the company. */
const patience = 5_000
const interval = 50
/** Seconds after which nothing that was under way stores files of the company any more. */
const aftermath = 60

/**
 * Everything of the company goes with it: people and WhatsApp sessions at once, then the rows, then the files.
 * Errors: ERR_NO_COMPANY_FOUND, ERR_OWN_COMPANY.
 */
export async function deleteCompany(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await held(tx, actor, id, true)
    await repo.changeCompany(tx.db, id, { status: false })
    await invalidateActors(tx, id)
    await close(tx, id)
    await beforeCompanyDelete.run(tx, id)
  })
  for (let waited = 0; waited < patience && (await repo.hasSessions(ctx.db, id)); waited += interval) {
    await setTimeout(interval)
  }
  await inTransaction(ctx, async (tx) => {
    const gone = await held(tx, actor, id, true)
    await close(tx, id)
    await repo.deleteCompany(tx.db, id)
    recordCompanyGone(tx, actor.companyId, gone)
    const startAfter = new Date(tx.now().getTime() + aftermath * 1_000)
    await tx.jobs.add(tx, removeFilesJob, { companyId: id }, { startAfter })
  })
}
