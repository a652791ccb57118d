// Jobs of archives that go into stores by themselves.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'
import { archiveFailureFacts } from './archive-failure-mail.ts'

const run = z.object({ companyId: z.number(), startedAt: z.number() })

/** A run whose last try was killed: nobody was left to note how it ended. */
export const endLostArchiveJob = job('archive-schedules.lost', run)
/** Writes the archive of a company into its store; `startedAt` in milliseconds since 1970 says which run it is. */
export const storeArchiveJob = job('archive-schedules.store', run, {
  ...{ concurrency: 1, retries: 2, retryDelay: 60, givenUp: endLostArchiveJob },
  // A large company takes hours, and a second try beside the first would take longer still.
  longest: 12 * 3_600
})
export const mailArchiveFailureJob = job('mail archive failure', archiveFailureFacts)
