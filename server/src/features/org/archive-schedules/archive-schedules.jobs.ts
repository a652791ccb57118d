// Jobs of archives that go into stores by themselves.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'
import { archiveFailureFacts } from './archive-failure-mail.ts'

/** Writes the archive of a company into its store; `startedAt` in milliseconds since 1970 says which run it is. */
export const storeArchiveJob = job(
  'archive-schedules.store',
  z.object({ companyId: z.number(), startedAt: z.number() }),
  { concurrency: 1, retries: 2, retryDelay: 60 }
)
export const mailArchiveFailureJob = job('mail archive failure', archiveFailureFacts)
