// Jobs of users: mails about a changed account, and people who went away without a word.
import { consolePage, pages } from '@guiche/shared/kernel/console-pages.ts'
import type { Jobs } from '#platform/ctx.ts'
import { job } from '#platform/work/jobs.ts'
import { accountChangeFacts, accountChangeMail } from './account-change-mail.ts'
import { sweepPresence } from './user-presence.ts'

export const mailAccountChangeJob = job('mail account change', accountChangeFacts)

export function usersJobs(jobs: Jobs): void {
  jobs.schedule('sweep presence', '* * * * *', sweepPresence)
  jobs.work(mailAccountChangeJob, async (ctx, facts) => {
    await ctx.mail.send(accountChangeMail(facts, ctx.config.publicUrl + consolePage(pages.forgotPassword)))
  })
}
