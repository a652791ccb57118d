// The audit log, plugged in.
import type { Feature } from '#platform/feature.ts'
import { auditJobs } from './audit.jobs.ts'
import { auditRoutes } from './audit.routes.ts'

export const auditFeature: Feature = { name: 'audit', routes: auditRoutes, jobs: auditJobs }
