// Opens a ticket for a contact from the desk's side; one in service is answered with who serves it.
import type { Ticket, TicketConflict, TicketDraft } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { ownQueueIds } from '#features/org/queues/queues.service.ts'
import { userById } from '#features/org/users/users.service.ts'
import { requirePresent } from '#features/org/work-times/receivers.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { connectionForTicket } from '#features/inbox/connections/connections.service.ts'
import { showContact } from '#features/inbox/contacts/contacts.service.ts'
import { takeUpTicket } from './take-up-ticket.ts'
import { mayTransfer, mustChooseQueue } from '../tickets.policy.ts'
import * as repo from '../tickets.repo.ts'
import { ticketsByIds, ticketTouched } from '../tickets.service.ts'

/** The refusal that legacy clients read: `error` holds JSON text with who serves the contact. */
export async function conflictOf(ctx: Ctx, companyId: number, id: number): Promise<AppError> {
  const [ticket] = await ticketsByIds(ctx, companyId, [id])
  if (!ticket) return new AppError('ERR_CREATING_TICKET')
  const conflict: TicketConflict = {
    code: 'ERR_OTHER_OPEN_TICKET',
    id: ticket.id,
    uuid: ticket.uuid,
    status: ticket.status,
    userId: ticket.userId,
    user: ticket.user ? { name: ticket.user.name } : null,
    queue: ticket.queue ? { name: ticket.queue.name } : null
  }
  return new AppError('ERR_OTHER_OPEN_TICKET', { errorText: JSON.stringify(conflict) })
}

/**
 * Errors: ERR_QUEUE_REQUIRED, ERR_NO_PERMISSION for a ticket of somebody else, ERR_NO_CONTACT_FOUND, ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_DEF_WAPP_FOUND,
 * ERR_OTHER_OPEN_TICKET with JSON text.
 */
export function createTicket(ctx: Ctx, actor: Actor, draft: TicketDraft): Promise<Ticket> {
  if (draft.queueId === null && mustChooseQueue(actor)) {
    throw new AppError('ERR_QUEUE_REQUIRED', { fields: { queueId: 'ERR_QUEUE_REQUIRED' } })
  }
  const userId = draft.userId ?? actor.id
  if (userId !== actor.id && !mayTransfer(actor)) throw new AppError('ERR_NO_PERMISSION')
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const contact = await showContact(tx, companyId, draft.contactId)
    if (draft.queueId !== null) await ownQueueIds(tx, companyId, [draft.queueId])
    if (userId !== actor.id) {
      await userById(tx, companyId, userId)
      await requirePresent(tx, companyId, userId)
    }
    const connection = await connectionForTicket(tx, actor, draft.whatsappId)

    const active = await repo.activeTicketOf(tx.db, companyId, contact.id, connection.id)
    if (active !== null) throw await conflictOf(tx, companyId, active)
    const status = draft.status === 'pending' ? 'pending' : 'open'
    const place = { status, userId: status === 'open' ? userId : null, queueId: draft.queueId } as const
    const taken = await takeUpTicket(tx, { companyId, contact, connectionId: connection.id, ...place }, actor)
    if (taken === null) {
      const winner = await repo.activeTicketOf(tx.db, companyId, contact.id, connection.id)
      throw winner === null ? new AppError('ERR_CREATING_TICKET') : await conflictOf(tx, companyId, winner)
    }
    const [ticket] = await ticketTouched(tx, companyId, [taken.id], taken.before)
    if (!ticket) throw new AppError('ERR_CREATING_TICKET')
    return ticket
  })
}
