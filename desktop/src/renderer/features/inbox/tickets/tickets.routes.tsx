// The ticket screen's address and its menu entry.
import { IconMessages } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const ticketRoutes: ScreenRoute[] = [
  {
    path: '/tickets/:ticketId?',
    access: 'user',
    isFullHeight: true,
    load: () => import('./TicketsPage.tsx').then(({ TicketsPage }) => TicketsPage)
  }
]

export const ticketMenu: MenuEntry = {
  path: '/tickets',
  label: 'tickets',
  icon: IconMessages,
  group: 'work',
  access: 'user'
}
