// Jobs of personal data.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/** Writes the copy of what is stored of a person. `key` names the file where the row is gone by then. */
export const exportPersonJob = job(
  'personal-data.export',
  z.object({ companyId: z.number(), exportId: z.number(), key: z.string() }),
  { concurrency: 1, retries: 4, retryDelay: 20 }
)
