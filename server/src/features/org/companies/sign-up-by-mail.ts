// Signing up where the mail address is confirmed first: nothing is made before the link that was mailed is opened.
import { z } from 'zod'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { consolePage, pages } from '@guiche/shared/kernel/console-pages.ts'
import { languages, type Language } from '@guiche/shared/kernel/languages.ts'
import { recurrences, type SignUpForm } from '@guiche/shared/features/org/companies.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { offeredPlan } from '#features/org/plans/plans.service.ts'
import { attempt } from '#features/org/sessions/slow-down.ts'
import { hashPassword } from '#features/org/users/passwords.ts'
import { knownEmails } from '#features/org/users/users.service.ts'
import { isNameTaken } from './companies.repo.ts'
import { mailSignUp } from './companies.jobs.ts'
import { signUpHours } from './sign-up-mail.ts'
import { makeCompany, newCompanyOf } from './sign-up.ts'

/** What a link carries, sealed: there is no row of somebody who may never come. */
const linked = z.object({
  kind: z.literal('sign-up'),
  /** Milliseconds since 1970. */
  until: z.number(),
  passwordHash: z.string(),
  company: z.object({
    name: z.string(),
    userName: z.string().optional(),
    email: z.string(),
    phone: z.string(),
    planId: z.number(),
    recurrence: z.enum(recurrences),
    wantsCampaigns: z.boolean(),
    language: z.enum(languages).optional()
  })
})
type Linked = z.output<typeof linked>

const sealed = (ctx: Ctx, content: Linked): string =>
  ctx.secrets.encrypt(Buffer.from(JSON.stringify(content))).toString('base64url')

/** Null for what is no link of ours, or an old one. */
function opened(ctx: Ctx, token: string): Linked | null {
  try {
    const content = linked.parse(JSON.parse(ctx.secrets.decrypt(Buffer.from(token, 'base64url')).toString()))
    return content.until > ctx.now().getTime() ? content : null
  } catch {
    return null
  }
}

/**
 * Mails a link, or to somebody who has an account that there is one: neither the answer nor its time tells them apart.
 * Errors: ERR_USER_CREATION_DISABLED, ERR_NO_PLAN_FOUND, ERR_COMPANY_NAME_ALREADY_EXISTS, ERR_TOO_MANY_REQUESTS, those of
 * `checkPassword`.
 */
export async function requestSignUp(
  ctx: Ctx,
  form: SignUpForm,
  { address, language }: { address: string; language: Language }
): Promise<void> {
  if (!ctx.config.signUpOpen) throw new AppError('ERR_USER_CREATION_DISABLED')
  // Refused forms are no mails: what is wrong with them is said first.
  const passwordHash = await hashPassword(ctx, form.password)
  await offeredPlan(ctx, form.planId)
  if (await isNameTaken(ctx.db, form.name)) {
    const code = 'ERR_COMPANY_NAME_ALREADY_EXISTS'
    throw new AppError(code, { fields: { name: code } })
  }
  await attempt(ctx, 'reset', `sign-up ${form.email}`, address)
  const company = newCompanyOf(form)
  const until = ctx.now().getTime() + signUpHours * 3_600_000
  const token = sealed(ctx, { kind: 'sign-up', until, passwordHash, company })
  const link = `${ctx.config.publicUrl}${consolePage(pages.confirmSignUp)}#${token}`
  await inTransaction(ctx, async (tx) => {
    const sealedLink = tx.secrets.encrypt(Buffer.from(link)).toString('base64')
    const facts = { to: form.email, name: form.userName ?? form.name, company: form.name, sealedLink }
    await tx.jobs.add(tx, mailSignUp, { ...facts, language: company.language ?? language, until })
  })
}

/**
 * Makes the company; the trial begins now. Errors: ERR_SIGN_UP_LINK_INVALID, ERR_EMAIL_ALREADY_EXISTS for a link that was
 * opened before, those of `signUp`.
 */
export async function confirmSignUp(ctx: Ctx, token: string): Promise<{ email: string }> {
  if (!ctx.config.signUpOpen) throw new AppError('ERR_USER_CREATION_DISABLED')
  const content = opened(ctx, token)
  if (!content) throw new AppError('ERR_SIGN_UP_LINK_INVALID')
  const { company, passwordHash } = content
  // Before the name, which is taken by then as well.
  if ((await knownEmails(ctx, [company.email])).length > 0) throw new AppError('ERR_EMAIL_ALREADY_EXISTS')
  await makeCompany(ctx, { ...company, language: company.language, userName: company.userName }, { hash: passwordHash })
  return { email: company.email }
}
