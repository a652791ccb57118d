// What happened to tickets, plugged in.
import { beforeTicketsJoin, ticketRated, ticketsPlaced } from '#features/inbox/tickets/tickets.events.ts'
import type { Feature } from '#platform/feature.ts'
import { ticketActivitiesRealtime } from './ticket-activities.realtime.ts'
import { ticketActivityRoutes } from './ticket-activities.routes.ts'
import { joinActivities, noteMoves, noteRated } from './ticket-activities.service.ts'

export const ticketActivitiesFeature: Feature = {
  name: 'ticket-activities',
  routes: ticketActivityRoutes,
  realtime: ticketActivitiesRealtime,
  listeners: () => {
    ticketsPlaced.add(noteMoves)
    ticketRated.add(noteRated)
    beforeTicketsJoin.add(joinActivities)
  }
}
