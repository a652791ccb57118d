// How the company's campaigns are sent: intervals, hours, limits and its own variables.
import { create } from 'zustand'
import {
  campaignDefaults,
  campaignSettings,
  listCampaignSettings,
  saveCampaignSettings,
  type CampaignSettings
} from '@guiche/shared/features/outreach/campaigns.ts'
import { call } from '#platform/net/http.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

const empty: { settings: CampaignSettings | null; error: unknown } = { settings: null, error: null }
export const useCampaignSettings = create<typeof empty>(() => empty)
onLifecycle({ signedOut: () => useCampaignSettings.setState(empty) })

function read(rows: { key: string; value: string }[]): CampaignSettings {
  return Object.assign(
    { ...campaignDefaults },
    campaignSettings.parse(Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown])))
  )
}

export function refreshCampaignSettings(): Promise<void> {
  return call(listCampaignSettings).then(
    (rows) => useCampaignSettings.setState({ settings: read(rows), error: null }),
    (error: unknown) => useCampaignSettings.setState({ error })
  )
}

/** Errors: ApiError. */
export async function putCampaignSettings(settings: CampaignSettings): Promise<CampaignSettings> {
  const kept = read(await call(saveCampaignSettings, { body: { settings } }))
  useCampaignSettings.setState({ settings: kept, error: null })
  return kept
}
