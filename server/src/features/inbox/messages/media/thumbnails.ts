// Small pictures that bubbles show while (or instead of) the large ones load.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StoredMedia } from '../messages.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { imageReader } from '#platform/media/media-reader.ts'
import { fileInMemory } from '#platform/readers/file-reader.ts'
import { headSize, markReading } from '#platform/readers/mark-reading.ts'
import { isUnreadable, ReaderBusy } from '#platform/readers/reader-errors.ts'
import type { OrderedFile } from '#platform/readers/reader-main.ts'
import type { Waiter } from '#platform/readers/fair-queue.ts'
import { newMediaKey } from './media-keys.ts'

/** Pixels of the longer side. */
const side = 480
/** The same of the one that travels inside a message. */
const previewSide = 72
/** Bytes of a file that is looked at. */
const largestSource = 50 * 1024 * 1024

/** Milliseconds that whoever sends a file waits for its turn to be looked at; it goes without a preview then. */
const moment = 4_000

/** The turn of a file that a person sends. */
export const waitingUpload = (companyId: number): Waiter => ({ companyId, longestWait: moment })

/** Facts of a picture: its thumbnail, the tiny JPEG inside messages, and its pixels when turned upright. */
export type ImageFacts = Required<Pick<StoredMedia, 'thumbnailKey' | 'preview' | 'width' | 'height'>>

async function factsOf(ctx: Ctx, waiter: Waiter, file: OrderedFile): Promise<ImageFacts | null> {
  const { companyId } = waiter
  const mark = markReading(ctx, companyId, file)
  const scaled = await imageReader.read({ side, previewSide }, file, waiter, mark).catch((error: unknown) => {
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

/** What was found, or nothing when the file's turn did not come in a moment. */
async function unlessBusy<T>(facts: Promise<T>): Promise<T | Record<string, never>> {
  try {
    return await facts
  } catch (error) {
    if (error instanceof ReaderBusy) return {}
    throw error
  }
}

/** Of a picture that a person sends; see `uploadedImageFacts`. */
export function imageFacts(ctx: Ctx, companyId: number, bytes: Buffer): Promise<Partial<ImageFacts> | null> {
  return unlessBusy(factsOf(ctx, waitingUpload(companyId), fileInMemory(bytes)))
}

async function factsOfStored(ctx: Ctx, waiter: Waiter, key: string): Promise<ImageFacts | null> {
  const size = await ctx.storage.size(key)
  return size === null || size > largestSource ? null : factsOf(ctx, waiter, storedFile(ctx, key, size))
}

/**
 * Of a picture that came by itself, whose turn is after those of people. Null when the bytes are no picture that can be
 * read, or too large a one; that is no reason to refuse the message. Errors: those of storage and database, ReaderBusy when
 * too many of the company wait; others when no reader can be had.
 */
export function storedImageFacts(ctx: Ctx, companyId: number, key: string): Promise<ImageFacts | null> {
  return factsOfStored(ctx, { companyId, longestWait: null }, key)
}

/** The same of a picture that a person sends: empty where its turn does not come in a moment, it goes without a preview. */
export function uploadedImageFacts(ctx: Ctx, companyId: number, key: string): Promise<Partial<ImageFacts> | null> {
  return unlessBusy(factsOfStored(ctx, waitingUpload(companyId), key))
}

/** A stored file, of which only the parts travel that are asked for, and a small one once. `size` in bytes. */
export function storedFile(ctx: Ctx, key: string, size: number): OrderedFile {
  const part = async (start: number, end: number): Promise<Buffer> =>
    end > start ? buffer(await ctx.storage.open(key, { start, end: end - 1 })) : Buffer.alloc(0)
  let whole: Promise<Buffer> | undefined
  return {
    size,
    read: async (start, end) => {
      if (size > headSize) return part(start, end)
      whole ??= part(0, size)
      return (await whole).subarray(start, end)
    }
  }
}
