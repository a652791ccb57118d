// Takes files that an attendant sends: streamed to storage, checked by content, voice made playable everywhere.
import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { StoredMedia } from '#database/tables/messages.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
import { visibleTicket } from '../tickets/tickets.service.ts'
import { newMediaKey } from './media-keys.ts'
import { writeMessages } from './send-message.ts'
import { makePreview, makeThumbnail } from './thumbnails.ts'
import { voiceNoteOf } from './voice-notes.ts'

interface Upload {
  mediaType: Message['mediaType']
  media: StoredMedia
}

interface Fields {
  body: string[]
  quotedMsgId?: string | undefined
  clientId?: string | undefined
  voice?: string | undefined
  duration?: string | undefined
  waveform?: string | undefined
}

/** Bytes that are enough to tell a file's type. */
const probeSize = 4_100

const kindOf = (mime: string): Message['mediaType'] => {
  if (/^image\/(jpeg|png|webp|gif)$/.test(mime)) return 'image'
  if (/^video\/(mp4|3gpp|quicktime|webm)$/.test(mime)) return 'video'
  if (mime.startsWith('audio/')) return 'audio'
  return 'application'
}

/** File names without paths and control characters, of a length every system takes. */
const cleanName = (name: string): string => {
  const clean = name
    .replace(/^.*[\\/]/, '')
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
  return clean.slice(-150) || 'arquivo'
}

/** The type by content. Errors: ERR_MEDIA_TYPE_MISMATCH when a file says it is a picture, sound or film and is not. */
const trueMime = async (head: Buffer, claimed: string): Promise<string> => {
  const found = (await fileTypeFromBuffer(head))?.mime
  const base = claimed.split(';')[0]?.trim().toLowerCase() ?? ''
  const claimsMedia = /^(image|audio|video)\//.test(base) && base !== 'image/svg+xml'
  if (!found) {
    if (claimsMedia) throw new AppError('ERR_MEDIA_TYPE_MISMATCH')
    return base || 'application/octet-stream'
  }
  // Containers hold sound or film alike, and browsers name them either way.
  const isContainer = /(webm|ogg|mp4|matroska|quicktime|3gpp)$/.test(found) && /^(audio|video)\//.test(base)
  if (isContainer) return base
  if (claimsMedia && found.split('/')[0] !== base.split('/')[0]) throw new AppError('ERR_MEDIA_TYPE_MISMATCH')
  return found
}

const headOf = async (ctx: Ctx, key: string, size: number): Promise<Buffer> => {
  if (size === 0) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  for await (const chunk of (await ctx.storage.open(key, {
    start: 0,
    end: Math.min(size, probeSize) - 1
  })) as AsyncIterable<Buffer>)
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

const storeFile = async (ctx: Ctx, companyId: number, part: MultipartFile): Promise<Upload & { key: string }> => {
  const name = cleanName(part.filename || 'arquivo')
  const key = newMediaKey(companyId, part.mimetype, name)
  const { size } = await ctx.storage.save(key, part.file as Readable, ctx.config.maxUpload)
  if (part.file.truncated) {
    await ctx.storage.remove(key)
    throw new AppError('ERR_MEDIA_TOO_LARGE', { values: { megabytes: Math.floor(ctx.config.maxUpload / 1048576) } })
  }
  try {
    if (size === 0) throw new AppError('ERR_MEDIA_BROKEN')
    const mime = await trueMime(await headOf(ctx, key, size), part.mimetype)
    return { key, mediaType: kindOf(mime), media: { key, name, mime, size } }
  } catch (error) {
    await ctx.storage.remove(key)
    throw error
  }
}

const withPictures = async (ctx: Ctx, companyId: number, upload: Upload & { key: string }): Promise<Upload> => {
  if (upload.mediaType !== 'image') return upload
  const [thumbnail, preview] = await Promise.all([
    makeThumbnail(ctx, companyId, upload.key),
    makePreview(ctx, upload.key)
  ])
  // A picture that cannot be read would arrive broken: it goes as a file.
  if (!thumbnail) return { ...upload, mediaType: 'application' }
  return {
    ...upload,
    media: {
      ...upload.media,
      thumbnailKey: thumbnail.key,
      width: thumbnail.width,
      height: thumbnail.height,
      ...(preview ? { preview: preview.toString('base64') } : {})
    }
  }
}

const fieldNames = new Set(['body', 'quotedMsgId', 'quotedMsg', 'clientId', 'voice', 'duration', 'waveform'])

/** Reads the whole form. Errors: ERR_UPLOAD_INTERRUPTED when the line breaks, those of single files. */
const readForm = async (ctx: Ctx, companyId: number, request: FastifyRequest) => {
  const files: (Upload & { key: string })[] = []
  const fields: Fields = { body: [] }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') files.push(await storeFile(ctx, companyId, part))
      else if (fieldNames.has(part.fieldname) && typeof part.value === 'string') {
        if (part.fieldname === 'body') fields.body.push(part.value)
        else (fields as unknown as Record<string, string>)[part.fieldname] = part.value
      }
    }
  } catch (error) {
    await Promise.all(files.map(({ key }) => ctx.storage.remove(key)))
    const code = (error as { code?: string }).code
    if (
      code === 'ERR_STREAM_PREMATURE_CLOSE' ||
      code === 'ECONNRESET' ||
      /unexpected end|aborted/i.test(String(error))
    ) {
      throw new AppError('ERR_UPLOAD_INTERRUPTED', { cause: error })
    }
    throw error
  }
  return { files, fields }
}

const waveformOf = (text: string | undefined): number[] | undefined => {
  try {
    const levels: unknown = JSON.parse(text ?? 'null')
    if (!Array.isArray(levels) || levels.length === 0 || levels.length > 512) return undefined
    return levels.map((level) => Math.max(0, Math.min(100, Math.round(Number(level) || 0)))).slice(0, 64)
  } catch {
    return undefined
  }
}

/** True for recordings of our console and of those of the family, which name them so. */
const isVoiceNote = (upload: Upload, fields: Fields): boolean =>
  upload.mediaType === 'audio' && (fields.voice === 'true' || (upload.media.name ?? '').includes('audio-record-site'))

/**
 * Errors: ERR_NO_TICKET_FOUND, ERR_TICKET_NOT_OPEN, ERR_EMPTY_MESSAGE without a file, ERR_MEDIA_TOO_LARGE,
 * ERR_MEDIA_TYPE_MISMATCH, ERR_MEDIA_BROKEN, ERR_UPLOAD_INTERRUPTED, ERR_STORAGE_FULL. Nothing is sent then.
 */
export const receiveUpload = async (
  ctx: Ctx,
  actor: Actor,
  ticketId: number,
  request: FastifyRequest
): Promise<Message[]> => {
  const { companyId } = actor
  // A ticket that takes no message is refused before the files travel.
  const before = await visibleTicket(ctx, actor, ticketId)
  if (before.status !== 'open') throw new AppError('ERR_TICKET_NOT_OPEN')
  const { files, fields } = await readForm(ctx, companyId, request)
  const text = fields.body[0] ?? ''
  if (files.length === 0 && text.trim() === '') throw new AppError('ERR_EMPTY_MESSAGE')
  const uploads: Upload[] = []
  for (const file of files) {
    uploads.push(
      isVoiceNote(file, fields)
        ? await voiceNoteOf(ctx, companyId, file, Number(fields.duration) || null, waveformOf(fields.waveform) ?? null)
        : await withPictures(ctx, companyId, file)
    )
  }
  const drafts = uploads.length === 0 ? [null] : uploads
  return inTransaction(ctx, async (tx) =>
    writeMessages(
      tx,
      await visibleTicket(tx, actor, ticketId),
      drafts.map((file, index) => ({
        // One body a file; a single one belongs to the first. Recordings and clients of the family repeat the file name.
        body: captionOf(fields.body.length > 1 ? (fields.body[index] ?? '') : index === 0 ? text : '', file),
        quotedId: index === 0 ? (fields.quotedMsgId ?? null) : null,
        clientId: fields.clientId ? `${fields.clientId}${index === 0 ? '' : `-${index}`}` : null,
        file,
        userId: actor.id
      }))
    )
  )
}

const captionOf = (body: string, file: Upload | null): string =>
  file && (file.media.voice || body === file.media.name) ? '' : body
