// Work times, plugged in.
import { beforeUserDelete } from '#features/org/users/users.events.ts'
import type { Feature } from '#platform/feature.ts'
import { sweepWorkTimes } from './sweep-work-times.ts'
import { clearStandIn } from './work-times.repo.ts'
import { workTimeRoutes } from './work-times.routes.ts'

export const workTimesFeature: Feature = {
  name: 'work-times',
  routes: workTimeRoutes,
  listeners: () => beforeUserDelete.add((tx, companyId, userId) => clearStandIn(tx.db, companyId, userId)),
  jobs: (jobs) => jobs.schedule('watch work times', '* * * * *', sweepWorkTimes)
}
