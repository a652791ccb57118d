// The address of the subscription's screen.
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { ScreenRoute } from '#platform/device/screen.ts'

export const subscriptionRoutes: ScreenRoute[] = [
  {
    path: pages.subscription,
    access: 'admin',
    permission: 'financial-page:write',
    load: () => import('./SubscriptionPage.tsx').then(({ SubscriptionPage }) => SubscriptionPage)
  }
]
