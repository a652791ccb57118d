// Jobs of contact sheets, as values.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/** Reads the file of an import and takes its contacts. */
export const importContacts = job('contacts.import', z.object({ companyId: z.number(), importId: z.number() }), {
  concurrency: 1
})

/** Takes an exported file out of storage again. */
export const removeExport = job('contacts.remove-export', z.object({ key: z.string() }))
