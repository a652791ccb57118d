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

export const campaignRoutes: ScreenRoute[] = [
  {
    ...gate,
    path: pages.campaigns,
    load: () => import('./CampaignsPage.tsx').then(({ CampaignsPage }) => CampaignsPage)
  },
  {
    ...gate,
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
  ...gate,
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
