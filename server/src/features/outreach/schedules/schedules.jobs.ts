// Jobs of scheduled messages.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/** Wakes at the moment; the row decides whether there is anything to do. Not tried again: the sweep finds what is left. */
export const scheduleDueJob = job('schedules.due', z.object({ companyId: z.number(), id: z.number() }), {
  retries: 0,
  concurrency: 2
})
