// What a person has chosen for themselves, on every machine they sign in at.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { languages } from '../../kernel/languages.ts'

export const preferencesSchema = z.object({
  /** Null until the person chooses: the console speaks that of the browser or the system. */
  language: z.enum(languages).nullable(),
  /** Whether the list of first steps shows: `auto` by the age of the company. */
  firstSteps: z.enum(['auto', 'shown', 'away']),
  /** Whether what is pushed to a browser says who wrote what, or only that there is a message. */
  pushTexts: z.boolean()
})
export type Preferences = z.infer<typeof preferencesSchema>

export const noPreferences: Preferences = { language: null, firstSteps: 'auto', pushTexts: false }

/** Those that change. */
export const preferencesPatch = preferencesSchema.partial()
export type PreferencesPatch = z.output<typeof preferencesPatch>

export const savePreferences = endpoint({
  method: 'PUT',
  path: '/users/preferences',
  access: 'user',
  body: preferencesPatch,
  response: preferencesSchema,
  openWhenExpired: true,
  summary: 'Of the caller; what is not named stays'
})
