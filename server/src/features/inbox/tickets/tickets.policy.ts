// Who may do what with tickets.
import { hasPermission } from '@guiche/shared/kernel/access.ts'
import { maySeeTicket, seesAllTickets } from '@guiche/shared/features/inbox/tickets.ts'
import type { Actor } from '#platform/actor.ts'

export { maySeeTicket }

export const mayDeleteTicket = (actor: Actor): boolean => hasPermission(actor, 'ticket-options:deleteTicket')

/** Moves a ticket that somebody else has in service. */
export const mayTakeOver = (actor: Actor): boolean => hasPermission(actor, 'tickets:takeOver')

/** Gives a ticket to somebody else, or into another queue. */
export const mayTransfer = (actor: Actor): boolean => hasPermission(actor, 'tickets:transfer')

/** Whoever sees all tickets may open one without a queue, everybody else has to choose one. */
export const mustChooseQueue = (actor: Actor): boolean => !seesAllTickets(actor)
