// Takes files that an attendant sends: stored, described, voice made playable everywhere, then sent like any message.
import type { FastifyRequest } from 'fastify'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { rememberFiles } from '#platform/storage/remember-files.ts'
import { withinStorage } from '#features/org/quotas/within-storage.ts'
import { lockedTicket, visibleTicket } from '#features/inbox/tickets/tickets.service.ts'
import { mediaFacts } from '../media/media-facts.ts'
import { mediaKeysOf } from '../messages.repo.ts'
import { readUploadForm, type StoredUpload, type UploadFields, type UploadForm } from '../media/read-upload-form.ts'
import { whenWriting, writeMessages, type OutgoingDraft } from './send-message.ts'
import { imageFacts, uploadedImageFacts } from '../media/thumbnails.ts'
import { voiceNoteOf } from '../media/voice-notes.ts'

type Upload = NonNullable<OutgoingDraft['file']>

/** Levels a recorder may send; more than the 64 that are kept. */
const mostLevels = 512

function waveformOf(text: string | undefined): number[] | null {
  try {
    const levels: unknown = JSON.parse(text ?? 'null')
    if (!Array.isArray(levels) || levels.length === 0 || levels.length > mostLevels) return null
    return levels.slice(0, 64).map((level) => Math.max(0, Math.min(100, Math.round(Number(level) || 0))))
  } catch {
    return null
  }
}

/** True for recordings of our console and of those of legacy clients, which name them so. */
const isVoiceNote = (upload: StoredUpload, fields: UploadFields): boolean =>
  upload.mediaType === 'audio' && (fields.voice === 'true' || (upload.media.name ?? '').includes('audio-record-site'))

async function withThumbnail(ctx: Ctx, companyId: number, upload: StoredUpload): Promise<Upload> {
  const facts = await uploadedImageFacts(ctx, companyId, upload.key)
  // A picture that cannot be read would arrive broken: it goes as a file.
  return facts ? { ...upload, media: { ...upload.media, ...facts } } : { ...upload, mediaType: 'application' }
}

async function withVideo(ctx: Ctx, companyId: number, upload: StoredUpload, poster: Buffer | null): Promise<Upload> {
  const picture = poster && (await imageFacts(ctx, companyId, poster))
  const facts = await mediaFacts(ctx, companyId, { key: upload.key, size: upload.media.size ?? 0 })
  return { ...upload, media: { ...upload.media, ...picture, ...facts } }
}

async function withSound(ctx: Ctx, companyId: number, upload: StoredUpload, fields: UploadFields): Promise<Upload> {
  if (isVoiceNote(upload, fields)) {
    const voice = await voiceNoteOf(ctx, companyId, upload, waveformOf(fields.waveform))
    if (voice) return voice
  }
  return {
    ...upload,
    media: { ...upload.media, ...(await mediaFacts(ctx, companyId, { key: upload.key, size: upload.media.size ?? 0 })) }
  }
}

async function describeFiles(ctx: Ctx, companyId: number, { files, posters, fields }: UploadForm): Promise<Upload[]> {
  const described: Upload[] = []
  // Of the posters the first belongs to the first video.
  const nextPoster = posters.values()
  for (const file of files) {
    if (file.mediaType === 'image') described.push(await withThumbnail(ctx, companyId, file))
    else if (file.mediaType === 'video') {
      described.push(await withVideo(ctx, companyId, file, nextPoster.next().value ?? null))
    } else if (file.mediaType === 'audio') described.push(await withSound(ctx, companyId, file, fields))
    else described.push(file)
  }
  return described
}

/** Recordings and legacy clients repeat the file name. */
const captionOf = (body: string, file: Upload | null): string =>
  file && (file.media.voice || body === file.media.name) ? '' : body

function draftsOf(fields: UploadFields, files: Upload[], userId: number | null): OutgoingDraft[] {
  const bodies = fields.body
  return (files.length === 0 ? [null] : files).map((file, index) => ({
    // One body a file; a single one belongs to the first.
    body: captionOf(bodies[index] ?? '', file),
    quotedId: index === 0 ? (fields.quotedMsgId ?? null) : null,
    clientId: fields.clientId ? `${fields.clientId}${index === 0 ? '' : `-${index}`}` : null,
    file,
    userId
  }))
}

/**
 * Errors: ERR_NO_TICKET_FOUND, ERR_TICKET_NOT_OPEN, ERR_EMPTY_MESSAGE without a file, ERR_VALIDATION,
 * ERR_MEDIA_TOO_LARGE, ERR_MEDIA_TYPE_MISMATCH, ERR_MEDIA_BROKEN, ERR_UPLOAD_INTERRUPTED, ERR_STORAGE_FULL,
 * ERR_PLAN_LIMIT_STORAGE, ERR_PLAN_LIMIT_MESSAGES, ERR_TOO_MANY_REQUESTS. Nothing is sent and nothing stays in storage then.
 */
export async function receiveUpload(
  ctx: Ctx,
  actor: Actor,
  ticketId: number,
  request: FastifyRequest
): Promise<Message[]> {
  const { companyId } = actor
  // A ticket that takes no message is refused before the files travel.
  const before = await visibleTicket(ctx, actor, ticketId)
  if (before.status !== 'open') throw new AppError('ERR_TICKET_NOT_OPEN')
  return sendForm(ctx, { companyId, userId: actor.id }, request, (drafts) =>
    whenWriting(ctx, async (tx) => writeMessages(tx, await lockedTicket(tx, actor, ticketId), drafts))
  )
}

/** Takes a form and hands its drafts to `write`; files of what fails or is a repetition are removed. */
export async function sendForm(
  ctx: Ctx,
  { companyId, userId }: { companyId: number; userId: number | null },
  request: FastifyRequest,
  write: (drafts: OutgoingDraft[], fields: UploadFields) => Promise<Message[]>
): Promise<Message[]> {
  const stored = rememberFiles(withinStorage(ctx, companyId))
  const take = async () => {
    const form = await readUploadForm(stored.ctx, companyId, request)
    if (form.files.length === 0 && (form.fields.body[0] ?? '').trim() === '') throw new AppError('ERR_EMPTY_MESSAGE')
    const files = await describeFiles(stored.ctx, companyId, form)
    return { fields: form.fields, drafts: draftsOf(form.fields, files, userId) }
  }
  const { fields, drafts } = await take().catch(async (error: unknown) => {
    await stored.discard()
    throw error
  })
  const messages = await write(drafts, fields).catch(async (error: unknown) => {
    // A database that went away may have committed: only a broken rule says that nobody needs the files.
    if (error instanceof AppError) await stored.discard()
    throw error
  })
  await dropUnused(ctx, companyId, stored, messages)
  return messages
}

/** A repeated call is answered with its first messages, and a recording is kept in one form: the rest goes. */
async function dropUnused(
  ctx: Ctx,
  companyId: number,
  stored: ReturnType<typeof rememberFiles>,
  messages: Message[]
): Promise<void> {
  try {
    const ids = messages.map(({ id }) => id)
    await stored.discard(new Set(await mediaKeysOf(ctx.db, companyId, ids)))
  } catch (error) {
    ctx.log.warn({ err: error }, 'files of an upload may stay behind')
  }
}
