// Jobs of erasure.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/** Removes the files of a company that nobody needs any more. */
export const removeFilesJob = job('erasure.remove-files', z.object({ companyId: z.number() }), { concurrency: 1 })

/** Empties what was written down of messages, tickets and notes that are deleted by now. */
export const emptyCopiesJob = job(
  'erasure.empty-copies',
  z.object({ companyId: z.number(), messageIds: z.array(z.string()), ticketIds: z.array(z.number()) }),
  { concurrency: 1 }
)
