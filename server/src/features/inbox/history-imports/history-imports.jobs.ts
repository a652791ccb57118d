// Jobs of imports, as values.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/** Takes what the phone of a connection has told; what cannot be fetched is tried again for about ten minutes. */
export const takeHistoryJob = job('history.take', z.object({ companyId: z.number(), connectionId: z.number() }), {
  retries: 8,
  retryDelay: 2
})
