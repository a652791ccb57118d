// The users screen's address and its menu entry.
import { IconUsers } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const userRoutes: ScreenRoute[] = [
  { path: '/users', access: 'admin', load: () => import('./UsersPage.tsx').then(({ UsersPage }) => UsersPage) }
]

export const userMenu: MenuEntry = {
  path: '/users',
  label: 'users',
  icon: IconUsers,
  group: 'administration',
  access: 'admin'
}
