// Pinned tickets, plugged in.
import { beforeTicketsJoin } from '#features/inbox/tickets/tickets.events.ts'
import type { Feature } from '#platform/feature.ts'
import { ticketPinsRealtime } from './ticket-pins.realtime.ts'
import { ticketPinRoutes } from './ticket-pins.routes.ts'
import { joinPins } from './ticket-pins.service.ts'

export const ticketPinsFeature: Feature = {
  name: 'ticket-pins',
  routes: ticketPinRoutes,
  realtime: ticketPinsRealtime,
  listeners: () => beforeTicketsJoin.add(joinPins)
}
