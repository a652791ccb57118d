// Jobs of a forgotten password, as values.
import { z } from 'zod'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { job } from '#platform/work/jobs.ts'

/** Somebody asks for a code; whether anybody has the address is looked up by the job. */
export const makeResetCode = job('make reset code', z.object({ email: z.string(), language: z.enum(languages) }))

/** The code travels encrypted: a finished job is kept for a while, and backups for longer. */
export const mailResetCode = job(
  'mail reset code',
  z.object({
    to: z.string(),
    name: z.string(),
    language: z.enum(languages),
    sealedCode: z.string(),
    minutes: z.number(),
    /** Milliseconds since 1970; a code that is no longer good is not sent. */
    goodUntil: z.number()
  })
)
