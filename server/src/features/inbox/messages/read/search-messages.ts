// Finds a text in the whole history of a ticket, and where it stands in each of many.
import type { MessageHit } from '@guiche/shared/features/inbox/message-search.ts'
import { maySeeTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { seesNumbers } from '@guiche/shared/kernel/access.ts'
import { ticketsByIds, visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { readTerm } from '#platform/text/search-term.ts'
import { messagesWith, newestWith, type HitRow } from './search-messages.repo.ts'

/** Hits that are shown. */
const most = 50

function hitOf(row: HitRow): MessageHit {
  return {
    id: row.id,
    body: row.body,
    fromMe: row.fromMe,
    mediaType: row.mediaType,
    senderName: row.senderName,
    user: row.userId === null || row.userName === null ? null : { id: row.userId, name: row.userName },
    createdAt: new Date(row.createdAt).toISOString()
  }
}

/** Letter case and accents make no difference. Errors: ERR_NO_TICKET_FOUND. */
export async function searchMessages(
  ctx: Ctx,
  actor: Actor,
  ticketId: number,
  typed: string
): Promise<{ hits: MessageHit[]; hasMore: boolean }> {
  const { companyId } = actor
  await visibleTicket(ctx, actor, ticketId)
  const term = await readTerm(ctx.db, companyId, typed, !seesNumbers(actor))
  if (term === null) return { hits: [], hasMore: false }
  const rows = await messagesWith(ctx.db, companyId, ticketId, { term, limit: most + 1 })
  return { hits: rows.slice(0, most).map(hitOf), hasMore: rows.length > most }
}

/**
 * Of each ticket the newest message that holds the text, in no order. Tickets without one are left out, and those that the
 * caller may not see.
 */
export async function findTicketHits(
  ctx: Ctx,
  actor: Actor,
  ticketIds: number[],
  typed: string
): Promise<{ hits: { ticketId: number; message: MessageHit }[] }> {
  const { companyId } = actor
  const term = await readTerm(ctx.db, companyId, typed, !seesNumbers(actor))
  if (term === null) return { hits: [] }
  const tickets = await ticketsByIds(ctx, companyId, [...new Set(ticketIds)])
  const visible = tickets.filter((ticket) => maySeeTicket(actor, ticket)).map(({ id }) => id)
  const rows = visible.length > 0 ? await newestWith(ctx.db, companyId, visible, term) : []
  return { hits: rows.map((row) => ({ ticketId: row.ticketId, message: hitOf(row) })) }
}
