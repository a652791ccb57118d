// The addresses of campaigns, their report and their settings, and the menu entries.
import { IconAdjustments, IconSpeakerphone } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

const gate = { access: 'user', planFlag: 'useCampaigns', localFlag: 'cshow' } as const

export const campaignRoutes: ScreenRoute[] = [
  {
    ...gate,
    path: '/campaigns',
    load: () => import('./CampaignsPage.tsx').then(({ CampaignsPage }) => CampaignsPage)
  },
  {
    ...gate,
    path: '/campaign/:campaignId/report',
    load: () => import('./CampaignReportPage.tsx').then(({ CampaignReportPage }) => CampaignReportPage)
  },
  {
    ...gate,
    path: '/campaigns-config',
    load: () => import('./CampaignSettingsPage.tsx').then(({ CampaignSettingsPage }) => CampaignSettingsPage)
  }
]

export const campaignMenu: MenuEntry = {
  ...gate,
  path: '/campaigns',
  label: 'campaigns',
  icon: IconSpeakerphone,
  group: 'reach'
}

export const campaignSettingsMenu: MenuEntry = {
  ...gate,
  path: '/campaigns-config',
  label: 'campaignsConfig',
  icon: IconAdjustments,
  group: 'reach'
}
