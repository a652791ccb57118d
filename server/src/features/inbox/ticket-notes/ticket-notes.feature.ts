// Notes on tickets, plugged in.
import { expiryCounted, recordsExpire } from '#features/org/retention/retention.events.ts'
import { beforeTicketsJoin, ticketMoved } from '#features/inbox/tickets/tickets.events.ts'
import type { Feature } from '#platform/feature.ts'
import { ticketNotesRealtime } from './ticket-notes.realtime.ts'
import { ticketNoteRoutes } from './ticket-notes.routes.ts'
import { countExpiredNotes, expireNotes, joinNotes, noteTransfer } from './ticket-notes.service.ts'

export const ticketNotesFeature: Feature = {
  name: 'ticket-notes',
  routes: ticketNoteRoutes,
  realtime: ticketNotesRealtime,
  listeners: () => {
    recordsExpire.add(expireNotes)
    expiryCounted.add(countExpiredNotes)
    beforeTicketsJoin.add(joinNotes)
    ticketMoved.add(noteTransfer)
  }
}
