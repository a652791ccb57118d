// Notes on tickets, plugged in.
import type { Feature } from '#platform/feature.ts'
import { ticketNotesRealtime } from './ticket-notes.realtime.ts'
import { ticketNoteRoutes } from './ticket-notes.routes.ts'

export const ticketNotesFeature: Feature = {
  name: 'ticket-notes',
  routes: ticketNoteRoutes,
  realtime: ticketNotesRealtime
}
