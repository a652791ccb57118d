// Jobs of quotas: the mail about a limit that is nearly or wholly full.
import { job } from '#platform/work/jobs.ts'
import { quotaFactsOfMail } from './quota-mail.ts'

export const mailQuotaJob = job('mail quota', quotaFactsOfMail)
