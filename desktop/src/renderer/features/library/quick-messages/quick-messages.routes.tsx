// The quick messages screen's address and its menu entry.
import { IconBolt } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const quickMessageRoutes: ScreenRoute[] = [
  {
    path: pages.quickMessages,
    access: 'user',
    load: async () => (await import('./QuickMessagesPage.tsx')).QuickMessagesPage
  }
]

export const quickMessageMenu: MenuEntry = {
  path: pages.quickMessages,
  label: 'quickMessages',
  icon: IconBolt,
  group: 'work',
  access: 'user'
}
