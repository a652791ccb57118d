// Drafts of tickets, plugged in.
import { beforeTicketsJoin } from '#features/inbox/tickets/tickets.events.ts'
import { expiryCounted, recordsExpire } from '#features/org/retention/retention.events.ts'
import type { Feature } from '#platform/feature.ts'
import { ticketDraftRoutes } from './ticket-drafts.routes.ts'
import { countExpiredDrafts, expireDrafts, joinDrafts } from './ticket-drafts.service.ts'

export const ticketDraftsFeature: Feature = {
  name: 'ticket-drafts',
  routes: ticketDraftRoutes,
  listeners: () => {
    recordsExpire.add(expireDrafts)
    expiryCounted.add(countExpiredDrafts)
    beforeTicketsJoin.add(joinDrafts)
  }
}
