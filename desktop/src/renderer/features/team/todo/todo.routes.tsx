// The to-do screen's address and its menu entry.
import { IconChecklist } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const todoRoutes: ScreenRoute[] = [
  { path: '/todolist', access: 'user', load: () => import('./TodoPage.tsx').then(({ TodoPage }) => TodoPage) }
]

export const todoMenu: MenuEntry = {
  path: '/todolist',
  label: 'todo',
  icon: IconChecklist,
  group: 'work',
  access: 'user'
}
