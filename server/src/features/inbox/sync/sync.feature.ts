// Catching up, plugged in.
import { beforeContactDelete } from '#features/inbox/contacts/contacts.events.ts'
import type { Feature } from '#platform/feature.ts'
import { syncRoutes } from './sync.routes.ts'
import { erasePerson, sweepEvents } from './sync.service.ts'

export const syncFeature: Feature = {
  name: 'sync',
  routes: syncRoutes,
  listeners: () => beforeContactDelete.add(erasePerson),
  jobs: (jobs) => jobs.schedule('sweep events', '*/10 * * * *', sweepEvents)
}
