// Jobs of companies.
import { z } from 'zod'
import { languages } from '@guiche/shared/kernel/languages.ts'
import type { Ctx, Jobs } from '#platform/ctx.ts'
import { job } from '#platform/work/jobs.ts'
import { knownEmails } from '#features/org/users/users.service.ts'
import { companyFolders } from '#platform/storage/company-folders.ts'
import { signUpMail } from './sign-up-mail.ts'

/** Removes the files of a company that was deleted. */
export const removeFilesJob = job('companies.remove-files', z.object({ companyId: z.number() }), { retryDelay: 60 })

async function removeFiles(ctx: Ctx, { companyId }: { companyId: number }): Promise<void> {
  for (const folder of companyFolders(companyId)) await ctx.storage.removeFolder(folder)
}

/** The link travels encrypted: a finished job is kept for a while, and backups for longer. */
export const mailSignUp = job(
  'mail sign-up',
  z.object({
    to: z.string(),
    name: z.string(),
    company: z.string(),
    language: z.enum(languages),
    sealedLink: z.string(),
    /** Milliseconds since 1970; a link that is no longer good is not sent. */
    until: z.number()
  })
)

async function sendSignUpMail(ctx: Ctx, facts: z.output<typeof mailSignUp.schema>): Promise<void> {
  const { to, name, company, language, sealedLink, until } = facts
  if (until <= ctx.now().getTime()) return
  const isKnown = (await knownEmails(ctx, [to])).length > 0
  const link = isKnown ? null : ctx.secrets.decrypt(Buffer.from(sealedLink, 'base64')).toString()
  await ctx.mail.send(signUpMail(language, { to, name, company, link }))
}

export function companyJobs(jobs: Jobs): void {
  jobs.work(removeFilesJob, removeFiles)
  jobs.work(mailSignUp, sendSignUpMail)
}
