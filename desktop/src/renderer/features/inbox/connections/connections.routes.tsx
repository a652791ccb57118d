// The connections screen's address and its menu entry with the mark for trouble.
import { IconPlugConnected } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'
import type { ConnectionExtras } from './list/connection-extras.ts'
import { useConnectionsBadge } from './use-connections-badge.ts'

const gate = {
  access: 'admin',
  permission: [
    'connections-page:addConnection',
    'connections-page:actionButtons',
    'connections-page:editOrDeleteConnection'
  ]
} as const

export function connectionRoutes(extras: ConnectionExtras): ScreenRoute[] {
  return [
    {
      ...gate,
      path: pages.connections,
      load: async () => {
        const { ConnectionsPage } = await import('./ConnectionsPage.tsx')
        return () => <ConnectionsPage extras={extras} />
      }
    }
  ]
}

export const connectionMenu: MenuEntry = {
  ...gate,
  path: pages.connections,
  label: 'connections',
  icon: IconPlugConnected,
  group: 'service',
  useBadge: useConnectionsBadge
}
