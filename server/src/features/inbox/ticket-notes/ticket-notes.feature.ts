// Notes on tickets, plugged in.
import { beforeTicketsJoin, ticketMoved } from '#features/inbox/tickets/tickets.events.ts'
import type { Feature } from '#platform/feature.ts'
import { ticketNotesRealtime } from './ticket-notes.realtime.ts'
import { ticketNoteRoutes } from './ticket-notes.routes.ts'
import { joinNotes, noteTransfer } from './ticket-notes.service.ts'

export const ticketNotesFeature: Feature = {
  name: 'ticket-notes',
  routes: ticketNoteRoutes,
  realtime: ticketNotesRealtime,
  listeners: () => {
    beforeTicketsJoin.add(joinNotes)
    ticketMoved.add(noteTransfer)
  }
}
