// Reads the files of a form into memory, one after the other, for small files that are looked into at once.
import type { FastifyRequest } from 'fastify'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { cleanFileName } from '#platform/text/file-name.ts'

export interface FormFile {
  bytes: Buffer
  /** As it was uploaded, without a path. */
  name: string
}

function isCutOff(error: unknown): boolean {
  return (
    (error as { code?: string } | null)?.code === 'ECONNRESET' ||
    /premature ?close|unexpected end|terminated early|aborted/i.test(String(error))
  )
}

/**
 * The whole of one file, or null when it is longer than `limit`: it is read to its end all the same, because the caller
 * would not hear why it was refused.
 */
async function readWhole(file: AsyncIterable<Buffer>, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of file) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  return size > limit ? null : Buffer.concat(chunks)
}

interface FormLimits {
  /** Bytes of a file. */
  limit: number
  /** Further files are passed over. */
  most: number
}

/**
 * Gives each file of a form to `take`, whatever its field is called, and answers with the other fields. Errors:
 * ERR_VALIDATION without a file, ERR_MEDIA_TOO_LARGE, ERR_MEDIA_BROKEN for an empty one, ERR_UPLOAD_INTERRUPTED,
 * ERR_MALFORMED_BODY, those of `take`.
 */
export async function readForm(
  request: FastifyRequest,
  { limit, most }: FormLimits,
  take: (file: FormFile) => Promise<void> | void
): Promise<Record<string, string[]>> {
  const missing = new AppError('ERR_VALIDATION', { fields: { file: 'a file is missing' } })
  if (!request.isMultipart()) throw missing
  const fields: Record<string, string[]> = {}
  let taken = 0
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') {
        fields[part.fieldname] = [...(fields[part.fieldname] ?? []), String(part.value)]
        continue
      }
      const isTaken = taken < most
      const bytes = await readWhole(part.file as AsyncIterable<Buffer>, isTaken ? limit : 0)
      if (!isTaken) continue
      if (bytes === null)
        throw new AppError('ERR_MEDIA_TOO_LARGE', { values: { megabytes: Math.floor(limit / 2 ** 20) } })
      if (bytes.length === 0) throw new AppError('ERR_MEDIA_BROKEN')
      taken++
      await take({ bytes, name: cleanFileName(part.filename) || 'arquivo' })
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isCutOff(error)) throw new AppError('ERR_UPLOAD_INTERRUPTED', { cause: error })
    throw /^(Multipart: |Malformed )/.test((error as Error).message) ? new AppError('ERR_MALFORMED_BODY') : error
  }
  if (taken === 0) throw missing
  return fields
}

/** The first file of a form. `limit` in bytes. Errors: those of `readForm`. */
export async function readFile(request: FastifyRequest, limit: number): Promise<FormFile> {
  let found: FormFile | undefined
  await readForm(request, { limit, most: 1 }, (file) => {
    found = file
  })
  if (!found) throw new Error('a form without a file was read')
  return found
}
