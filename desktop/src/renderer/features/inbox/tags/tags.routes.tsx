// The tags screen's address and its menu entry.
import { IconTag } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const tagRoutes: ScreenRoute[] = [
  { path: pages.tags, access: 'user', load: () => import('./TagsPage.tsx').then(({ TagsPage }) => TagsPage) }
]

export const tagMenu: MenuEntry = { path: pages.tags, label: 'tags', icon: IconTag, group: 'work', access: 'user' }
