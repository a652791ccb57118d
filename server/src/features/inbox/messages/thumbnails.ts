// Small pictures that bubbles show while (or instead of) the large ones load.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StoredMedia } from './messages.repo.ts'
import type { Ctx } from '#platform/ctx.ts'
import { newMediaKey } from './media-keys.ts'

/** Pixels of the longer side. */
const side = 480
/** The same of the one that travels inside a message. */
const previewSide = 72
/** Pixels a picture may have: a small file can unpack to something that fills the memory. */
const mostPixels = 100_000_000
/** Bytes of a file that is looked at. */
const largestSource = 50 * 1024 * 1024

/** Loaded with the first picture: it is large. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  // Strangers choose the files: only what a picture message holds is read, no documents or drawings that name other files.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}Buffer`) })
  return sharp
}
let loading: ReturnType<typeof loadSharp> | undefined

/** Facts of a picture: its thumbnail, the tiny JPEG inside messages, and its pixels when turned upright. */
export type PictureFacts = Required<Pick<StoredMedia, 'thumbnailKey' | 'preview' | 'width' | 'height'>>

interface Scaled {
  small: Buffer
  tiny: Buffer
  width: number
  height: number
}

const scale = async (bytes: Buffer): Promise<Scaled> => {
  loading ??= loadSharp()
  const sharp = await loading
  const image = sharp(bytes, { limitInputPixels: mostPixels }).rotate()
  const { width, height, orientation } = await image.metadata()
  const small = await image
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 72 })
    .toBuffer()
  const tiny = await sharp(small).resize(previewSide, previewSide, { fit: 'inside' }).jpeg({ quality: 50 }).toBuffer()
  const isTurned = (orientation ?? 1) >= 5
  return { small, tiny, width: isTurned ? height : width, height: isTurned ? width : height }
}

/** Null when the bytes are no picture that can be read; that is no reason to refuse the message. */
export const pictureFacts = async (ctx: Ctx, companyId: number, bytes: Buffer): Promise<PictureFacts | null> => {
  const scaled = await scale(bytes).catch((error: unknown) => {
    ctx.log.debug({ err: error }, 'no thumbnail')
    return null
  })
  if (!scaled) return null
  const { small, tiny, width, height } = scaled
  const thumbnailKey = newMediaKey(companyId, 'image/jpeg', null)
  await ctx.storage.save(thumbnailKey, Readable.from([small]))
  return { thumbnailKey, preview: tiny.toString('base64'), width, height }
}

/** The same of a stored file. */
export const storedPictureFacts = async (ctx: Ctx, companyId: number, key: string): Promise<PictureFacts | null> =>
  ((await ctx.storage.size(key)) ?? Infinity) > largestSource
    ? null
    : pictureFacts(ctx, companyId, await buffer(await ctx.storage.open(key)))
