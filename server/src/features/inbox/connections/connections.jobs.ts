// Jobs of connections, as values: people who must hear that a number is lost, and that it is back. An outage is called
// `absenceId` in them, since waiting jobs have it.
import { z } from 'zod'
import { outageReasons } from '@guiche/shared/features/inbox/connection-uptime.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { job } from '#platform/work/jobs.ts'

/** Tells the administrators of a connection that is still without WhatsApp. */
export const lookAtOutage = job(
  'connections.look-at-outage',
  z.object({
    companyId: z.number(),
    connectionId: z.number(),
    /** Since when it is known that it will not come back by itself: who was told otherwise is told once more. */
    endedAt: z.coerce.date().optional()
  })
)

/** Tells them that it is back, if it stayed. */
export const lookAtReturn = job(
  'connections.look-at-return',
  z.object({ companyId: z.number(), absenceId: z.number() })
)

/** One mail to one person. Its server may be out of reach for as long as WhatsApp is. */
export const mailOutage = job(
  'connections.mail-outage',
  z.object({
    companyId: z.number(),
    absenceId: z.number(),
    kind: z.enum(['lost', 'back']),
    to: z.string(),
    language: z.enum(languages),
    name: z.string(),
    /** Digits. */
    number: z.string().nullable(),
    reason: z.enum(outageReasons).nullable(),
    timeZone: z.string(),
    since: z.coerce.date(),
    until: z.coerce.date().nullable()
  }),
  { retries: 10, retryDelay: 15 }
)
