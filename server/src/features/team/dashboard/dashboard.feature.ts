// The dashboard, plugged in.
import type { Feature } from '#platform/feature.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { sumUpDays } from './sum-up-days.ts'

export const dashboardFeature: Feature = {
  name: 'dashboard',
  routes: dashboardRoutes,
  // A day ends at another moment in every time zone, and a company that is new here should not wait long.
  jobs: (jobs) => jobs.schedule('sum up service days', '5,15,25,35,45,55 * * * *', sumUpDays)
}
