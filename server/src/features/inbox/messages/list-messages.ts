// The history of a ticket, page by page; looking at the newest page reads it.
import { messagePageSize } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import * as repo from './messages.repo.ts'
import type { MessageRow } from './messages.repo.ts'
import { messageOf } from './read/message-rows.ts'
import { openTicket } from './send/mark-read.ts'

/** Messages counted at the most. */
const mostCounted = 1000
/** Messages on each side of one that was jumped to. */
const aroundSize = 20

interface HistoryQuery {
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
  const anchor = anchorId ? await repo.positionOf(ctx.db, companyId, ticketId, anchorId) : null
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
