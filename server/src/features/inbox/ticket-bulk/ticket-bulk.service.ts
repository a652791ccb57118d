// Does the same with many tickets, each by the rules of the single call and in a transaction of its own.
import type { BulkAction, BulkResult, UnchangedReason } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import { maySeeTicket, type Ticket, type TicketPatch } from '@guiche/shared/features/inbox/tickets.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { markTicketRead } from '#features/inbox/messages/send/mark-read.ts'
import { addTicketTag, removeTicketTag } from '#features/inbox/tags/tags.service.ts'
import { lockedTicket, ticketsByIds } from '#features/inbox/tickets/tickets.service.ts'
import { takeTicketBack, updateTicket } from '#features/inbox/tickets/lifecycle/update-ticket.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { toAppError } from '#platform/http/errors.ts'
import { inTransaction } from '#platform/events/transaction.ts'

type Restoring = Extract<BulkAction, { kind: 'restore' }>

/** What puts a ticket back where it was, or why it is left. */
function wayBack(ticket: Ticket, action: Restoring): TicketPatch | UnchangedReason {
  const { from, status, userId, queueId, whatsappId } = action
  if (from === undefined && ticket.status !== 'closed') return 'notClosed'
  if (from === undefined && status === 'closed') return 'alreadyClosed'
  const isAsLeft =
    from === undefined ||
    (from.status === ticket.status && from.userId === ticket.userId && from.queueId === ticket.queueId)
  return isAsLeft ? { status, userId, queueId, whatsappId, transfer: false } : 'movedSince'
}

/** What the single call would be sent, or why there is nothing to do. */
function moveOf(actor: Actor, ticket: Ticket, action: BulkAction): TicketPatch | UnchangedReason {
  const { status, userId } = ticket
  switch (action.kind) {
    case 'accept':
      if (status === 'closed') return 'alreadyClosed'
      return status === 'open' && userId === actor.id
        ? 'alreadyYours'
        : { status: 'open', userId: actor.id, greet: true }
    case 'giveBack':
      if (status === 'closed') return 'alreadyClosed'
      return status === 'pending' ? 'alreadyWaiting' : { status: 'pending', userId: null }
    case 'resolve':
      return status === 'closed' ? 'alreadyClosed' : { status: 'closed', userId: actor.id }
    case 'reopen':
      return status === 'closed' ? { status: 'open', userId: actor.id } : 'notClosed'
    case 'restore':
      return wayBack(ticket, action)
    case 'transfer':
      if (status === 'closed') return 'alreadyClosed'
      return {
        status: action.userId === null ? 'pending' : 'open',
        userId: action.userId,
        ...(action.queueId === null ? {} : { queueId: action.queueId }),
        transfer: true,
        comment: action.comment
      }
    default:
      throw new Error(`${action.kind} moves no ticket`)
  }
}

/** Errors: those of the single calls. Returns why nothing was done, or null. */
async function changeOne(tx: Ctx, actor: Actor, id: number, action: BulkAction): Promise<UnchangedReason | null> {
  const ticket = await lockedTicket(tx, actor, id)
  switch (action.kind) {
    case 'tag':
      return (await addTicketTag(tx, actor, id, action.tagId)) ? null : 'alreadyTagged'
    case 'untag':
      return (await removeTicketTag(tx, actor, id, action.tagId)) ? null : 'notTagged'
    case 'read':
      if (ticket.unreadMessages === 0) return 'alreadyRead'
      // Only its attendant reads a ticket for the company.
      if ((await markTicketRead(tx, actor, id)).unreadMessages > 0) throw new AppError('ERR_TICKET_NOT_YOURS')
      return null
    default: {
      const move = moveOf(actor, ticket, action)
      if (typeof move === 'string') return move
      const change = action.kind === 'restore' ? takeTicketBack : updateTicket
      await change(tx, actor, id, move)
      return null
    }
  }
}

function refusalOf(ctx: Ctx, ticketId: number, error: unknown): BulkResult {
  const known = toAppError(error)
  if (!known) ctx.log.error({ err: error, ticketId }, 'a ticket of many could not be changed')
  const { code, details } = known ?? new AppError('ERR_INTERNAL')
  return {
    ticketId,
    outcome: 'refused',
    error: code,
    ...(details.values === undefined ? {} : { values: details.values })
  }
}

/** One answer for each ticket, in the order of the ids. */
export async function changeTickets(
  ctx: Ctx,
  actor: Actor,
  ticketIds: number[],
  action: BulkAction
): Promise<BulkResult[]> {
  const outcomes = new Map<number, UnchangedReason | null | BulkResult>()
  // One after the other, and each committed by itself: one that is refused takes none of the others back.
  for (const id of new Set(ticketIds)) {
    try {
      outcomes.set(id, await inTransaction(ctx, (tx) => changeOne(tx, actor, id, action)))
    } catch (error) {
      outcomes.set(id, refusalOf(ctx, id, error))
    }
  }
  const done = [...outcomes].flatMap(([id, outcome]) => (outcome === null ? [id] : []))
  const tickets = new Map((await ticketsByIds(ctx, actor.companyId, done)).map((ticket) => [ticket.id, ticket]))
  return [...outcomes].map(([ticketId, outcome]) => {
    if (typeof outcome === 'string') return { ticketId, outcome: 'unchanged', reason: outcome }
    if (outcome !== null) return outcome
    const ticket = tickets.get(ticketId)
    return { ticketId, outcome: 'done', ticket: ticket && maySeeTicket(actor, ticket) ? ticket : null }
  })
}
