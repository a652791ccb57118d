// Signing in, plugged in.
import type { Feature } from '#platform/feature.ts'
import { afterCredentialsChange } from '#features/org/users/users.events.ts'
import { authJobs } from './auth.jobs.ts'
import { authRealtime } from './auth.realtime.ts'
import { authRoutes } from './auth.routes.ts'
import { dropResetCode } from './reset-password.ts'

export const authFeature: Feature = {
  name: 'auth',
  routes: authRoutes,
  realtime: authRealtime,
  listeners: () => afterCredentialsChange.add(dropResetCode),
  jobs: authJobs
}
