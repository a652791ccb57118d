// Images that one row names: PNG or JPEG by their content, whatever they are called.
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { readFile } from '#platform/http/read-file.ts'

/** Types of image, by content, with the ending of their keys. */
const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg' }

/** Type of an image by the ending of its key. */
export const imageMime = (key: string): string => (key.endsWith('.png') ? 'image/png' : 'image/jpeg')

/**
 * The image of a form. `limit` in bytes. Errors: those of reading a file, ERR_MEDIA_TYPE_REFUSED for what is no PNG or
 * JPEG.
 */
export async function readImage(request: FastifyRequest, limit: number) {
  const { bytes, name } = await readFile(request, limit)
  const ending = endings[(await fileTypeFromBuffer(bytes))?.mime ?? '']
  if (!ending) throw new AppError('ERR_MEDIA_TYPE_REFUSED')
  return { bytes, name, ending }
}
