// The second factor, plugged in.
import type { Feature } from '#platform/feature.ts'
import { resetSuperFactors } from './reset-super-factors.ts'
import { secondFactorJobs } from './second-factor.jobs.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'

export const secondFactorFeature: Feature = {
  name: 'second-factor',
  routes: secondFactorRoutes,
  jobs: secondFactorJobs,
  start: resetSuperFactors
}
