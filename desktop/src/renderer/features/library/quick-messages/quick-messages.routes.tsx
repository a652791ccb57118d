// The quick messages screen's address and its menu entry.
import { IconBolt } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'
import type { QuickMessageExtras } from './quick-message-extras.ts'

export function quickMessageRoutes(extras: QuickMessageExtras): ScreenRoute[] {
  return [
    {
      path: '/quick-messages',
      access: 'user',
      load: async () => {
        const { QuickMessagesPage } = await import('./QuickMessagesPage.tsx')
        return () => <QuickMessagesPage extras={extras} />
      }
    }
  ]
}

export const quickMessageMenu: MenuEntry = {
  path: '/quick-messages',
  label: 'quickMessages',
  icon: IconBolt,
  group: 'work',
  access: 'user'
}
