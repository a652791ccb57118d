// The address of the screen on which a plan is paid by a link.
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { ScreenRoute } from '#platform/device/screen.ts'

export const checkoutRoutes: ScreenRoute[] = [
  {
    path: pages.plans,
    access: 'admin',
    permission: 'financial-page:write',
    load: () => import('./PayPlanPage.tsx').then(({ PayPlanPage }) => PayPlanPage)
  }
]
