// Events of campaigns.
import type { WirePayload } from '@guiche/shared/kernel/wire-event.ts'
import type { CampaignOptOut } from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import type { campaignEvent } from '@guiche/shared/features/outreach/campaigns.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

type Saved = Extract<WirePayload<typeof campaignEvent>, { record: unknown }>['record']

/** A campaign is new, was changed, or went on. */
export const campaignSaved = domainEvent<{ record: Saved; isNew: boolean }>('campaign saved')
export const campaignDeleted = domainEvent<{ companyId: number; id: number; fileKeys: string[] }>('campaign deleted')
/** A number hears of no campaign any more, or was given back to them. */
export const optOutChanged = domainEvent<{ companyId: number; record: CampaignOptOut; isNew: boolean }>(
  'campaign opt-out changed'
)
