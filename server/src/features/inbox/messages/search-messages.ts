// Finds a text in the whole history of a ticket.
import type { MessageHit } from '@guiche/shared/features/inbox/message-search.ts'
import { visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { readTerm } from '#platform/search-term.ts'
import { messagesWith } from './search-messages.repo.ts'

/** Hits that are shown. */
const most = 50

/** Letter case and accents make no difference. Errors: ERR_NO_TICKET_FOUND. */
export const searchMessages = async (
  ctx: Ctx,
  actor: Actor,
  ticketId: number,
  typed: string
): Promise<{ hits: MessageHit[]; hasMore: boolean }> => {
  const { companyId } = actor
  await visibleTicket(ctx, actor, ticketId)
  const term = await readTerm(ctx.db, companyId, typed)
  if (term === null) return { hits: [], hasMore: false }
  const rows = await messagesWith(ctx.db, companyId, ticketId, term.pattern, most + 1)
  const hits = rows.slice(0, most).map((row) => ({
    id: row.id,
    body: row.body,
    fromMe: row.from_me,
    mediaType: row.media_type,
    senderName: row.sender_name,
    createdAt: new Date(row.created_at).toISOString()
  }))
  return { hits, hasMore: rows.length > most }
}
