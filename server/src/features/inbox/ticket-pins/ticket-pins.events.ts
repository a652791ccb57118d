// Events of pins; each belongs to one person.
import type { TicketPin } from '@guiche/shared/features/inbox/ticket-pins.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

interface OfPerson {
  companyId: number
  userId: number
}

export const ticketPinned = domainEvent<OfPerson & { pin: TicketPin }>('ticket pinned')
export const ticketUnpinned = domainEvent<OfPerson & { ticketId: number }>('ticket unpinned')
