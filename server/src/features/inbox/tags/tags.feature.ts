// Tags, plugged in.
import { beforeTicketDelete, beforeTicketsJoin } from '#features/inbox/tickets/tickets.events.ts'
import type { Feature } from '#platform/feature.ts'
import { tagsRealtime } from './tags.realtime.ts'
import { tagRoutes } from './tags.routes.ts'
import { joinTags, releaseTicket } from './tags.service.ts'

export const tagsFeature: Feature = {
  name: 'tags',
  routes: tagRoutes,
  realtime: tagsRealtime,
  listeners: () => {
    beforeTicketsJoin.add(joinTags)
    beforeTicketDelete.add(releaseTicket)
  }
}
