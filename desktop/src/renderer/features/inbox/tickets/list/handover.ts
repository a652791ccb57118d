// Tickets that somebody handed over to the person and that were not opened since.
import type { Handover, Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { ticketViewer } from '../replica/tickets.store.ts'
import { concerns } from './ticket-lists.ts'

/** What stands on the row of whoever is to take it; null for everybody else, for who handed it over too. */
export function handoverOf(ticket: Ticket): Handover | null {
  const { handover } = ticket
  if (handover === null) return null
  const viewer = ticketViewer()
  if (viewer === null || handover.fromId === viewer.id) return null
  return ticket.status !== 'closed' && concerns(viewer, ticket) ? handover : null
}
