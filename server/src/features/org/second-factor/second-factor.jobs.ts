// Jobs of the second factor: the mail that says that it has changed.
import type { Jobs } from '#platform/ctx.ts'
import { job } from '#platform/work/jobs.ts'
import { factorFacts, factorMail } from './factor-mail.ts'

export const mailFactorChange = job('mail second factor', factorFacts)

export function secondFactorJobs(jobs: Jobs): void {
  jobs.work(mailFactorChange, (ctx, facts) => ctx.mail.send(factorMail(facts)))
}
