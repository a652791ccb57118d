// Opens a conversation from the desk's side: it goes on in the ticket it was in, or begins one.
import type { Ticket, TicketViewer } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { noteProgram, trackCycles } from './ticket-tracking.repo.ts'
import type { TicketBefore } from '../tickets.events.ts'
import { maySeeTicket } from '../tickets.policy.ts'
import * as repo from '../tickets.repo.ts'
import { lockedTicket, ticketsByIds, ticketTouched } from '../tickets.service.ts'

export interface TicketAssignment {
  companyId: number
  contact: { id: number; isGroup: boolean }
  connectionId: number
  status: 'open' | 'pending'
  userId: number | null
  queueId: number | null
}

/** A ticket that was taken up, and where it was before, unless it is new. */
interface TakenUp {
  id: number
  before: ReadonlyMap<number, TicketBefore>
}

/**
 * The ticket; null when another one of the contact and connection appeared in the same moment. A person goes on
 * with the newest closed ticket of those that person may see: what others have said there is not for everybody.
 */
export async function takeUpTicket(
  tx: Ctx,
  { companyId, contact, connectionId, ...place }: TicketAssignment,
  person: TicketViewer | null
): Promise<TakenUp | null> {
  const held = await repo.lockClosedTickets(tx.db, companyId, contact.id, connectionId)
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
  if (id === null) return null
  await trackCycles(tx.db, companyId, { ticketIds: [id], status: place.status, userId: place.userId })
  const before = closed && { ...closed, ...(person && { movedBy: person.id }) }
  return { id, before: new Map(before ? [[id, before]] : []) }
}

/**
 * The ticket a program writes into: the one in service, or one that waits in no queue. Runs in the transaction that
 * writes. Errors: ERR_CREATING_TICKET.
 */
export async function ticketForProgram(
  tx: Ctx,
  place: Pick<TicketAssignment, 'companyId' | 'contact' | 'connectionId'>
): Promise<{ ticket: Ticket; isNew: boolean }> {
  const { companyId, contact, connectionId } = place
  const active = () => repo.activeTicketOf(tx.db, companyId, contact.id, connectionId)
  const present = await active()
  const taken =
    present === null ? await takeUpTicket(tx, { ...place, status: 'pending', userId: null, queueId: null }, null) : null
  const id = present ?? taken?.id ?? (await active())
  if (id === null) throw new AppError('ERR_CREATING_TICKET')
  if (!taken) await repo.lockTicket(tx.db, companyId, id)
  const [ticket] = taken
    ? await ticketTouched(tx, companyId, [id], taken.before)
    : await ticketsByIds(tx, companyId, [id])
  if (!ticket) throw new AppError('ERR_CREATING_TICKET')
  return { ticket, isNew: taken !== null }
}

/**
 * The conversation a person writes to a contact in from elsewhere: the one under way, held until the transaction ends, or
 * one that begins with that person. Errors: ERR_OTHER_OPEN_TICKET when it is under way out of their sight,
 * ERR_CREATING_TICKET.
 */
export async function conversationWith(
  tx: Ctx,
  actor: Actor,
  place: Pick<TicketAssignment, 'contact' | 'connectionId' | 'queueId'>
): Promise<Ticket> {
  const { companyId } = actor
  const active = () => repo.activeTicketOf(tx.db, companyId, place.contact.id, place.connectionId)
  const present = await active()
  const taken =
    present === null ? await takeUpTicket(tx, { ...place, companyId, status: 'open', userId: actor.id }, actor) : null
  if (taken) {
    const [begun] = await ticketTouched(tx, companyId, [taken.id], taken.before)
    if (begun) return begun
  }
  const id = present ?? taken?.id ?? (await active())
  if (id === null) throw new AppError('ERR_CREATING_TICKET')
  return lockedTicket(tx, actor, id).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('ERR_OTHER_OPEN_TICKET') : error
  })
}

/** Closes a ticket that began with what a program wrote, unless somebody attends it: it counts as no service. */
export async function closeAfterProgram(tx: Ctx, ticket: Ticket): Promise<void> {
  await closeUnattended(tx, ticket)
  await noteProgram(tx.db, ticket.companyId, ticket.id)
}

/** Closes a ticket, unless somebody attends it; nobody is thanked or asked to rate. */
export async function closeUnattended(tx: Ctx, ticket: Ticket): Promise<void> {
  const { companyId, id, status } = ticket
  if (status !== 'pending') return
  await repo.updateTicketRow(tx.db, companyId, id, { status: 'closed', chatbot: false, waitingSince: null })
  await trackCycles(tx.db, companyId, { ticketIds: [id], status: 'closed' })
  await ticketTouched(tx, companyId, [id], new Map([[id, ticket]]))
}
