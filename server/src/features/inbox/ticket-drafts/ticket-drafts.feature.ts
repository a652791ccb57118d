// Drafts of tickets, plugged in.
import { beforeTicketsJoin } from '#features/inbox/tickets/tickets.events.ts'
import type { Feature } from '#platform/feature.ts'
import { ticketDraftRoutes } from './ticket-drafts.routes.ts'
import { joinDrafts } from './ticket-drafts.service.ts'

export const ticketDraftsFeature: Feature = {
  name: 'ticket-drafts',
  routes: ticketDraftRoutes,
  listeners: () => beforeTicketsJoin.add(joinDrafts)
}
