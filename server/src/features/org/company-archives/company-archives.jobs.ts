// Jobs of archives of companies.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

const archiveId = z.object({ archiveId: z.number() })
const alone = { concurrency: 1, retries: 2, retryDelay: 20 }

/** Writes the archive of a company. */
export const exportCompanyJob = job('company-archives.export', archiveId, alone)
/** Takes a company in from an archive that was sent. */
export const importCompanyJob = job('company-archives.import', archiveId, alone)
