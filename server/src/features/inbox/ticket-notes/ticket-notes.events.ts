// Events of notes on tickets; each carries the ticket's place, which decides who hears of it.
import type { TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { TicketAssignment } from '@guiche/shared/features/inbox/tickets.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

interface NoteOfTicket {
  companyId: number
  place: TicketAssignment
  note: TicketNote
}

export const noteCreated = domainEvent<NoteOfTicket>('note created')
export const noteDeleted = domainEvent<NoteOfTicket>('note deleted')
