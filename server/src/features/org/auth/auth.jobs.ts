// Jobs of signing in: mails that must go out, rows that must not pile up.
import type { Ctx, Jobs } from '#platform/ctx.ts'
import { deleteOldResets } from './auth.repo.ts'
import { sweepKnownNetworks } from './known-callers.ts'
import { mailResetCode, makeResetCode } from './reset-jobs.ts'
import { resetMail } from './reset-mail.ts'
import { sendResetCode } from './reset-password.ts'
import { sweepAttempts } from '#features/org/sessions/slow-down.ts'

async function sweep(ctx: Ctx): Promise<void> {
  await sweepAttempts(ctx)
  await deleteOldResets(ctx.db, ctx.now())
  await sweepKnownNetworks(ctx)
}

export function authJobs(jobs: Jobs): void {
  jobs.work(makeResetCode, (ctx, { email, language }) => sendResetCode(ctx, email, language))
  jobs.work(mailResetCode, async (ctx, { to, name, language, sealedCode, minutes, goodUntil }) => {
    if (goodUntil <= ctx.now().getTime()) return
    const code = ctx.secrets.decrypt(Buffer.from(sealedCode, 'base64')).toString()
    await ctx.mail.send(resetMail(language, to, { name, code, minutes }))
  })
  jobs.schedule('sweep login attempts', '37 * * * *', sweep)
}
