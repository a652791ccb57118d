// Rules of drafts: of tickets that the person may see, one message and one note a ticket.
import type { DraftKind, TicketDraft } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { addCount, type Expiry, type ExpiryPreview } from '#features/org/retention/retention.events.ts'
import { lockedTicket } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as repo from './ticket-drafts.repo.ts'

const personOf = ({ companyId, id }: Actor) => ({ companyId, userId: id })

/** The newest first; that of a ticket which went out of sight is there: the words are the person's own. */
export const listDrafts = (ctx: Ctx, actor: Actor, kind: DraftKind): Promise<TicketDraft[]> =>
  repo.draftsOf(ctx.db, personOf(actor), kind)

/** An empty text forgets the draft, also of a ticket that is out of sight or gone. Errors: ERR_NO_TICKET_FOUND. */
export function saveDraft(
  ctx: Ctx,
  actor: Actor,
  ticketId: number,
  { text, kind }: { text: string; kind: DraftKind }
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const person = personOf(actor)
    if (text === '') return repo.deleteDraft(tx.db, person, { ticketId, kind })
    await lockedTicket(tx, actor, ticketId)
    return repo.saveDraft(tx.db, person, { ticketId, kind, text, updatedAt: tx.now() })
  })
}

/** Two tickets become one: a draft of the one that goes stays, where there is none of the one that stays. */
export const joinDrafts = (tx: Ctx, companyId: number, gone: number, kept: number): Promise<void> =>
  repo.moveDrafts(tx.db, companyId, gone, kept)

/** A step of `recordsExpire`. */
export async function expireDrafts(tx: Ctx, companyId: number, { key, before, limit, taken }: Expiry): Promise<void> {
  if (key !== 'messageMonths') return
  addCount(taken, 'drafts', await repo.deleteOlderDrafts(tx.db, companyId, before, limit))
}

/** A step of `expiryCounted`. */
export async function countExpiredDrafts(
  tx: Ctx,
  companyId: number,
  { key, before, counts }: ExpiryPreview
): Promise<void> {
  if (key === 'messageMonths') addCount(counts, 'drafts', await repo.countOlderDrafts(tx.db, companyId, before))
}
