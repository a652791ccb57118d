// Work times, plugged in.
import type { Feature } from '#platform/feature.ts'
import { sweepWorkTimes } from './sweep-work-times.ts'
import { workTimeRoutes } from './work-times.routes.ts'

export const workTimesFeature: Feature = {
  name: 'work-times',
  routes: workTimeRoutes,
  jobs: (jobs) => jobs.schedule('watch work times', '* * * * *', sweepWorkTimes)
}
