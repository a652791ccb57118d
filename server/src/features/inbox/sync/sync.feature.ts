// Catching up, plugged in.
import type { Feature } from '#platform/feature.ts'
import { syncRoutes } from './sync.routes.ts'
import { sweepEvents } from './sync.service.ts'

export const syncFeature: Feature = {
  name: 'sync',
  routes: syncRoutes,
  jobs: (jobs) => jobs.schedule('sweep events', '*/10 * * * *', sweepEvents)
}
