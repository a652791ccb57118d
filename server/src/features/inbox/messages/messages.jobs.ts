// Jobs of messages.
import { z } from 'zod'
import { job } from '#platform/jobs/jobs.ts'

/** Fetches customers' files; tries for about four hours, since WhatsApp may have to ask a phone that is off. */
export const fetchMediaJob = job(
  'messages.fetch-media',
  z.object({ companyId: z.number(), connectionId: z.number(), messageIds: z.array(z.string()) }),
  { retries: 10, retryDelay: 3, concurrency: 4 }
)
