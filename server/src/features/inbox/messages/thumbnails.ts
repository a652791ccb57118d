// Small pictures that bubbles show while (or instead of) the large ones load.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Ctx } from '#platform/ctx.ts'
import { newMediaKey } from './media-keys.ts'

/** Pixels of the longer side. */
const side = 480
/** Pixels a picture may have: a small file can unpack to something that fills the memory. */
const mostPixels = 100_000_000
/** Bytes of a file that is looked at. */
const largestSource = 50 * 1024 * 1024

export interface Thumbnail {
  key: string
  /** Pixels of the full picture, turned upright. */
  width: number
  height: number
}

/** Null when the file is no picture that can be read; that is no reason to refuse the message. */
export const makeThumbnail = async (ctx: Ctx, companyId: number, key: string): Promise<Thumbnail | null> => {
  try {
    if (((await ctx.storage.size(key)) ?? Infinity) > largestSource) return null
    const image = sharp(await buffer(await ctx.storage.open(key)), { limitInputPixels: mostPixels }).rotate()
    const { width, height, orientation } = await image.metadata()
    const small = await image
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 72 })
      .toBuffer()
    const thumbnailKey = newMediaKey(companyId, 'image/jpeg', null)
    await ctx.storage.save(thumbnailKey, Readable.from([small]))
    const isTurned = (orientation ?? 1) >= 5
    return { key: thumbnailKey, width: isTurned ? height : width, height: isTurned ? width : height }
  } catch (error) {
    ctx.log.debug({ err: error }, 'no thumbnail')
    return null
  }
}

/** A tiny JPEG for the recipient, who sees it before the picture is there; null when the file is no picture. */
export const makePreview = async (ctx: Ctx, key: string): Promise<Buffer | null> => {
  try {
    const image = sharp(await buffer(await ctx.storage.open(key)), { limitInputPixels: mostPixels }).rotate()
    return await image.resize(72, 72, { fit: 'inside' }).jpeg({ quality: 50 }).toBuffer()
  } catch {
    return null
  }
}
