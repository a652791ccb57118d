// Rules of drafts: of tickets that the person may see, one a ticket.
import type { TicketDraft } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { lockedTicket } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as repo from './ticket-drafts.repo.ts'

const personOf = ({ companyId, id }: Actor) => ({ companyId, userId: id })

/** The newest first; that of a ticket which went out of sight is there: the words are the person's own. */
export const listDrafts = (ctx: Ctx, actor: Actor): Promise<TicketDraft[]> => repo.draftsOf(ctx.db, personOf(actor))

/** An empty text forgets the draft, also of a ticket that is out of sight or gone. Errors: ERR_NO_TICKET_FOUND. */
export function saveDraft(ctx: Ctx, actor: Actor, ticketId: number, text: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const person = personOf(actor)
    if (text === '') return repo.deleteDraft(tx.db, person, ticketId)
    await lockedTicket(tx, actor, ticketId)
    return repo.saveDraft(tx.db, person, { ticketId, text, updatedAt: tx.now() })
  })
}

/** Two tickets become one: a draft of the one that goes stays, where there is none of the one that stays. */
export const joinDrafts = (tx: Ctx, companyId: number, gone: number, kept: number): Promise<void> =>
  repo.moveDrafts(tx.db, companyId, gone, kept)
