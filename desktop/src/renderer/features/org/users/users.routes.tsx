// The users screen's address and its menu entry.
import { IconUsers } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const userRoutes: ScreenRoute[] = [
  {
    path: pages.users,
    access: 'admin',
    permission: 'users-page:write',
    load: () => import('./UsersPage.tsx').then(({ UsersPage }) => UsersPage)
  }
]

export const userMenu: MenuEntry = {
  path: pages.users,
  label: 'users',
  icon: IconUsers,
  group: 'people',
  access: 'admin',
  permission: 'users-page:write'
}
