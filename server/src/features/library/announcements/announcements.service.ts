// Rules of announcements: everybody reads the active ones, the super user writes them, with an image or without.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  largestAnnouncementImage,
  type Announcement,
  type AnnouncementDraft,
  type AnnouncementPatch
} from '@guiche/shared/features/library/announcements.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { publicPath } from '#platform/storage/media-link.ts'
import { discardFile, withStoredFile } from '#platform/storage/small-files.ts'
import { imageMime, readImage } from '#platform/media/small-images.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { announcementDeleted, announcementSaved } from './announcements.events.ts'
import { mayRead } from './announcements.policy.ts'
import { recordAnnouncement } from './record-announcement.ts'
import * as repo from './announcements.repo.ts'

/** Announcements a page. */
const pageSize = 20

function announcementOf(ctx: Ctx, { mediaKey, createdAt, updatedAt, ...row }: repo.AnnouncementRow): Announcement {
  return {
    ...row,
    mediaPath: mediaKey && publicPath(ctx, mediaKey, { name: row.mediaName ?? 'image', mime: imageMime(mediaKey) }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString()
  }
}

export async function listAnnouncements(
  ctx: Ctx,
  actor: Actor,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number }
) {
  const page = { search: searchParam.trim(), activeOnly: !actor.super }
  const offset = (pageNumber - 1) * pageSize
  const [rows, count] = await Promise.all([
    repo.pageOfAnnouncements(ctx.db, { ...page, offset, limit: pageSize + 1 }),
    repo.countAnnouncements(ctx.db, page)
  ])
  const records = rows.slice(0, pageSize).map((row) => announcementOf(ctx, row))
  return { records, count, hasMore: rows.length > pageSize }
}

const notFound = (): AppError => new AppError('ERR_NO_ANNOUNCEMENT_FOUND')

/** Errors: ERR_NO_ANNOUNCEMENT_FOUND, also for an inactive one that is not for the caller. */
export async function showAnnouncement(ctx: Ctx, actor: Actor, id: number): Promise<Announcement> {
  const row = await repo.findAnnouncement(ctx.db, id)
  if (!row || !mayRead(actor, row)) throw notFound()
  return announcementOf(ctx, row)
}

function told(tx: Ctx, row: repo.AnnouncementRow | undefined, before: repo.AnnouncementRow | null): Announcement {
  if (!row) throw notFound()
  const record = announcementOf(tx, row)
  recordAnnouncement(tx, before, row)
  tx.bus.emit(announcementSaved, { record, isNew: before === null })
  return record
}

/** The row until the transaction ends. Errors: ERR_NO_ANNOUNCEMENT_FOUND. */
async function locked(tx: Ctx, id: number): Promise<repo.AnnouncementRow> {
  const row = await repo.lockAnnouncement(tx.db, id)
  if (!row) throw notFound()
  return row
}

export const createAnnouncement = (ctx: Ctx, draft: AnnouncementDraft): Promise<Announcement> =>
  inTransaction(ctx, async (tx) => told(tx, await repo.insertAnnouncement(tx.db, draft), null))

/** Errors: ERR_NO_ANNOUNCEMENT_FOUND. */
export function updateAnnouncement(ctx: Ctx, id: number, draft: AnnouncementPatch): Promise<Announcement> {
  return inTransaction(ctx, async (tx) => {
    const before = await locked(tx, id)
    return told(tx, await repo.updateAnnouncement(tx.db, id, { ...draft, updatedAt: tx.now() }), before)
  })
}

/** Errors: ERR_NO_ANNOUNCEMENT_FOUND. */
export async function deleteAnnouncement(ctx: Ctx, id: number): Promise<void> {
  const gone = await inTransaction(ctx, async (tx) => {
    const row = await repo.deleteAnnouncement(tx.db, id)
    if (!row) throw notFound()
    recordAnnouncement(tx, row, null)
    tx.bus.emit(announcementDeleted, { id })
    return row
  })
  await discardFile(ctx, gone.mediaKey)
}

/** Puts another image (or none) in the place of the present one. */
async function replaceImage(
  ctx: Ctx,
  id: number,
  image: { mediaKey: string | null; mediaName: string | null }
): Promise<Announcement> {
  const { before, record } = await inTransaction(ctx, async (tx) => {
    const held = await locked(tx, id)
    const row = await repo.updateAnnouncement(tx.db, id, { ...image, updatedAt: tx.now() })
    return { before: held, record: told(tx, row, held) }
  })
  await discardFile(ctx, before.mediaKey)
  return record
}

/**
 * Errors: ERR_NO_ANNOUNCEMENT_FOUND, ERR_VALIDATION without a file, ERR_MEDIA_TOO_LARGE, ERR_MEDIA_TYPE_REFUSED for what
 * is no PNG or JPEG.
 */
export async function uploadImage(ctx: Ctx, id: number, request: FastifyRequest): Promise<Announcement> {
  if (!(await repo.findAnnouncement(ctx.db, id))) throw notFound()
  const { bytes, name, ending } = await readImage(request, largestAnnouncementImage)
  const mediaKey = `announcements/${randomUUID()}.${ending}`
  return withStoredFile(ctx, mediaKey, bytes, () => replaceImage(ctx, id, { mediaKey, mediaName: name }))
}

/** Errors: ERR_NO_ANNOUNCEMENT_FOUND. */
export const removeImage = (ctx: Ctx, id: number): Promise<Announcement> =>
  replaceImage(ctx, id, { mediaKey: null, mediaName: null })
