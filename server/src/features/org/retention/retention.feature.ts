// Retention, plugged in.
import type { Feature } from '#platform/feature.ts'
import { beginNights, carryOutRetention } from './carry-out-retention.ts'
import { retentionJob } from './retention.jobs.ts'
import { retentionRoutes } from './retention.routes.ts'

export const retentionFeature: Feature = {
  name: 'retention',
  routes: retentionRoutes,
  jobs: (jobs) => {
    jobs.work(retentionJob, carryOutRetention)
    jobs.schedule('retention.hour', '7 * * * *', beginNights)
  }
}
