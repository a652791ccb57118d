// The quick messages screen's address and its menu entry.
import { IconBolt } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const quickMessageRoutes: ScreenRoute[] = [
  {
    path: '/quick-messages',
    access: 'user',
    load: async () => (await import('./QuickMessagesPage.tsx')).QuickMessagesPage
  }
]

export const quickMessageMenu: MenuEntry = {
  path: '/quick-messages',
  label: 'quickMessages',
  icon: IconBolt,
  group: 'work',
  access: 'user'
}
