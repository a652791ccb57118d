// Plans, plugged in.
import type { Feature } from '#platform/feature.ts'
import { planRoutes } from './plans.routes.ts'

export const plansFeature: Feature = { name: 'plans', routes: planRoutes }
