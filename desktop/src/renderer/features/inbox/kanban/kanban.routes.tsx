// The kanban board's address and its menu entry.
import { IconLayoutKanban } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const kanbanRoutes: ScreenRoute[] = [
  {
    path: pages.kanban,
    access: 'user',
    planFlag: 'useKanban',
    isFullHeight: true,
    load: () => import('./KanbanPage.tsx').then(({ KanbanPage }) => KanbanPage)
  }
]

export const kanbanMenu: MenuEntry = {
  path: pages.kanban,
  label: 'kanban',
  icon: IconLayoutKanban,
  group: 'main',
  access: 'user',
  planFlag: 'useKanban'
}
