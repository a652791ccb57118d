// Events of notes on tickets, which carry the ticket's place that decides who hears of them, and of mentions in them.
import type { Mention, TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { TicketAssignment } from '@guiche/shared/features/inbox/tickets.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

interface NoteOfTicket {
  companyId: number
  place: TicketAssignment
  note: TicketNote
}

export const noteCreated = domainEvent<NoteOfTicket>('note created')
export const noteDeleted = domainEvent<NoteOfTicket>('note deleted')
export const mentioned = domainEvent<{ companyId: number; userIds: number[]; mention: Mention }>('mentioned')
export const mentionsRead = domainEvent<{ companyId: number; userId: number; noteIds: number[]; readAt: string }>(
  'mentions read'
)
