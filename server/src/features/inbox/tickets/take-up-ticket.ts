// Opens a conversation from the desk's side: it goes on in the ticket it was in, or begins one.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { trackCycles } from './ticket-tracking.repo.ts'
import { maySeeTicket } from './tickets.policy.ts'
import * as repo from './tickets.repo.ts'
import { heldTicket, ticketsByIds, ticketTouched } from './tickets.service.ts'

export interface TicketPlace {
  companyId: number
  contact: { id: number; isGroup: boolean }
  connectionId: number
  status: 'open' | 'pending'
  userId: number | null
  queueId: number | null
}

/**
 * Id of the ticket; null when another one of the contact and connection appeared in the same moment. A person goes on
 * with the newest closed ticket of those that person may see: what others have said there is not for everybody.
 */
export const takeUpTicket = async (
  tx: Ctx,
  { companyId, contact, connectionId, ...place }: TicketPlace,
  person: Actor | null
): Promise<number | null> => {
  const held = await repo.holdClosedTickets(tx.db, companyId, contact.id, connectionId)
  const closed = held.find((one) => person === null || maySeeTicket(person, one))
  if (closed) {
    if ((await repo.activeTicketOf(tx.db, companyId, contact.id, connectionId)) !== null) return null
    const free = { chatbot: false, queueOptionId: null, amountUsedBotQueues: 0 }
    await repo.updateTicketRow(tx.db, companyId, closed.id, { ...place, ...free })
  }
  const id =
    closed?.id ??
    (await repo.insertTicket(tx.db, {
      companyId,
      contactId: contact.id,
      connectionId,
      isGroup: contact.isGroup,
      ...place
    }))
  if (id !== null) {
    await trackCycles(tx.db, companyId, { ticketIds: [id], status: place.status, userId: place.userId })
  }
  return id
}

/**
 * The ticket a program writes into: the one in service, or one that waits in no queue. Runs in the transaction that
 * writes. Errors: ERR_CREATING_TICKET.
 */
export const ticketForProgram = async (
  tx: Ctx,
  place: Pick<TicketPlace, 'companyId' | 'contact' | 'connectionId'>
): Promise<{ ticket: Ticket; isNew: boolean }> => {
  const { companyId, contact, connectionId } = place
  const active = () => repo.activeTicketOf(tx.db, companyId, contact.id, connectionId)
  const before = await active()
  const taken = before ?? (await takeUpTicket(tx, { ...place, status: 'pending', userId: null, queueId: null }, null))
  const id = taken ?? (await active())
  if (id === null) throw new AppError('ERR_CREATING_TICKET')
  const isNew = before === null && taken !== null
  if (!isNew) await repo.lockTicket(tx.db, companyId, id)
  const [ticket] = isNew ? await ticketTouched(tx, companyId, [id]) : await ticketsByIds(tx, companyId, [id])
  if (!ticket) throw new AppError('ERR_CREATING_TICKET')
  return { ticket, isNew }
}

/**
 * The conversation a person writes to a contact in from elsewhere: the one under way, held until the transaction ends, or
 * one that begins with that person. Errors: ERR_OTHER_OPEN_TICKET when it is under way out of their sight,
 * ERR_CREATING_TICKET.
 */
export const conversationWith = async (
  tx: Ctx,
  actor: Actor,
  place: Pick<TicketPlace, 'contact' | 'connectionId' | 'queueId'>
): Promise<Ticket> => {
  const { companyId } = actor
  const active = () => repo.activeTicketOf(tx.db, companyId, place.contact.id, place.connectionId)
  const before = await active()
  const taken = before ?? (await takeUpTicket(tx, { ...place, companyId, status: 'open', userId: actor.id }, actor))
  if (before === null && taken !== null) {
    const [begun] = await ticketTouched(tx, companyId, [taken])
    if (begun) return begun
  }
  const id = taken ?? (await active())
  if (id === null) throw new AppError('ERR_CREATING_TICKET')
  return heldTicket(tx, actor, id).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('ERR_OTHER_OPEN_TICKET') : error
  })
}

/** Closes a ticket that a program wrote into, unless somebody attends it; nobody is thanked or asked to rate. */
export const closeUnattended = async (tx: Ctx, ticket: Ticket): Promise<void> => {
  const { companyId, id, status } = ticket
  if (status !== 'pending') return
  await repo.updateTicketRow(tx.db, companyId, id, { status: 'closed', chatbot: false })
  await trackCycles(tx.db, companyId, { ticketIds: [id], status: 'closed' })
  await ticketTouched(tx, companyId, [id], new Map([[id, ticket]]))
}
