// Events of tickets.
import type { Ticket, TicketPlace } from '@guiche/shared/features/inbox/tickets.ts'
import { domainEvent } from '#platform/domain-event.ts'

/** A ticket is new or has changed; `before` is where it was, when that differs in who may see it. */
export const ticketChanged = domainEvent<{ ticket: Ticket; before: TicketPlace | null }>('ticket changed')
export const ticketRead = domainEvent<{ companyId: number; ticketId: number; place: TicketPlace }>('ticket read')
export const ticketRemoved = domainEvent<{ companyId: number; ticketId: number; place: TicketPlace }>('ticket removed')
