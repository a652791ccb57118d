// The addresses of campaigns, their report and their settings, and the menu entries.
import { IconAdjustments, IconSpeakerphone } from '@tabler/icons-react'
import { campaignReportPage, pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

const gate = {
  access: 'user',
  permission: 'campaigns-page:write',
  planFlag: 'useCampaigns',
  localFlag: 'cshow'
} as const

/** Whoever only takes results along looks at campaigns and reports, and changes nothing. */
const lookGate = { ...gate, permission: ['campaigns-page:write', 'campaigns-page:export'] } as const

export const campaignRoutes: ScreenRoute[] = [
  {
    ...lookGate,
    path: pages.campaigns,
    load: () => import('./CampaignsPage.tsx').then(({ CampaignsPage }) => CampaignsPage)
  },
  {
    ...lookGate,
    path: campaignReportPage(':campaignId'),
    load: () => import('./CampaignReportPage.tsx').then(({ CampaignReportPage }) => CampaignReportPage)
  },
  {
    ...gate,
    path: pages.campaignSettings,
    load: () => import('./CampaignSettingsPage.tsx').then(({ CampaignSettingsPage }) => CampaignSettingsPage)
  }
]

export const campaignMenu: MenuEntry = {
  ...lookGate,
  path: pages.campaigns,
  label: 'campaigns',
  icon: IconSpeakerphone,
  group: 'reach'
}

export const campaignSettingsMenu: MenuEntry = {
  ...gate,
  path: pages.campaignSettings,
  label: 'campaignsConfig',
  icon: IconAdjustments,
  group: 'reach'
}
