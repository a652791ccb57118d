// The address of the screen of integrations and its menu entry.
import { IconPuzzle } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const integrationRoutes: ScreenRoute[] = [
  {
    path: '/queue-integration',
    access: 'user',
    planFlag: 'useIntegrations',
    load: () => import('./IntegrationsPage.tsx').then(({ IntegrationsPage }) => IntegrationsPage)
  }
]

export const integrationMenu: MenuEntry = {
  path: '/queue-integration',
  label: 'integrations',
  icon: IconPuzzle,
  group: 'reach',
  access: 'user',
  planFlag: 'useIntegrations'
}
