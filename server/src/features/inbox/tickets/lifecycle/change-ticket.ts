// Moves a ticket without a person: what the bot and the clock do with it.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { Ctx } from '#platform/ctx.ts'
import { noteRating, noteRatingRequest, trackCycles } from './ticket-tracking.repo.ts'
import * as repo from '../tickets.repo.ts'
import { ticketRated } from '../tickets.events.ts'
import { ticketsByIds, ticketTouched } from '../tickets.service.ts'

type TicketChange = Partial<
  Pick<
    Ticket,
    | 'status'
    | 'userId'
    | 'queueId'
    | 'chatbot'
    | 'queueOptionId'
    | 'amountUsedBotQueues'
    | 'useIntegration'
    | 'handover'
    | 'promptId'
    | 'integrationId'
  >
>

/** What a closed ticket has no part in any more. */
const nothingElse = {
  chatbot: false,
  queueOptionId: null,
  amountUsedBotQueues: 0,
  promptId: null,
  integrationId: null
}

/** The ticket, held until the end of the transaction; null when there is none. */
export async function lockTicketById(tx: Ctx, companyId: number, id: number): Promise<Ticket | null> {
  if (!(await repo.lockTicket(tx.db, companyId, id))) return null
  const [ticket] = await ticketsByIds(tx, companyId, [id])
  return ticket ?? null
}

/** Changes a held ticket and tells everybody who may see it. */
export async function changeTicket(tx: Ctx, ticket: Ticket, change: TicketChange): Promise<Ticket> {
  const { companyId, id } = ticket
  const isMoved = change.status !== undefined || change.userId !== undefined || change.queueId !== undefined
  // What somebody said with an earlier move is said to nobody any more.
  const isClosed = change.status === 'closed'
  await repo.updateTicketRow(tx.db, companyId, id, {
    ...(isMoved ? { handover: null } : {}),
    ...change,
    ...(isClosed ? { waitingSince: null } : {})
  })
  if (change.status && change.status !== ticket.status) {
    await trackCycles(tx.db, companyId, { ticketIds: [id], status: change.status, userId: change.userId ?? null })
  }
  const [changed = ticket] = await ticketTouched(tx, companyId, [id], new Map([[id, ticket]]))
  return changed
}

/** Closes a held ticket as if its attendant had done it. */
export async function closeTicket(tx: Ctx, ticket: Ticket): Promise<Ticket> {
  await repo.updateTicketRow(tx.db, ticket.companyId, ticket.id, { ...nothingElse, useIntegration: false })
  return changeTicket(tx, ticket, { status: 'closed' })
}

/** A held closed ticket waits again; null when the contact has another one in service by now. */
export async function reopenTicket(tx: Ctx, ticket: Ticket, change: TicketChange): Promise<Ticket | null> {
  const { companyId, contactId, whatsappId } = ticket
  if (whatsappId === null || (await repo.activeTicketOf(tx.db, companyId, contactId, whatsappId)) !== null) return null
  return changeTicket(tx, ticket, { ...change, status: 'pending', userId: null })
}

/** The customer was asked to rate the service that has just ended. */
export const askedForRating = (tx: Ctx, { companyId, id }: Ticket): Promise<void> =>
  noteRatingRequest(tx.db, companyId, id)

/** The customer rated the last service of a ticket that was to be rated. */
export async function rateTicket(tx: Ctx, ticket: Ticket, rating: number): Promise<void> {
  if (await noteRating(tx.db, ticket.companyId, ticket.id, rating)) await ticketRated.run(tx, ticket, rating)
}
