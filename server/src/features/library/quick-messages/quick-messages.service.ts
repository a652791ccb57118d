// Rules of quick messages: who sees, edits and shares which, and the file that goes with one.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  largestQuickMessageFile,
  type QuickMessage,
  type QuickMessageDraft,
  type QuickMessagePatch
} from '@guiche/shared/features/library/quick-messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { withinStorage } from '#features/org/quotas/within-storage.ts'
import { ownQueueIds } from '#features/org/queues/queues.service.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { readFile } from '#platform/http/read-file.ts'
import { publicPath } from '#platform/storage/media-link.ts'
import { discardFile, withStoredFile } from '#platform/storage/small-files.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { keyEnding, mimeOfKey } from './attachment-types.ts'
import { quickMessageDeleted, quickMessageSaved } from './quick-messages.events.ts'
import { mayEdit, mayManage, maySee } from './quick-messages.policy.ts'
import * as repo from './quick-messages.repo.ts'

/** Quick messages a page. */
const pageSize = 20

/** The row holds the storage key of the file; people get a link to it. */
function messageOf(ctx: Ctx, { mediaPath: key, ...row }: repo.QuickMessageRow, queueIds: number[]): QuickMessage {
  return {
    ...row,
    queueIds,
    isMedia: key !== null,
    mediaPath: key && publicPath(ctx, key, { name: row.mediaName ?? 'arquivo', mime: mimeOfKey(key) })
  }
}

/** All rows of one company. */
async function messagesOf(ctx: Ctx, companyId: number, rows: repo.QuickMessageRow[]): Promise<QuickMessage[]> {
  const queues = await repo.queuesOf(
    ctx.db,
    companyId,
    rows.map(({ id }) => id)
  )
  return rows.map((row) => messageOf(ctx, row, queues.get(row.id) ?? []))
}

/** The caller's own and those of the whole company; ids that older clients send along are not needed. */
export const listQuickMessages = async (ctx: Ctx, actor: Actor): Promise<QuickMessage[]> =>
  messagesOf(ctx, actor.companyId, await repo.visibleQuickMessages(ctx.db, actor))

/** The same by pages; the search looks at shortcodes and texts. */
export async function listPage(ctx: Ctx, actor: Actor, query: { searchParam: string; pageNumber: number }) {
  const search = query.searchParam.trim()
  const offset = (query.pageNumber - 1) * pageSize
  const [rows, count] = await Promise.all([
    repo.pageOfQuickMessages(ctx.db, actor, search, { offset, limit: pageSize }),
    repo.countQuickMessages(ctx.db, actor, search)
  ])
  const records = await messagesOf(ctx, actor.companyId, rows)
  return { records, count, hasMore: offset + rows.length < count }
}

const queueIdsOf = async (ctx: Ctx, { companyId, id }: repo.QuickMessageRow): Promise<number[]> =>
  (await repo.queuesOf(ctx.db, companyId, [id])).get(id) ?? []

function seen(actor: Actor, row: repo.QuickMessageRow | undefined): repo.QuickMessageRow {
  if (!row || !maySee(actor, row)) throw new AppError('ERR_NO_QUICK_MESSAGE_FOUND')
  return row
}

/** Errors: ERR_NO_QUICK_MESSAGE_FOUND, also for another user's own one. */
export async function showQuickMessage(ctx: Ctx, actor: Actor, id: number): Promise<QuickMessage> {
  const row = seen(actor, await repo.findQuickMessage(ctx.db, actor.companyId, id))
  return messageOf(ctx, row, await queueIdsOf(ctx, row))
}

/** Errors: ERR_NO_QUICK_MESSAGE_FOUND, ERR_NO_PERMISSION. */
async function held(tx: Ctx, actor: Actor, id: number, may: typeof mayEdit): Promise<repo.QuickMessageRow> {
  const row = seen(actor, await repo.lockQuickMessage(tx.db, actor.companyId, id))
  if (!may(actor, row)) throw new AppError('ERR_NO_PERMISSION')
  return row
}

/** The maker is the caller. Errors: ERR_NO_QUEUE_FOUND. */
export function createQuickMessage(
  ctx: Ctx,
  actor: Actor,
  { queueIds: asked, ...draft }: QuickMessageDraft
): Promise<QuickMessage> {
  return inTransaction(ctx, async (tx) => {
    const { companyId, id: userId } = actor
    const queueIds = await ownQueueIds(tx, companyId, asked)
    const row = await repo.insertQuickMessage(tx.db, { ...draft, companyId, userId })
    await repo.replaceQueues(tx.db, row, queueIds)
    const record = messageOf(tx, row, await queueIdsOf(tx, row))
    tx.bus.emit(quickMessageSaved, { record, isNew: true, wasGeral: false })
    return record
  })
}

async function changed(
  tx: Ctx,
  before: repo.QuickMessageRow,
  change: Partial<repo.QuickMessageRow>
): Promise<QuickMessage> {
  const row = await repo.changeQuickMessage(tx.db, before, { ...change, updatedAt: tx.now() })
  const record = messageOf(tx, row, await queueIdsOf(tx, row))
  tx.bus.emit(quickMessageSaved, { record, isNew: false, wasGeral: before.geral })
  return record
}

const isSame = (a: number[], b: number[]): boolean => a.length === b.length && a.every((one) => b.includes(one))

/**
 * Errors: ERR_NO_QUICK_MESSAGE_FOUND, ERR_NO_PERMISSION, also for flags and queues that are not the caller's to change,
 * ERR_NO_QUEUE_FOUND.
 */
export function updateQuickMessage(
  ctx: Ctx,
  actor: Actor,
  id: number,
  { shortcode, message, geral, status, queueIds }: QuickMessagePatch
): Promise<QuickMessage> {
  return inTransaction(ctx, async (tx) => {
    const before = await held(tx, actor, id, mayEdit)
    const flags = { geral: geral ?? before.geral, status: status ?? before.status }
    const present = await queueIdsOf(tx, before)
    const asked = queueIds === undefined ? present : await ownQueueIds(tx, actor.companyId, queueIds)
    const isMoved = !isSame(asked, present)
    const isShared = isMoved || flags.geral !== before.geral || flags.status !== before.status
    if (isShared && !mayManage(actor, before)) throw new AppError('ERR_NO_PERMISSION')
    if (isMoved) await repo.replaceQueues(tx.db, before, asked)
    const texts = { shortcode: shortcode ?? before.shortcode, message: message ?? before.message }
    // Whose maker has gone would be nobody's: whoever takes it back from the company keeps it.
    const userId = flags.geral ? before.userId : (before.userId ?? actor.id)
    return changed(tx, before, { ...texts, ...flags, userId })
  })
}

/** Errors: ERR_NO_QUICK_MESSAGE_FOUND, ERR_NO_PERMISSION. */
export function deleteQuickMessage(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { companyId, mediaPath, shortcode } = await held(tx, actor, id, mayManage)
    await repo.deleteQuickMessage(tx.db, companyId, id)
    const subject = { type: 'quick-message', id, label: shortcode }
    recordAudit(tx, { companyId, action: 'quick-message.deleted', subject })
    tx.bus.emit(quickMessageDeleted, { companyId, id, fileKey: mediaPath })
  })
}

type File = Pick<repo.QuickMessageRow, 'mediaPath' | 'mediaName'>

async function replaceFile(ctx: Ctx, actor: Actor, id: number, file: File): Promise<QuickMessage> {
  const { record, before } = await inTransaction(ctx, async (tx) => {
    const row = await held(tx, actor, id, mayEdit)
    return { record: await changed(tx, row, file), before: row.mediaPath }
  })
  await discardFile(ctx, before)
  return record
}

/**
 * Errors: ERR_NO_QUICK_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_VALIDATION without a file, ERR_MEDIA_TOO_LARGE,
 * ERR_MEDIA_BROKEN, ERR_UPLOAD_INTERRUPTED.
 */
export async function uploadFile(ctx: Ctx, actor: Actor, id: number, request: FastifyRequest): Promise<QuickMessage> {
  const row = seen(actor, await repo.findQuickMessage(ctx.db, actor.companyId, id))
  if (!mayEdit(actor, row)) throw new AppError('ERR_NO_PERMISSION')
  const { bytes, name } = await readFile(request, largestQuickMessageFile)
  const mediaPath = `quick-messages/${actor.companyId}/${randomUUID()}.${await keyEnding(bytes, name)}`
  const mediaName = name.replaceAll(/\s/g, '_')
  const room = withinStorage(ctx, actor.companyId)
  return withStoredFile(room, mediaPath, bytes, () => replaceFile(ctx, actor, id, { mediaPath, mediaName }))
}

/** Errors: ERR_NO_QUICK_MESSAGE_FOUND, ERR_NO_PERMISSION. */
export const removeFile = (ctx: Ctx, actor: Actor, id: number): Promise<QuickMessage> =>
  replaceFile(ctx, actor, id, { mediaPath: null, mediaName: null })

/** A user is about to be deleted: the own quick messages go along. */
export async function releaseUser(tx: Ctx, companyId: number, userId: number): Promise<void> {
  for (const { id, mediaPath } of await repo.releaseOwner(tx.db, companyId, userId)) {
    tx.bus.emit(quickMessageDeleted, { companyId, id, fileKey: mediaPath })
  }
}

/** A queue is about to be deleted: its quick messages stay; one that has no other is offered everywhere. */
export async function releaseQueue(tx: Ctx, companyId: number, queueId: number): Promise<void> {
  const rows = await repo.releaseQueue(tx.db, companyId, queueId)
  for (const record of await messagesOf(tx, companyId, rows)) {
    tx.bus.emit(quickMessageSaved, { record, isNew: false, wasGeral: record.geral })
  }
}
