// The queues screen's address and its menu entry.
import { IconStack2 } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'
import type { QueueExtras } from './queue-extras.ts'

export function queueRoutes(extras: QueueExtras): ScreenRoute[] {
  return [
    {
      path: pages.queues,
      access: 'admin',
      load: async () => {
        const { QueuesPage } = await import('./QueuesPage.tsx')
        return () => <QueuesPage extras={extras} />
      }
    }
  ]
}

export const queueMenu: MenuEntry = {
  path: pages.queues,
  label: 'queues',
  icon: IconStack2,
  group: 'service',
  access: 'admin'
}
