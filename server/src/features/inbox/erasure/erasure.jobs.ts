// Jobs of erasure.
import { z } from 'zod'
import { job } from '#platform/jobs/jobs.ts'

/** Removes the files of a company that nobody needs any more. */
export const removeFilesJob = job('erasure.remove-files', z.object({ companyId: z.number() }), { concurrency: 1 })
