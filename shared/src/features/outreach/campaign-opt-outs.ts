// Numbers that hear of no campaign ever again: whoever wrote a word like "sair", or was entered by the company.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { instant, isStorable, text } from '../../kernel/ids.ts'
import { pageQuery } from '../../kernel/page.ts'
import { completePhone, isPhoneNumber } from '../../kernel/phone.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

const campaignOptOutSchema = z.object({
  number: z.string(),
  name: z.string(),
  /** What the person wrote, or why somebody of the company entered the number. */
  word: z.string(),
  /** Who entered it; null: the person said so. */
  byName: z.string().nullable(),
  createdAt: instant,
  /** When an admin took it back, and who; null while it holds. */
  revokedAt: instant.nullable(),
  revokedByName: z.string().nullable()
})
export type CampaignOptOut = z.infer<typeof campaignOptOutSchema>

export const campaignOptOutDraft = z.object({
  number: z.string().transform(completePhone).refine(isPhoneNumber, 'ERR_WAPP_INVALID_CONTACT'),
  name: z.string().trim().max(100, 'Too Long!').refine(isStorable, 'ERR_VALIDATION').default(''),
  word: text(100).default('')
})

const place = { path: '/campaign-opt-outs', access: 'admin', planFlag: 'useCampaigns' } as const

export const listCampaignOptOuts = endpoint({
  ...place,
  method: 'GET',
  query: pageQuery,
  response: z.object({ records: z.array(campaignOptOutSchema), count: z.number(), hasMore: z.boolean() }),
  summary: 'The newest first, 20 a page'
})
export const addCampaignOptOut = endpoint({
  ...place,
  method: 'POST',
  body: campaignOptOutDraft,
  response: campaignOptOutSchema,
  summary: 'For ever, unless an admin takes it back; a number that is there already stays as it is'
})
export const takeBackCampaignOptOut = endpoint({
  ...place,
  method: 'DELETE',
  path: '/campaign-opt-outs/:number',
  params: z.object({ number: z.string().max(30).transform(completePhone) }),
  response: campaignOptOutSchema,
  summary: 'The number may be written to again; the entry stays in the list, with who took it back'
})

export const campaignOptOutEvent = wireEvent(
  (companyId) => `company-${companyId}-campaignOptOut`,
  z.object({ action: z.enum(['create', 'update']), record: campaignOptOutSchema })
)
