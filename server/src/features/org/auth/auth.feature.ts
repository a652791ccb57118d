// Signing in, plugged in.
import type { Feature } from '#platform/feature.ts'
import { authJobs } from './auth.jobs.ts'
import { authRealtime } from './auth.realtime.ts'
import { authRoutes } from './auth.routes.ts'

export const authFeature: Feature = { name: 'auth', routes: authRoutes, realtime: authRealtime, jobs: authJobs }
