// Tickets, plugged in.
import { beforeQueueDelete } from '#features/org/queues/queues.events.ts'
import { beforeUserDelete } from '#features/org/users/users.events.ts'
import type { Feature } from '#platform/feature.ts'
import { ticketsRealtime } from './tickets.realtime.ts'
import { ticketRoutes } from './tickets.routes.ts'
import { releaseQueue, releaseUser } from './tickets.service.ts'

export const ticketsFeature: Feature = {
  name: 'tickets',
  routes: ticketRoutes,
  realtime: ticketsRealtime,
  listeners: () => {
    beforeQueueDelete.add(releaseQueue)
    beforeUserDelete.add(releaseUser)
  }
}
