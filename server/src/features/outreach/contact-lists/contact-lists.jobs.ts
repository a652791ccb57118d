// Jobs of contact lists, as values.
import { z } from 'zod'
import { job } from '#platform/work/jobs.ts'

/** Reads the file of an import and takes its people into the list. */
export const importListItems = job('contact-lists.import', z.object({ companyId: z.number(), importId: z.number() }), {
  concurrency: 1
})

/** Asks WhatsApp about some numbers of a list; the next ones are a job of their own. */
export const checkNumbers = job('contact-lists.check', z.object({ companyId: z.number(), contactListId: z.number() }))
