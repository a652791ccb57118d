// Whether a person agreed to hear of offers and campaigns: each word on it, with where it came from and when.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, isStorable } from '../../kernel/ids.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

/** `reopened`: an admin took a withdrawal back, which is no consent. */
export const consentStates = ['given', 'withdrawn', 'reopened'] as const

/** A yes to the question of a campaign; a word like "sair"; what somebody of the team entered. */
export const consentSources = ['campaign', 'word', 'team'] as const

export const consentSchema = z.object({
  id: z.number(),
  contactId: z.number(),
  state: z.enum(consentStates),
  source: z.enum(consentSources),
  /** The campaign, the word, or how the team heard of it. */
  detail: z.string(),
  /** Who entered it, by the name of then; null: the person said so. */
  byName: z.string().nullable(),
  createdAt: instant
})
export type Consent = z.infer<typeof consentSchema>

/** Characters of how the team heard of it. */
export const longestDetail = 200

export const consentDraft = z.object({
  state: z.enum(['given', 'withdrawn']),
  detail: z.string().trim().min(3, 'Too Short!').max(longestDetail, 'Too Long!').refine(isStorable, 'ERR_VALIDATION')
})

export const listConsents = endpoint({
  method: 'GET',
  path: '/contacts/:id/consents',
  access: 'user',
  params: idParams,
  response: z.object({ records: z.array(consentSchema) }),
  summary: 'The newest first, at most 100'
})
export const recordConsent = endpoint({
  method: 'POST',
  path: '/contacts/:id/consents',
  access: 'user',
  permission: 'contacts-page:write',
  params: idParams,
  body: consentDraft,
  response: consentSchema,
  summary:
    'A withdrawal leaves the number out of campaigns at once. A consent takes an earlier withdrawal back, which admins alone may'
})

export const consentEvent = wireEvent(
  (companyId) => `company-${companyId}-consent`,
  z.object({ action: z.literal('create'), record: consentSchema })
)
