// Events of tickets, and the hooks of those who hold on to one, or have something to say when a person moves one.
import type { Ticket, TicketAssignment } from '@guiche/shared/features/inbox/tickets.ts'
import type { FileGroup } from '#features/inbox/erasure/erasure.service.ts'
import type { Actor } from '#platform/actor.ts'
import { domainEvent } from '#platform/events/domain-event.ts'
import { hook } from '#platform/events/hooks.ts'

/** Where a ticket was, and in which list. */
export type TicketBefore = TicketAssignment &
  Pick<Ticket, 'status'> & {
    /** Whoever of the team moved it from there; nobody when it was the customer, the bot or the clock. */
    movedBy?: number
    /** The move takes back the one before. */
    isTakenBack?: boolean
    /** Its attendant went on leave. */
    isLeave?: boolean
  }

/** A ticket is new or has changed; `before` is where it was, when it was moved. */
export const ticketChanged = domainEvent<{ ticket: Ticket; before: TicketBefore | null }>('ticket changed')
export const ticketRead = domainEvent<{ companyId: number; ticketId: number; place: TicketAssignment }>('ticket read')
export const ticketRemoved = domainEvent<{
  companyId: number
  ticketId: number
  place: TicketAssignment & { connectionId: number | null }
}>('ticket removed')

/** Runs in the transaction in which a person deletes a ticket, while it is still there; steps add the files that were its own. */
export const beforeTicketDelete =
  hook<[companyId: number, ticketId: number, files: FileGroup[]]>('before ticket delete')

/** Runs in the transaction in which one ticket goes on with all of another, which is deleted next: move what is worth it. */
export const beforeTicketsJoin = hook<[companyId: number, gone: number, kept: number]>('before tickets join')

export interface TicketMove {
  actor: Actor
  before: TicketBefore & Pick<Ticket, 'chatbot'>
  ticket: Ticket
  /** It went to another queue or another person. */
  isTransfer: boolean
  /** What was said to colleagues with it; empty for nothing. */
  comment: string
  /** Whoever accepted it wants the customer to be greeted. */
  greets: boolean
  /** Whoever closed it wants the customer to hear nothing of it. */
  isQuiet: boolean
}

/** Runs in the transaction in which a person takes back how a ticket was moved: hold what was said about it, if it still waits. */
export const ticketTakenBack = hook<[companyId: number, ticketId: number]>('ticket taken back')

export interface TicketStep {
  before: TicketBefore
  ticket: Ticket
}

/** Runs in the transaction in which tickets come to another status, queue or attendant, whoever moves them. */
export const ticketsPlaced = hook<[companyId: number, steps: TicketStep[]]>('tickets placed')

/** Runs in the transaction in which a customer rates a service. */
export const ticketRated = hook<[ticket: Ticket, rating: number]>('ticket rated')

/** Runs in the transaction in which a person moves a ticket. */
export const ticketMoved = hook<[move: TicketMove]>('ticket moved')
