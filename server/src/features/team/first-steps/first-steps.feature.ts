// The first steps, plugged in.
import type { Feature } from '#platform/feature.ts'
import { firstStepRoutes } from './first-steps.routes.ts'

export const firstStepsFeature: Feature = { name: 'first-steps', routes: firstStepRoutes }
