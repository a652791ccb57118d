// The address of the screen on which a plan is paid by a link.
import type { ScreenRoute } from '#platform/device/screen.ts'

export const checkoutRoutes: ScreenRoute[] = [
  {
    path: '/plans-manager',
    access: 'admin',
    load: () => import('./PayPlanPage.tsx').then(({ PayPlanPage }) => PayPlanPage)
  }
]
