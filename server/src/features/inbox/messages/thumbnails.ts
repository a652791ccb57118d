// Small pictures that bubbles show while (or instead of) the large ones load.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StoredMedia } from './messages.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { pictureReader } from '#platform/media/media-reader.ts'
import { fileInMemory } from '#platform/readers/file-reader.ts'
import { markReading } from '#platform/readers/mark-reading.ts'
import { isUnreadable } from '#platform/readers/reader-errors.ts'
import type { OrderedFile } from '#platform/readers/reader-main.ts'
import { newMediaKey } from './media-keys.ts'

/** Pixels of the longer side. */
const side = 480
/** The same of the one that travels inside a message. */
const previewSide = 72
/** Bytes of a file that is looked at. */
const largestSource = 50 * 1024 * 1024

/** Facts of a picture: its thumbnail, the tiny JPEG inside messages, and its pixels when turned upright. */
export type PictureFacts = Required<Pick<StoredMedia, 'thumbnailKey' | 'preview' | 'width' | 'height'>>

async function factsOf(ctx: Ctx, companyId: number, file: OrderedFile): Promise<PictureFacts | null> {
  const mark = markReading(ctx, companyId, file)
  const scaled = await pictureReader.read({ side, previewSide }, file, mark).catch((error: unknown) => {
    if (!isUnreadable(error)) throw error
    ctx.log.debug({ err: error }, 'no thumbnail')
    return null
  })
  if (!scaled) return null
  const { small, tiny, width, height } = scaled
  const thumbnailKey = newMediaKey(companyId, 'image/jpeg', null)
  await ctx.storage.save(thumbnailKey, Readable.from([Buffer.from(small)]))
  return { thumbnailKey, preview: Buffer.from(tiny).toString('base64'), width, height }
}

/**
 * Null when the bytes are no picture that can be read, or too large a one; that is no reason to refuse the message.
 * Errors: those of storage and database; others when no reader can be had.
 */
export const pictureFacts = (ctx: Ctx, companyId: number, bytes: Buffer): Promise<PictureFacts | null> =>
  factsOf(ctx, companyId, fileInMemory(bytes))

/** The same of a stored file. */
export async function storedPictureFacts(ctx: Ctx, companyId: number, key: string): Promise<PictureFacts | null> {
  const size = await ctx.storage.size(key)
  return size === null || size > largestSource ? null : factsOf(ctx, companyId, storedFile(ctx, key, size))
}

/** A stored file, of which only the parts travel that are asked for. `size` in bytes. */
export function storedFile(ctx: Ctx, key: string, size: number): OrderedFile {
  return {
    size,
    read: async (start, end) =>
      end > start ? buffer(await ctx.storage.open(key, { start, end: end - 1 })) : Buffer.alloc(0)
  }
}
