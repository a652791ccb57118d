// Reads the form of an upload: files streamed to storage as they come, fields checked like those of a JSON call.
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { longestText, mostFiles, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { optionalOf, text } from '@guiche/shared/kernel/ids.ts'
import type { StoredMedia } from '../messages.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { cleanFileName } from '#platform/text/file-name.ts'
import { fieldsOf } from '#platform/http/errors.ts'
import { newMediaKey } from './media-keys.ts'
import { kindOf, probeSize, trueMime } from './upload-types.ts'

export interface StoredUpload {
  key: string
  mediaType: Message['mediaType']
  media: StoredMedia
}

const fieldsSchema = z.object({
  /** One a file, or one for all. */
  body: z.array(text(longestText)).default([]),
  quotedMsgId: optionalOf(text(100)),
  clientId: optionalOf(text(64)),
  voice: text(10).optional(),
  waveform: text(10_000).optional(),
  /** Of programs, which name a number instead of a ticket. */
  number: text(40).optional(),
  closeTicket: text(10).optional()
})
export type UploadFields = z.output<typeof fieldsSchema>

export interface UploadForm {
  files: StoredUpload[]
  /** Bytes of the pictures that stand for the videos; null for one that is missing or too large. */
  posters: (Buffer | null)[]
  fields: UploadFields
}

/** Bytes of a poster. */
const largestPoster = 200_000

async function headOf(ctx: Ctx, key: string, size: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  const head = await ctx.storage.open(key, { start: 0, end: Math.min(size, probeSize) - 1 })
  for await (const chunk of head as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Errors: ERR_MEDIA_TOO_LARGE, ERR_MEDIA_BROKEN for an empty file, ERR_MEDIA_TYPE_MISMATCH, ERR_STORAGE_FULL. */
async function storeFile(ctx: Ctx, companyId: number, part: MultipartFile): Promise<StoredUpload> {
  const name = cleanFileName(part.filename) || 'arquivo'
  const key = newMediaKey(companyId, part.mimetype, name)
  const { size } = await ctx.storage.save(key, part.file, ctx.config.maxUpload)
  if (size === 0) throw new AppError('ERR_MEDIA_BROKEN')
  const mime = await trueMime(await headOf(ctx, key, size), part.mimetype)
  return { key, mediaType: kindOf(mime), media: { key, name, mime, size } }
}

/** Reads to the end whatever its size: the form goes on behind it. */
async function readPoster(part: MultipartFile): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= largestPoster) chunks.push(chunk)
  }
  return size > 0 && size <= largestPoster ? Buffer.concat(chunks) : null
}

const refuseField = (name: string, why: string) => new AppError('ERR_VALIDATION', { fields: { [name]: why } })

/** Errors: ERR_VALIDATION. */
function readFields(values: Record<string, string[]>): UploadFields {
  const singles = Object.entries(values).map(([name, list]) => [name, name === 'body' ? list : list.at(-1)])
  const given = Object.fromEntries(singles)
  const parsed = fieldsSchema.safeParse(given)
  if (!parsed.success) throw new AppError('ERR_VALIDATION', { fields: fieldsOf(parsed.error, given) })
  return parsed.data
}

function isCutOff(error: unknown): boolean {
  return (
    (error as { code?: string } | null)?.code === 'ECONNRESET' ||
    /premature ?close|unexpected end|terminated early|aborted/i.test(String(error))
  )
}

/** Errors: ERR_UPLOAD_INTERRUPTED when the line breaks, ERR_VALIDATION, and those of single files. */
export async function readUploadForm(ctx: Ctx, companyId: number, request: FastifyRequest): Promise<UploadForm> {
  const files: StoredUpload[] = []
  const posters: (Buffer | null)[] = []
  const values: Record<string, string[]> = {}
  const addField = ({ fieldname, value, valueTruncated }: MultipartValue & { valueTruncated?: boolean }) => {
    if (!Object.hasOwn(fieldsSchema.shape, fieldname) || typeof value !== 'string') return
    if (valueTruncated) throw refuseField(fieldname, 'too long')
    ;(values[fieldname] ??= []).push(value)
  }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') addField(part)
      else if (part.fieldname === 'posters') posters.push(await readPoster(part))
      else if (files.length === mostFiles) throw refuseField('medias', `at most ${mostFiles} files`)
      else files.push(await storeFile(ctx, companyId, part))
    }
  } catch (error) {
    if (isCutOff(error)) throw new AppError('ERR_UPLOAD_INTERRUPTED', { cause: error })
    throw /^(Multipart: |Malformed )/.test((error as Error).message) ? new AppError('ERR_MALFORMED_BODY') : error
  }
  return { files, posters, fields: readFields(values) }
}
