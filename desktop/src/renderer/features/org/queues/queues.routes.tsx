// The queues screen's address and its menu entry.
import { IconStack2 } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'
import type { QueueExtras } from './queue-extras.ts'

export function queueRoutes(extras: QueueExtras): ScreenRoute[] {
  return [
    {
      path: '/queues',
      access: 'admin',
      load: async () => {
        const { QueuesPage } = await import('./QueuesPage.tsx')
        return () => <QueuesPage extras={extras} />
      }
    }
  ]
}

export const queueMenu: MenuEntry = {
  path: '/queues',
  label: 'queues',
  icon: IconStack2,
  group: 'administration',
  access: 'admin'
}
