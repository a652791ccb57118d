// The super user's plans: the address of their screen and the menu entry.
import { IconLicense } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const planRoutes: ScreenRoute[] = [
  {
    path: pages.managedPlans,
    access: 'super',
    load: () => import('./PlansScreen.tsx').then(({ PlansPage }) => PlansPage)
  }
]

export const planMenu: MenuEntry = {
  path: pages.managedPlans,
  label: 'plans',
  icon: IconLicense,
  group: 'platform',
  access: 'super'
}
