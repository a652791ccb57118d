// The address of the subscription's screen.
import type { ScreenRoute } from '#platform/device/screen.ts'

export const subscriptionRoutes: ScreenRoute[] = [
  {
    path: '/subscription',
    access: 'admin',
    load: () => import('./SubscriptionPage.tsx').then(({ SubscriptionPage }) => SubscriptionPage)
  }
]
