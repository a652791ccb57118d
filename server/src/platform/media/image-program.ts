// Runs in a reader's process: makes the small pictures of one file, if its own words say that it may be unpacked.
import type { OrderedFile } from '#platform/readers/reader-main.ts'
import { imageSize, type ImageSize } from './image-size.ts'

export interface ImageRequest {
  /** Pixels of the longer side of the thumbnail, and of the one that travels inside a message. */
  side: number
  previewSide: number
}

export interface SmallImages {
  small: Uint8Array
  tiny: Uint8Array
  /** Of the picture, turned upright. */
  width: number
  height: number
}

/** Pixels that are unpacked: what the cameras of phones make. A small file can claim a hundred times more. */
const mostPixels = 40_000_000
/** Pixels of all the pictures of an animation, of which the first alone is unpacked here; a console shows all. */
const mostAnimated = 400_000_000
/** Pictures of an animation; a minute of film has 1,800. */
const mostFrames = 2_000
/** Pixels that a JPEG in several passes may go over, all passes together: 20 megapixels in the usual ten. */
const mostPassed = 200_000_000
/** Bytes asked for at once. */
const piece = 8 * 2 ** 20

/** Loaded with the first picture: it is large. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Strangers choose the files: only what a picture message holds is read, no documents or drawings that name other files.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}Buffer`) })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
let loading: ReturnType<typeof loadSharp> | undefined

function isTooMuch({ width, height, frames, scans }: ImageSize): boolean {
  const pixels = width * height
  const isLong = frames > mostFrames || pixels * frames > mostAnimated
  return pixels > mostPixels || isLong || (scans > 1 && pixels * scans > mostPassed)
}

async function wholeOf(file: OrderedFile): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < file.size; at += piece) pieces.push(await file.read(at, Math.min(file.size, at + piece)))
  return Buffer.concat(pieces)
}

/** Errors: for what is no picture, or is larger than may be unpacked. */
export async function readOrder(order: unknown, file: OrderedFile): Promise<SmallImages> {
  const { side, previewSide } = order as ImageRequest
  const bytes = await wholeOf(file)
  const size = imageSize(bytes)
  if (!size) throw new Error('this is no picture that can be read')
  if (isTooMuch(size)) throw new Error(`the picture is too large to be unpacked: ${JSON.stringify(size)}`)
  loading ??= loadSharp()
  const sharp = await loading
  const image = sharp(bytes, { limitInputPixels: mostPixels, sequentialRead: true }).rotate()
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
