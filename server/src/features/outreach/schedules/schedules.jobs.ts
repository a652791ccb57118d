// Jobs of scheduled messages: a bell at the moment; the row decides whether there is anything to do.
import { z } from 'zod'
import { job } from '#platform/jobs/jobs.ts'

/** Not tried again: whoever misses the bell is found by the clock within the minute. */
export const scheduleDueJob = job('schedules.due', z.object({ companyId: z.number(), id: z.number() }), {
  retries: 0,
  concurrency: 2
})
