// The to-do screen's address and its menu entry.
import { IconChecklist } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const todoRoutes: ScreenRoute[] = [
  { path: pages.todo, access: 'user', load: () => import('./TodoPage.tsx').then(({ TodoPage }) => TodoPage) }
]

export const todoMenu: MenuEntry = {
  path: pages.todo,
  label: 'todo',
  icon: IconChecklist,
  group: 'work',
  access: 'user'
}
