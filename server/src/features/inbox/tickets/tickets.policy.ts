// Who may do what with tickets.
import { hasPermission, isAdmin } from '@guiche/shared/kernel/access.ts'
import { maySeeTicket } from '@guiche/shared/features/inbox/tickets.ts'
import type { Actor } from '#platform/actor.ts'

export { maySeeTicket }

export const mayDeleteTicket = (actor: Actor): boolean => hasPermission(actor, 'ticket-options:deleteTicket')

/** Admins may open a ticket without a queue, everybody else has to choose one. */
export const mustChooseQueue = (actor: Actor): boolean => !isAdmin(actor)
