// Jobs of tickets.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/** Forgets words that no ticket holds any more; tried until messages can be held up for it. */
export const deleteWordsJob = job(
  'tickets.forget-words',
  z.object({ companyId: z.number(), numbers: z.array(z.string()) }),
  { retries: 20, retryDelay: 5, concurrency: 1 }
)
