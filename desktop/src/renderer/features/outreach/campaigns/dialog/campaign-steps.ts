// The steps in which a campaign is written, the step on which each field stands, and what a campaign still lacks.
import { campaignDraft, largestCampaignFile, type Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { shownAt } from '#platform/session/company-clock.ts'
import type { CampaignValues } from './campaign-values.ts'

export const campaignSteps = ['whom', 'what', 'when', 'check'] as const
export type CampaignStep = (typeof campaignSteps)[number]

const stepOfField: Record<string, CampaignStep> = {
  name: 'whom',
  contactListId: 'whom',
  tagListId: 'whom',
  whatsappId: 'whom',
  scheduledAt: 'when'
}

/** Messages, their questions and files stand on the second step. */
export const stepOf = (field: string): CampaignStep => stepOfField[field] ?? 'what'

/** The first step, in their order, on which one of the fields stands. */
export const firstStepOf = (fields: string[]): CampaignStep =>
  campaignSteps.find((step) => fields.some((field) => stepOf(field) === step)) ?? 'whom'

export type GapField = 'name' | 'contactListId' | 'tagListId' | 'whatsappId' | 'messages.0' | 'file' | 'scheduledAt'

export interface Gap {
  field: GapField
  kind: 'missing' | 'past' | 'tooLarge'
}

/** What has to be mended before a campaign can be sent, in the order of the steps. */
export function gapsOf(values: CampaignValues, made: Campaign | undefined): Gap[] {
  const { name, audience, messages, whatsappId, when, scheduledAt, file } = values
  const field = audience === 'list' ? 'contactListId' : 'tagListId'
  const isKept = made?.scheduledAt != null && shownAt(made.scheduledAt) === scheduledAt
  // A stopped one has begun: its clock has run out.
  const isTimed = when === 'scheduled' && made?.status !== 'CANCELADA'
  const gaps: (Gap | false)[] = [
    !campaignDraft.shape.name.safeParse(name).success && { field: 'name', kind: 'missing' },
    values[field] === null && { field, kind: 'missing' },
    whatsappId === null && { field: 'whatsappId', kind: 'missing' },
    messages.every((text) => text.trim() === '') && { field: 'messages.0', kind: 'missing' },
    file !== null && file.size > largestCampaignFile && { field: 'file', kind: 'tooLarge' },
    isTimed && scheduledAt === '' && { field: 'scheduledAt', kind: 'missing' },
    isTimed &&
      scheduledAt !== '' &&
      !isKept &&
      scheduledAt <= shownAt(Date.now()) && { field: 'scheduledAt', kind: 'past' }
  ]
  return gaps.filter((gap) => gap !== false)
}
