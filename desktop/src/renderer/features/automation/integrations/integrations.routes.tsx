// The address of the screen of integrations and its menu entry.
import { IconPuzzle } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const integrationRoutes: ScreenRoute[] = [
  {
    path: pages.integrations,
    access: 'user',
    planFlag: 'useIntegrations',
    load: () => import('./IntegrationsPage.tsx').then(({ IntegrationsPage }) => IntegrationsPage)
  }
]

export const integrationMenu: MenuEntry = {
  path: pages.integrations,
  label: 'integrations',
  icon: IconPuzzle,
  group: 'automation',
  access: 'user',
  planFlag: 'useIntegrations'
}
