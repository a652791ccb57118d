// The connections screen's address and its menu entry with the mark for trouble.
import { IconPlugConnected } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/screen.ts'
import { useConnectionsBadge } from './use-connections-badge.ts'

export const connectionRoutes: ScreenRoute[] = [
  {
    path: '/connections',
    access: 'admin',
    load: () => import('./ConnectionsPage.tsx').then(({ ConnectionsPage }) => ConnectionsPage)
  }
]

export const connectionMenu: MenuEntry = {
  path: '/connections',
  label: 'connections',
  icon: IconPlugConnected,
  group: 'administration',
  access: 'admin',
  useBadge: useConnectionsBadge
}
