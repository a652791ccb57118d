// Messages as people see them: by id, by page, and after a change.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { messagePageSize } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { ticketsByIds, visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import { messageOf } from './message-rows.ts'
import type { MessageRow } from '../messages.repo.ts'
import { messageChanged, messageStored } from '../messages.events.ts'
import * as repo from '../messages.repo.ts'
import { openTicket } from './mark-read.ts'

/** Messages counted at the most. */
const mostCounted = 1000
/** Messages on each side of one that was jumped to. */
const aroundSize = 20

/** Messages with their tickets, in the order of `ids`. */
export async function withTickets(ctx: Ctx, companyId: number, ids: string[]) {
  const rows = await repo.messageRowsByIds(ctx.db, companyId, ids)
  const tickets = new Map(
    (await ticketsByIds(ctx, companyId, [...new Set(rows.map((row) => row.ticketId))])).map((ticket) => [
      ticket.id,
      ticket
    ])
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    const ticket = row && tickets.get(row.ticketId)
    return row && ticket ? [{ message: messageOf(ctx, companyId, row, ticket.contact), ticket }] : []
  })
}

/** Tells everybody who may see them how messages look now. */
export async function messagesChanged(tx: Ctx, companyId: number, ids: string[]): Promise<Message[]> {
  if (ids.length === 0) return []
  const changed = await withTickets(tx, companyId, ids)
  for (const one of changed) tx.bus.emit(messageChanged, one)
  return changed.map(({ message }) => message)
}

/** Tells of messages that are new. */
export async function messagesStored(tx: Ctx, companyId: number, ids: string[]): Promise<Message[]> {
  const stored = await withTickets(tx, companyId, ids)
  for (const one of stored) tx.bus.emit(messageStored, one)
  return stored.map(({ message }) => message)
}

/** A message of a ticket that the caller may see. Errors: ERR_NO_MESSAGE_FOUND. */
export async function visibleMessage(ctx: Ctx, actor: Actor, id: string) {
  const row = await repo.lockMessage(ctx.db, actor.companyId, id)
  if (!row) throw new AppError('ERR_NO_MESSAGE_FOUND')
  const ticket = await visibleTicket(ctx, actor, row.ticketId).catch(() => {
    throw new AppError('ERR_NO_MESSAGE_FOUND')
  })
  return { row, ticket }
}

export interface HistoryQuery {
  pageNumber: number
  before?: string | undefined
  around?: string | undefined
  keepUnread?: boolean | undefined
}

async function pageRows(
  ctx: Ctx,
  companyId: number,
  ticketId: number,
  query: HistoryQuery
): Promise<{ rows: MessageRow[]; hasMore: boolean }> {
  const anchorId = query.around ?? query.before
  const anchor = anchorId ? await repo.placeOf(ctx.db, companyId, ticketId, anchorId) : null
  if (anchorId && !anchor) throw new AppError('ERR_NO_MESSAGE_FOUND')
  const size = query.around ? aroundSize : messagePageSize
  const older = await repo.historyRows(ctx.db, companyId, ticketId, {
    before: anchor,
    offset: anchor ? 0 : (query.pageNumber - 1) * messagePageSize,
    limit: size + 1
  })
  const after = query.around ? anchor : null
  const newer = after ? await repo.rowsAfter(ctx.db, companyId, ticketId, { after, limit: aroundSize + 1 }) : []
  return { rows: [...older.slice(0, size).reverse(), ...newer], hasMore: older.length > size }
}

/** A page of 20, oldest first. Opening the newest page as the ticket's attendant marks it read, unless told otherwise. */
export async function listMessages(ctx: Ctx, actor: Actor, ticketId: number, query: HistoryQuery) {
  const { companyId } = actor
  const seen = await visibleTicket(ctx, actor, ticketId)
  const { rows, hasMore } = await pageRows(ctx, companyId, ticketId, query)
  const isNewest = query.pageNumber === 1 && !query.before && !query.around
  const ticket = isNewest && !query.keepUnread && seen.unreadMessages > 0 ? await openTicket(ctx, actor, seen) : seen
  const isWhole = !hasMore && isNewest
  return {
    messages: rows.map((row) => messageOf(ctx, companyId, row, ticket.contact)),
    count: isWhole ? rows.length : await repo.countMessages(ctx.db, companyId, ticketId, mostCounted),
    ticket,
    hasMore
  }
}
