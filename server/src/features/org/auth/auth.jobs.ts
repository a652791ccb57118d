// Jobs of signing in: mails that must go out, rows that must not pile up.
import { z } from 'zod'
import { languages } from '@guiche/shared/kernel/languages.ts'
import type { Ctx, Jobs } from '#platform/ctx.ts'
import { job } from '#platform/work/jobs.ts'
import { deleteOldResets } from './auth.repo.ts'
import { sweepKnownNetworks } from './known-callers.ts'
import { resetMail } from './reset-mail.ts'
import { sweepAttempts } from '#features/org/sessions/slow-down.ts'

/** The code travels encrypted: a finished job is kept for a while, and backups for longer. */
export const mailResetCode = job(
  'mail reset code',
  z.object({
    to: z.string(),
    name: z.string(),
    language: z.enum(languages),
    sealedCode: z.string(),
    minutes: z.number(),
    /** Milliseconds since 1970; a code that is no longer good is not sent. */
    goodUntil: z.number()
  })
)

async function sweep(ctx: Ctx): Promise<void> {
  await sweepAttempts(ctx)
  await deleteOldResets(ctx.db, ctx.now())
  await sweepKnownNetworks(ctx)
}

export function authJobs(jobs: Jobs): void {
  jobs.work(mailResetCode, async (ctx, { to, name, language, sealedCode, minutes, goodUntil }) => {
    if (goodUntil <= ctx.now().getTime()) return
    const code = ctx.secrets.decrypt(Buffer.from(sealedCode, 'base64')).toString()
    await ctx.mail.send(resetMail(language, to, { name, code, minutes }))
  })
  jobs.schedule('sweep login attempts', '37 * * * *', sweep)
}
