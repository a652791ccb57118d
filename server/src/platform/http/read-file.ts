// Reads the one file of a form into memory, for small files that are looked into at once.
import type { FastifyRequest } from 'fastify'
import { AppError } from '@guiche/shared/kernel/app-error.ts'

interface FormFile {
  bytes: Buffer
  /** As it was uploaded, without a path. */
  name: string
}

/** Characters of a file name that are kept. */
const longestName = 150

const cleanName = (name: string): string =>
  Array.from(
    name
      .replace(/^.*[\\/]/s, '')
      .replaceAll(/\p{Cc}/gu, '')
      .toWellFormed()
      .trim()
  )
    .slice(-longestName)
    .join('') || 'arquivo'

const isCutOff = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === 'ECONNRESET' ||
  /premature ?close|unexpected end|terminated early|aborted/i.test(String(error))

/**
 * The first file of a form, whatever its field is called. `limit` in bytes. Errors: ERR_VALIDATION without a file,
 * ERR_MEDIA_TOO_LARGE, ERR_MEDIA_BROKEN for an empty one, ERR_UPLOAD_INTERRUPTED, ERR_MALFORMED_BODY.
 */
export const readFile = async (request: FastifyRequest, limit: number): Promise<FormFile> => {
  const missing = new AppError('ERR_VALIDATION', { fields: { file: 'a file is missing' } })
  if (!request.isMultipart()) throw missing
  let found: FormFile | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        size += chunk.length
        // Read to the end all the same: the caller would not hear why it was refused.
        if (size <= limit && !found) chunks.push(chunk)
      }
      if (found) continue
      if (size > limit)
        throw new AppError('ERR_MEDIA_TOO_LARGE', { values: { megabytes: Math.floor(limit / 2 ** 20) } })
      if (size === 0) throw new AppError('ERR_MEDIA_BROKEN')
      found = { bytes: Buffer.concat(chunks), name: cleanName(part.filename) }
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isCutOff(error)) throw new AppError('ERR_UPLOAD_INTERRUPTED', { cause: error })
    throw /^(Multipart: |Malformed )/.test((error as Error).message) ? new AppError('ERR_MALFORMED_BODY') : error
  }
  if (!found) throw missing
  return found
}
