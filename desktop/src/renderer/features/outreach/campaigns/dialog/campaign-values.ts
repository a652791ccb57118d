// What the form of a campaign holds, and what it sends.
import type { Campaign, CampaignDraft } from '@guiche/shared/features/outreach/campaigns.ts'
import { shownAt } from '#platform/session/company-clock.ts'
import type { AttachmentValues } from '#ui/forms/AttachmentField.tsx'

export const five = [0, 1, 2, 3, 4] as const
const names = ['1', '2', '3', '4', '5'] as const

export interface CampaignValues extends Record<string, unknown>, AttachmentValues {
  name: string
  audience: 'list' | 'tag'
  contactListId: string | null
  tagListId: string | null
  whatsappId: string | null
  fileListId: string | null
  confirmation: boolean
  /** Whether somebody starts it, or the clock does. */
  when: 'now' | 'scheduled'
  /** By the company's clocks; empty: not chosen. */
  scheduledAt: string
  messages: string[]
  confirmations: string[]
}

const chosen = (id: number | null | undefined): string | null => (id == null ? null : String(id))
const idOf = (value: string | null): number | null => (value === null ? null : Number(value))
const shownMoment = (campaign: Campaign | undefined): string =>
  campaign?.scheduledAt ? shownAt(campaign.scheduledAt) : ''

export function valuesOf(campaign: Campaign | undefined, usualConnection: number | null): CampaignValues {
  return {
    name: campaign?.name ?? '',
    audience: campaign && campaign.contactListId === null && campaign.tagListId !== null ? 'tag' : 'list',
    contactListId: chosen(campaign?.contactListId),
    tagListId: chosen(campaign?.tagListId),
    whatsappId: chosen(campaign ? campaign.whatsappId : usualConnection),
    fileListId: chosen(campaign?.fileListId),
    confirmation: campaign?.confirmation ?? false,
    when: campaign?.scheduledAt ? 'scheduled' : 'now',
    scheduledAt: shownMoment(campaign),
    messages: names.map((name) => campaign?.[`message${name}`] ?? ''),
    confirmations: names.map((name) => campaign?.[`confirmationMessage${name}`] ?? ''),
    file: null,
    isFileRemoved: false
  }
}

function textsOf<N extends 'message' | 'confirmationMessage'>(name: N, texts: string[]) {
  return Object.fromEntries(names.map((number, index) => [`${name}${number}`, texts[index] ?? ''])) as Record<
    `${N}${(typeof names)[number]}`,
    string
  >
}

/** The same minute leaves the moment as it is. */
export function draftOf(values: CampaignValues, made: Campaign | undefined): CampaignDraft {
  const scheduledAt = values.when === 'scheduled' ? values.scheduledAt : ''
  return {
    name: values.name.trim(),
    confirmation: values.confirmation,
    contactListId: values.audience === 'list' ? idOf(values.contactListId) : null,
    tagListId: values.audience === 'tag' ? idOf(values.tagListId) : null,
    whatsappId: idOf(values.whatsappId),
    fileListId: idOf(values.fileListId),
    ...(made && shownMoment(made) === scheduledAt ? {} : { scheduledAt: scheduledAt || null }),
    ...textsOf('message', values.messages),
    ...textsOf('confirmationMessage', values.confirmations)
  }
}
