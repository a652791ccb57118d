// Tags as columns: how older clients keep their boards, with a tag that is a column on each ticket.
import type { Tag } from '@guiche/shared/features/inbox/tags.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { lockedTicket, ticketTouched } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as repo from './tags.repo.ts'
import { usesMoved } from './tags.service.ts'

/** By name. */
export const listColumnTags = (ctx: Ctx, companyId: number): Promise<Tag[]> => repo.columnTags(ctx.db, companyId)

/** Puts one tag on a visible ticket. Errors: ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND. */
export function addTicketTag(
  ctx: Ctx,
  actor: Actor,
  place: { ticketId: number; tagId: number }
): Promise<{ ticketId: number; tagId: number }> {
  return inTransaction(ctx, async (tx) => {
    const { ticketId, tagId } = place
    await lockedTicket(tx, actor, ticketId)
    const [tag] = await repo.lockedTags(tx.db, actor.companyId, [tagId])
    if (!tag) throw new AppError('ERR_NO_TAG_FOUND')
    const isNew = await repo.addTicketTag(tx.db, actor.companyId, ticketId, tagId)
    usesMoved(tx, actor.companyId, isNew ? [tagId] : [])
    await ticketTouched(tx, actor.companyId, [ticketId])
    return place
  })
}

/** Takes the tags that are columns off a visible ticket. Errors: ERR_NO_TICKET_FOUND. */
export function clearColumnTags(ctx: Ctx, actor: Actor, ticketId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockedTicket(tx, actor, ticketId)
    usesMoved(tx, actor.companyId, await repo.dropColumnTags(tx.db, actor.companyId, ticketId))
    await ticketTouched(tx, actor.companyId, [ticketId])
  })
}
