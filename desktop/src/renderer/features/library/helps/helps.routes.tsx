// The help screen's address and its menu entry.
import { IconHelp } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const helpRoutes: ScreenRoute[] = [
  { path: pages.helps, access: 'user', load: () => import('./HelpsPage.tsx').then(({ HelpsPage }) => HelpsPage) }
]

export const helpMenu: MenuEntry = { path: pages.helps, label: 'helps', icon: IconHelp, group: 'work', access: 'user' }
