// Jobs of invitations: the mail that must go out, and rows that must not pile up.
import { z } from 'zod'
import { languages } from '@guiche/shared/kernel/languages.ts'
import type { Jobs } from '#platform/ctx.ts'
import { job } from '#platform/work/jobs.ts'
import { invitationMail } from './invitation-mail.ts'
import { deleteOlder, waitsForAnswer } from './invitations.repo.ts'

/** Milliseconds for which an invitation is listed after its end. */
const keptFor = 30 * 24 * 3_600_000

/** The link travels encrypted: a finished job is kept for a while, and backups for longer. */
export const mailInvitationJob = job(
  'mail invitation',
  z.object({
    companyId: z.number(),
    id: z.number(),
    to: z.string(),
    company: z.string(),
    invitedBy: z.string(),
    language: z.enum(languages),
    sealedLink: z.string()
  })
)

export function invitationJobs(jobs: Jobs): void {
  jobs.work(mailInvitationJob, async (ctx, { companyId, id, sealedLink, language, ...facts }) => {
    if (!(await waitsForAnswer(ctx.db, { companyId, id }, ctx.now()))) return
    const link = ctx.secrets.decrypt(Buffer.from(sealedLink, 'base64')).toString()
    await ctx.mail.send(invitationMail(language, { ...facts, link }))
  })
  jobs.schedule('sweep invitations', '23 4 * * *', async (ctx) => {
    await deleteOlder(ctx.db, new Date(ctx.now().getTime() - keptFor))
  })
}
