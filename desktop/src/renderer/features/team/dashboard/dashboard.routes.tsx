// The home of administrators and its menu entry.
import { IconLayoutDashboard } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const dashboardRoutes: ScreenRoute[] = [
  {
    path: '/',
    access: 'admin',
    permission: 'dashboard:view',
    load: () => import('./DashboardPage.tsx').then(({ DashboardPage }) => DashboardPage)
  }
]

export const dashboardMenu: MenuEntry = {
  path: '/',
  label: 'home',
  icon: IconLayoutDashboard,
  group: 'main',
  access: 'admin',
  permission: 'dashboard:view'
}
