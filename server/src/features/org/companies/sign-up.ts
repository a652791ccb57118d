// Signing up: a company with its settings, its place in the event order and its first admin, or nothing at all.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { trialDays, type CompanyBrief, type SignUpForm } from '@guiche/shared/features/org/companies.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { offeredPlan } from '#features/org/plans/plans.service.ts'
import { firstSettings } from '#features/org/settings/settings.service.ts'
import { createFirstAdmin } from '#features/org/users/users.service.ts'
import { companyCreated } from './companies.events.ts'
import { insertCompany } from './companies.repo.ts'
import { companyBriefOf } from './companies.service.ts'
import { recordNewCompany } from './record-company.ts'

const firstAdmin = { profile: 'admin', super: false } as const

/** Dates and status of the form are not believed: a trial is 3 days, whoever asks. */
const trialEnd = (now: Date): Date => new Date(now.getTime() + trialDays * 24 * 3600 * 1000)

/**
 * Errors: ERR_USER_CREATION_DISABLED, ERR_NO_PLAN_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_EMAIL_ALREADY_EXISTS.
 */
export async function signUp(ctx: Ctx, form: SignUpForm): Promise<CompanyBrief> {
  if (!ctx.config.signUpOpen) throw new AppError('ERR_USER_CREATION_DISABLED')
  return inTransaction(ctx, async (tx) => {
    const plan = await offeredPlan(tx, form.planId)
    const company = await insertCompany(tx.db, {
      name: form.name,
      email: form.email,
      phone: form.phone,
      planId: plan.id,
      recurrence: form.recurrence,
      dueDate: trialEnd(tx.now())
    })
    recordNewCompany(tx, company)
    const wantsCampaigns = form.campaignsEnabled === true || form.campaignsEnabled === 'true'
    // Whoever signs up in a language has customers who speak it, until they say otherwise.
    const language = languages.find((one) => one === form.language?.slice(0, 2).toLowerCase())
    await firstSettings(tx, company.id, {
      campaignsEnabled: wantsCampaigns ? 'true' : 'false',
      ...(language && { chatBotLanguage: language })
    })
    await createFirstAdmin(tx, {
      companyId: company.id,
      name: form.userName ?? form.name,
      email: form.email,
      password: form.password,
      preferences: language ? { language } : {}
    })
    tx.bus.emit(companyCreated, { companyId: company.id })
    return companyBriefOf(tx, company.id, firstAdmin)
  })
}
