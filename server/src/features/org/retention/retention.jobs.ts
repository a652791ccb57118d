// Jobs of retention.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/** Takes what is older than a company keeps; goes on next night with what is left. */
export const retentionJob = job('retention.night', z.object({ companyId: z.number() }), { concurrency: 1, retries: 1 })
