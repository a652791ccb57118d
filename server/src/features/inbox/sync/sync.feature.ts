// Catching up, plugged in.
import { beforeContactDelete } from '#features/inbox/contacts/contacts.events.ts'
import { copiesToEmpty } from '#features/inbox/erasure/erasure.events.ts'
import type { Feature } from '#platform/feature.ts'
import { emptyEvents } from './empty-events.ts'
import { syncRoutes } from './sync.routes.ts'
import { erasePerson, sweepEvents } from './sync.service.ts'

export const syncFeature: Feature = {
  name: 'sync',
  routes: syncRoutes,
  listeners: () => {
    beforeContactDelete.add(erasePerson)
    copiesToEmpty.add(emptyEvents)
  },
  jobs: (jobs) => jobs.schedule('sweep events', '*/10 * * * *', sweepEvents)
}
