// Fetches a customer's file beside its message: to storage, checked, with a thumbnail for pictures.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { StoredMedia } from '../messages.repo.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx, Jobs } from '#platform/ctx.ts'
import type { JobAttempt } from '#platform/work/jobs.ts'
import { rememberFiles } from '#platform/storage/remember-files.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { putWithdrawnMedia } from '../deleted-content.repo.ts'
import { filePriority } from './file-priority.ts'
import { messagesChanged, visibleMessage } from '../read/load-messages.ts'
import { newMediaKey } from './media-keys.ts'
import { fetchMediaJob, fetchImageJob } from '../messages.jobs.ts'
import * as repo from '../messages.repo.ts'
import type { AwaitedMedia } from '../messages.repo.ts'
import { storedImageFacts } from './thumbnails.ts'

type Stored = Pick<AwaitedMedia, 'mediaType'> & { media: StoredMedia }

function isPicture({ mediaType }: { mediaType: string }): boolean {
  return mediaType === 'image' || mediaType === 'sticker'
}

/** A picture that cannot be shown is a file: nobody's console is to unpack what this server did not. */
function asFile({ preview: _preview, width: _width, height: _height, ...media }: StoredMedia): Stored {
  return {
    mediaType: 'application',
    media
  }
}

/** Facts of the file as it lies in storage. */
async function store(ctx: Ctx, ref: ConnectionRef, { id, mediaType, media }: AwaitedMedia): Promise<Stored> {
  const key = newMediaKey(ref.companyId, media.mime ?? '', media.name ?? null)
  const source = ctx.scanner.scan(await ctx.whatsapp.fetchMedia(ref, media.source), { ...ref, messageId: id })
  const { size } = await ctx.storage.save(key, source, ctx.config.maxUpload)
  const stored = { ...media, key, size }
  if (!isPicture({ mediaType })) return { mediaType, media: stored }
  const facts = await storedImageFacts(ctx, ref.companyId, key)
  return facts ? { mediaType, media: { ...stored, ...facts } } : asFile(stored)
}

async function fetchOne(ctx: Ctx, ref: ConnectionRef, awaited: AwaitedMedia): Promise<void> {
  const stored = rememberFiles(ctx)
  const told = await store(stored.ctx, ref, awaited).catch(async (error: unknown) => {
    await stored.discard()
    throw error
  })
  const isKept = await inTransaction(ctx, async (tx) => {
    const message = await repo.lockMessage(tx.db, ref.companyId, awaited.id)
    if (!message) return false
    if (!message.isDeleted) {
      await repo.updateMessageRow(tx.db, ref.companyId, awaited.id, { mediaState: 'ready', ...told })
    } else if (!(await putWithdrawnMedia(tx.db, ref.companyId, awaited.id, told.media))) return false
    await messagesChanged(tx, ref.companyId, [awaited.id])
    return true
  })
  // The conversation was deleted meanwhile, or whoever wrote it was erased.
  if (!isKept) await stored.discard()
}

type End = Pick<repo.NewMessage, 'mediaState'> & { virus?: string }

/**
 * What becomes of a message whose file was not had: files that can never be had are marked so that people see it, the others
 * when they were tried for the last time. Null: it is tried again.
 */
function endOf(error: unknown, isLastTry: boolean): End | null {
  const { code = null, details } = error instanceof AppError ? error : {}
  if (code === 'ERR_FILE_INFECTED') return { mediaState: 'infected', virus: String(details?.values?.['virus'] ?? '') }
  if (code === 'ERR_FILE_TOO_LARGE_TO_CHECK') return { mediaState: 'unchecked' }
  if (code === 'ERR_MEDIA_TOO_LARGE') return { mediaState: 'failed' }
  if (!isLastTry) return null
  return { mediaState: code === 'ERR_FILE_NOT_CHECKED' ? 'unchecked' : 'failed' }
}

/** What is known of a file with a virus: nothing of its content, and no way to fetch it. */
function withoutContent({ source: _source, preview: _preview, ...media }: StoredMedia, virus: string): StoredMedia {
  return { ...media, virus }
}

function giveUp(ctx: Ctx, companyId: number, id: string, { mediaState, virus }: End): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const message = await repo.lockMessage(tx.db, companyId, id)
    // What was deleted meanwhile says nothing of its file any more.
    const media = message?.media && virus !== undefined ? { media: withoutContent(message.media, virus) } : {}
    await repo.updateMessageRow(tx.db, companyId, id, { mediaState, ...media })
    await messagesChanged(tx, companyId, [id])
  })
}

async function fetchAwaited(
  ctx: Ctx,
  { companyId, connectionId, messageIds }: ConnectionRef & { messageIds: string[] },
  { isLastTry }: JobAttempt
): Promise<void> {
  const failures: unknown[] = []
  for (const awaited of await repo.awaitedMedia(ctx.db, companyId, messageIds)) {
    try {
      await fetchOne(ctx, { companyId, connectionId }, awaited)
    } catch (error) {
      ctx.log.warn({ err: error, messageId: awaited.id }, 'file not fetched')
      const end = endOf(error, isLastTry)
      if (end) await giveUp(ctx, companyId, awaited.id, end)
      else failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Registers the workers. */
export function workOnMedia(jobs: Jobs): void {
  jobs.work(fetchMediaJob, fetchAwaited)
  jobs.work(fetchImageJob, fetchAwaited)
}

/** Has the files of new messages fetched; each picture on its own, so that those of several companies take turns. */
export async function awaitFiles(
  tx: Ctx,
  { companyId, connectionId }: ConnectionRef,
  messages: { id: string; mediaType: string }[]
): Promise<void> {
  const [pictures, others] = [messages.filter(isPicture), messages.filter((one) => !isPicture(one))]
  const add = (job: typeof fetchMediaJob, ids: string[]) =>
    tx.jobs.add(
      tx,
      job,
      { companyId, connectionId, messageIds: ids },
      { priority: filePriority(companyId, ids.length, tx.now().getTime()) }
    )
  if (others.length > 0) {
    await add(
      fetchMediaJob,
      others.map(({ id }) => id)
    )
  }
  for (const { id } of pictures) await add(fetchImageJob, [id])
}

/**
 * Fetches a file by hand that could not be had, or was left where it is. Errors: ERR_NO_MESSAGE_FOUND,
 * ERR_WAPP_DOWNLOAD_MEDIA when there is nothing to fetch.
 */
export function refetchMedia(ctx: Ctx, actor: Actor, id: string): Promise<Message> {
  return inTransaction(ctx, async (tx) => {
    const { row } = await visibleMessage(tx, actor, id)
    const isAway = ['failed', 'remote', 'unchecked'].includes(row.mediaState)
    if (!isAway || row.connectionId === null) throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
    await repo.updateMessageRow(tx.db, actor.companyId, id, { mediaState: 'fetching' })
    await awaitFiles(tx, { companyId: actor.companyId, connectionId: row.connectionId }, [row])
    const [message] = await messagesChanged(tx, actor.companyId, [id])
    if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND')
    return message
  })
}
