// Rules of tags: list, create, edit, delete, and set the tags of a ticket.
import type { Tag, TagBrief, TagDraft, TagPatch, TagRow } from '@guiche/shared/features/inbox/tags.ts'
import { isPlanFlagOn } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { noteTags } from '#features/inbox/ticket-activities/ticket-activities.service.ts'
import { lockedTicket, ticketTouched } from '#features/inbox/tickets/tickets.service.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { tagChanged, tagCreated, tagDeleted, tagUsesMoved } from './tags.events.ts'
import * as repo from './tags.repo.ts'

/** Tags a page. */
const pageSize = 20

/** A page by name, with how many tickets carry each. */
export async function listTagRows(ctx: Ctx, companyId: number, query: { searchParam: string; pageNumber: number }) {
  const search = query.searchParam.trim()
  const offset = (query.pageNumber - 1) * pageSize
  const [tags, count] = await Promise.all([
    repo.pageOfTags(ctx.db, companyId, search, { offset, limit: pageSize }),
    repo.countTags(ctx.db, companyId, search)
  ])
  return { tags, count, hasMore: offset + tags.length < count }
}

/** Errors: ERR_NO_TAG_FOUND. */
export async function showTag(ctx: Ctx, companyId: number, id: number): Promise<TagRow> {
  const tag = await repo.findTag(ctx.db, companyId, id)
  if (!tag) throw new AppError('ERR_NO_TAG_FOUND')
  return tag
}

/** All tags of a company whose name contains the search, by name. */
export const listTags = (ctx: Ctx, companyId: number, search: string): Promise<Tag[]> =>
  repo.tagsNamed(ctx.db, companyId, search.trim())

/** A tag becomes a column only with a plan that has the board. Errors: ERR_PLAN_FEATURE_OFF. */
function checkColumn({ planFlags }: Actor, isColumn: boolean): void {
  if (!isColumn || isPlanFlagOn(planFlags, 'useKanban')) return
  throw new AppError('ERR_PLAN_FEATURE_OFF', { fields: { kanban: 'ERR_PLAN_FEATURE_OFF' } })
}

/** Errors: ERR_TAG_NAME_ALREADY_EXISTS, ERR_PLAN_FEATURE_OFF. */
export function createTag(ctx: Ctx, actor: Actor, draft: TagDraft): Promise<Tag> {
  return inTransaction(ctx, async (tx) => {
    const { name, color, kanban } = draft
    checkColumn(actor, kanban === 1)
    // The maker is the caller, whatever the draft says: an id in it could be of another company.
    const tag = await repo.insertTag(tx.db, { companyId: actor.companyId, userId: actor.id, name, color, kanban })
    tx.bus.emit(tagCreated, tag)
    return tag
  })
}

/** Errors: ERR_NO_TAG_FOUND, ERR_TAG_NAME_ALREADY_EXISTS, ERR_PLAN_FEATURE_OFF. */
export function updateTag(ctx: Ctx, actor: Actor, id: number, { name, color, kanban }: TagPatch): Promise<Tag> {
  return inTransaction(ctx, async (tx) => {
    // What has been a column since an earlier plan stays one, so that the rest can be edited.
    const before = kanban === 1 ? await repo.findTag(tx.db, actor.companyId, id) : undefined
    if (before) checkColumn(actor, before.kanban !== 1)
    const tag = await repo.changeTag(tx.db, actor.companyId, id, { name, color, kanban, updatedAt: tx.now() })
    if (!tag) throw new AppError('ERR_NO_TAG_FOUND')
    tx.bus.emit(tagChanged, tag)
    return tag
  })
}

/** Errors: ERR_NO_TAG_FOUND. */
export function deleteTag(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { companyId } = actor
    const { name } = await showTag(tx, companyId, id)
    if (!(await repo.deleteTag(tx.db, companyId, id))) throw new AppError('ERR_NO_TAG_FOUND')
    recordAudit(tx, { companyId, action: 'tag.deleted', subject: { type: 'tag', id, label: name } })
    tx.bus.emit(tagDeleted, { companyId, tagId: id })
  })
}

/** Tells that tickets gained or lost these tags. */
export function usesMoved(tx: Ctx, companyId: number, tagIds: number[]): void {
  if (tagIds.length > 0) tx.bus.emit(tagUsesMoved, { companyId, tagIds })
}

/** Sets the tags of a visible ticket to exactly these. Errors: ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND. */
export function syncTicketTags(
  ctx: Ctx,
  actor: Actor,
  ticketId: number,
  tagIds: number[]
): Promise<{ ticketId: number; tags: TagBrief[] }> {
  return inTransaction(ctx, async (tx) => {
    const ticket = await lockedTicket(tx, actor, ticketId)
    const wanted = [...new Set(tagIds)]
    const tags = await repo.lockedTags(tx.db, actor.companyId, wanted)
    if (tags.length < wanted.length) throw new AppError('ERR_NO_TAG_FOUND')
    const moved = await repo.replaceTicketTags(tx.db, actor.companyId, ticketId, wanted)
    usesMoved(tx, actor.companyId, moved)
    const [added, removed] = [moved.filter((id) => wanted.includes(id)), moved.filter((id) => !wanted.includes(id))]
    await noteTags(tx, actor, ticket, { added, removed })
    await ticketTouched(tx, actor.companyId, [ticketId])
    return { ticketId, tags }
  })
}

/** Puts one tag on a visible ticket; false when it had it. Errors: ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND. */
export function addTicketTag(ctx: Ctx, actor: Actor, ticketId: number, tagId: number): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const ticket = await lockedTicket(tx, actor, ticketId)
    if ((await repo.lockedTags(tx.db, actor.companyId, [tagId])).length === 0) throw new AppError('ERR_NO_TAG_FOUND')
    const isNew = await repo.addTicketTag(tx.db, actor.companyId, ticketId, tagId)
    usesMoved(tx, actor.companyId, isNew ? [tagId] : [])
    if (isNew) {
      await noteTags(tx, actor, ticket, { added: [tagId] })
      await ticketTouched(tx, actor.companyId, [ticketId])
    }
    return isNew
  })
}

/** Takes one tag off a visible ticket; false when it had none. Errors: ERR_NO_TICKET_FOUND. */
export function removeTicketTag(ctx: Ctx, actor: Actor, ticketId: number, tagId: number): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const ticket = await lockedTicket(tx, actor, ticketId)
    const wasThere = await repo.removeTicketTag(tx.db, actor.companyId, ticketId, tagId)
    usesMoved(tx, actor.companyId, wasThere ? [tagId] : [])
    if (wasThere) {
      await noteTags(tx, actor, ticket, { removed: [tagId] })
      await ticketTouched(tx, actor.companyId, [ticketId])
    }
    return wasThere
  })
}

/** Two tickets become one, which has the tags of both. */
export async function joinTags(tx: Ctx, companyId: number, gone: number, kept: number): Promise<void> {
  await repo.addTagsOf(tx.db, companyId, gone, kept)
  await releaseTicket(tx, companyId, gone)
}

/** A ticket goes, and with it what it carries. */
export const releaseTicket = async (tx: Ctx, companyId: number, ticketId: number): Promise<void> =>
  usesMoved(tx, companyId, await repo.tagIdsOfTicket(tx.db, companyId, ticketId))
