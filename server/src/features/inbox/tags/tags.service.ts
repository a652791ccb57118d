// Rules of tags: list, create, and set the tags of a ticket.
import type { Tag, TagBrief, TagDraft } from '@guiche/shared/features/inbox/tags.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { ticketTouched, visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
import { tagCreated } from './tags.events.ts'
import * as repo from './tags.repo.ts'

/** All tags of a company whose name contains the search, by name. */
export const listTags = (ctx: Ctx, companyId: number, search: string): Promise<Tag[]> =>
  repo.tagsNamed(ctx.db, companyId, search.trim())

/** Errors: ERR_TAG_NAME_ALREADY_EXISTS. */
export const createTag = (ctx: Ctx, actor: Actor, draft: TagDraft): Promise<Tag> =>
  inTransaction(ctx, async (tx) => {
    const { name, color, kanban } = draft
    // The maker is the caller, whatever the draft says: an id in it could be of another company.
    const tag = await repo.insertTag(tx.db, { companyId: actor.companyId, userId: actor.id, name, color, kanban })
    tx.bus.emit(tagCreated, tag)
    return tag
  })

/** Sets the tags of a visible ticket to exactly these. Errors: ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND. */
export const syncTicketTags = (
  ctx: Ctx,
  actor: Actor,
  ticketId: number,
  tagIds: number[]
): Promise<{ ticketId: number; tags: TagBrief[] }> =>
  inTransaction(ctx, async (tx) => {
    await visibleTicket(tx, actor, ticketId)
    await repo.lockTicket(tx.db, actor.companyId, ticketId)
    const wanted = [...new Set(tagIds)]
    const tags = await repo.heldTags(tx.db, actor.companyId, wanted)
    if (tags.length < wanted.length) throw new AppError('ERR_NO_TAG_FOUND')
    await repo.replaceTicketTags(tx.db, actor.companyId, ticketId, wanted)
    await ticketTouched(tx, actor.companyId, [ticketId])
    return { ticketId, tags }
  })

/** Two tickets become one, which has the tags of both. */
export const joinTags = (tx: Ctx, companyId: number, gone: number, kept: number): Promise<void> =>
  repo.addTagsOf(tx.db, companyId, gone, kept)
