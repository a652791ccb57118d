// Paying a plan on the payment provider's page, plugged in.
import type { Feature } from '#platform/feature.ts'
import { checkoutRoutes } from './checkout.routes.ts'

export const checkoutFeature: Feature = { name: 'checkout', routes: checkoutRoutes }
