// Jobs of Web Push.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/** Finds who is to be told of a ticket. `at`: milliseconds since 1970, when it was asked for. */
export const announceJob = job(
  'push.announce',
  z.object({ companyId: z.number(), ticketId: z.number(), at: z.number() })
)

/** Tells one browser of one ticket. Slow push services keep each other waiting and nobody else. */
export const pushJob = job(
  'push.send',
  z.object({ companyId: z.number(), subscriptionId: z.number(), ticketId: z.number(), at: z.number() }),
  { retries: 5, retryDelay: 10, concurrency: 8 }
)
