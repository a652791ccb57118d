// Jobs of webhooks.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/** Delivers what is due at one webhook, or one delivery. What fails waits for its next moment, so the job is not tried again. */
export const deliverJob = job(
  'webhooks.deliver',
  z.object({ companyId: z.number(), webhookId: z.number(), deliveryId: z.string().optional() }),
  { retries: 0, concurrency: 4 }
)
