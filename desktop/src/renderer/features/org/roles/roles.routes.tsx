// The roles screen's address and its menu entry.
import { IconUserShield } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const roleRoutes: ScreenRoute[] = [
  { path: pages.roles, access: 'admin', load: () => import('./RolesPage.tsx').then(({ RolesPage }) => RolesPage) }
]

export const roleMenu: MenuEntry = {
  path: pages.roles,
  label: 'roles',
  icon: IconUserShield,
  group: 'people',
  access: 'admin'
}
