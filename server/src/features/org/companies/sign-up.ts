// Signing up: a company with its settings, its place in the event order and its first admin, or nothing at all.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { languages, type Language } from '@guiche/shared/kernel/languages.ts'
import { trialDays, type CompanyBrief, type SignUpForm } from '@guiche/shared/features/org/companies.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { offeredPlan } from '#features/org/plans/plans.service.ts'
import { firstSettings } from '#features/org/settings/settings.service.ts'
import { createFirstAdmin, type NewPassword } from '#features/org/users/users.service.ts'
import { companyCreated } from './companies.events.ts'
import { insertCompany } from './companies.repo.ts'
import { companyBriefOf } from './companies.service.ts'
import { recordNewCompany } from './record-company.ts'

const firstAdmin = { profile: 'admin', super: false } as const

/** Dates and status of the form are not believed: a trial is 3 days, whoever asks. */
const trialEnd = (now: Date): Date => new Date(now.getTime() + trialDays * 24 * 3600 * 1000)

/** What a company is made of. */
export type NewCompany = Pick<SignUpForm, 'name' | 'userName' | 'email' | 'phone' | 'planId' | 'recurrence'> & {
  wantsCampaigns: boolean
  /** That whoever signs up reads; undefined for one that nobody knows. */
  language: Language | undefined
}

export function newCompanyOf(form: SignUpForm): NewCompany {
  const { name, userName, email, phone, planId, recurrence, campaignsEnabled } = form
  return {
    ...{ name, userName, email, phone, planId, recurrence },
    wantsCampaigns: campaignsEnabled === true || campaignsEnabled === 'true',
    language: languages.find((one) => one === form.language?.slice(0, 2).toLowerCase())
  }
}

/**
 * Errors: ERR_USER_CREATION_DISABLED, ERR_SIGN_UP_BY_MAIL, ERR_NO_PLAN_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS,
 * ERR_EMAIL_ALREADY_EXISTS, those of `checkPassword`.
 */
export async function signUp(ctx: Ctx, form: SignUpForm): Promise<CompanyBrief> {
  if (!ctx.config.signUpOpen) throw new AppError('ERR_USER_CREATION_DISABLED')
  if (ctx.config.signUpByMail) throw new AppError('ERR_SIGN_UP_BY_MAIL')
  return makeCompany(ctx, newCompanyOf(form), form.password)
}

/** Errors: those of `signUp` about what is made. */
export function makeCompany(ctx: Ctx, form: NewCompany, password: NewPassword): Promise<CompanyBrief> {
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
    const { wantsCampaigns, language } = form
    // Whoever signs up in a language has customers who speak it, until they say otherwise.
    await firstSettings(tx, company.id, {
      campaignsEnabled: wantsCampaigns ? 'true' : 'false',
      ...(language && { chatBotLanguage: language })
    })
    await createFirstAdmin(tx, {
      companyId: company.id,
      name: form.userName ?? form.name,
      email: form.email,
      password,
      preferences: language ? { language } : {}
    })
    tx.bus.emit(companyCreated, { companyId: company.id })
    return companyBriefOf(tx, company.id, firstAdmin)
  })
}
