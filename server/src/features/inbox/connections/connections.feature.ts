// Connections, plugged in.
import { beforeCompanyDelete, companyChanged, companyClosed } from '#features/org/companies/companies.events.ts'
import { beforeQueueDelete, queueSaved } from '#features/org/queues/queues.events.ts'
import type { Feature } from '#platform/feature.ts'
import { unlinkAll, wakeSessions } from './follow-company.ts'
import { connectionJobs } from './notify-outages.ts'
import { connectionRoutes } from './connections.routes.ts'
import { connectionsRealtime, publishSessions } from './connections.realtime.ts'
import { connectionsOfQueueTouched, releaseQueue } from './connections.service.ts'

export const connectionsFeature: Feature = {
  name: 'connections',
  routes: connectionRoutes,
  realtime: connectionsRealtime,
  jobs: connectionJobs,
  listeners: (bus) => {
    publishSessions(bus)
    beforeQueueDelete.add(releaseQueue)
    beforeCompanyDelete.add(unlinkAll)
    // Sessions of a company that is closed rest, and go on when it is open again.
    bus.on(companyClosed, wakeSessions)
    bus.on(companyChanged, wakeSessions)
    // Connections carry name and colour of their queues.
    bus.on(queueSaved, (ctx, { queue, isNew }) =>
      isNew ? undefined : connectionsOfQueueTouched(ctx, queue.companyId, queue.id)
    )
  }
}
