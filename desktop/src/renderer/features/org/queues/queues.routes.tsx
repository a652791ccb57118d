// The queues screen's address and its menu entry.
import { IconStack2 } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/screen.ts'

export const queueRoutes: ScreenRoute[] = [
  { path: '/queues', access: 'admin', load: () => import('./QueuesPage.tsx').then(({ QueuesPage }) => QueuesPage) }
]

export const queueMenu: MenuEntry = {
  path: '/queues',
  label: 'queues',
  icon: IconStack2,
  group: 'administration',
  access: 'admin'
}
