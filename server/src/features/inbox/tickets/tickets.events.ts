// Events of tickets, and the hook of those who hold on to a ticket.
import type { Ticket, TicketPlace } from '@guiche/shared/features/inbox/tickets.ts'
import { domainEvent } from '#platform/domain-event.ts'
import { hook } from '#platform/hooks.ts'

/** A ticket is new or has changed; `before` is where it was, when that differs in who may see it. */
export const ticketChanged = domainEvent<{ ticket: Ticket; before: TicketPlace | null }>('ticket changed')
export const ticketRead = domainEvent<{ companyId: number; ticketId: number; place: TicketPlace }>('ticket read')
export const ticketRemoved = domainEvent<{ companyId: number; ticketId: number; place: TicketPlace }>('ticket removed')

/** Runs in the transaction in which one ticket goes on with all of another, which is deleted next: move what is worth it. */
export const beforeTicketsJoin = hook<[companyId: number, gone: number, kept: number]>('before tickets join')
