// The ticket screen's address and its menu entry.
import { IconMessages } from '@tabler/icons-react'
import { pages, ticketPage } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const ticketRoutes: ScreenRoute[] = [
  {
    path: ticketPage(':ticketId?'),
    access: 'user',
    isFullHeight: true,
    load: () => import('./TicketsPage.tsx').then(({ TicketsPage }) => TicketsPage)
  }
]

export const ticketMenu: MenuEntry = {
  path: pages.tickets,
  label: 'tickets',
  icon: IconMessages,
  group: 'main',
  access: 'user'
}
