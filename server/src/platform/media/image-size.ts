// What a picture says of its size, read from its bytes without unpacking anything: JPEG, PNG, WebP and GIF.

export interface ImageSize {
  width: number
  height: number
  /** Pictures of an animation; 1 for a still one. */
  frames: number
  /** Times a JPEG passes over all its pixels; 1 for others. */
  scans: number
}

/** The larger of what different parts of a file say. */
function grow(size: ImageSize, width: number, height: number): void {
  size.width = Math.max(size.width, width)
  size.height = Math.max(size.height, height)
}

function readJpeg(bytes: Buffer, size: ImageSize): void {
  let scans = 0
  for (let at = 2; at + 4 <= bytes.length;) {
    at = bytes.indexOf(0xff, at)
    if (at === -1 || at + 4 > bytes.length) break
    const marker = bytes[at + 1] ?? 0
    // Filling, a 0xff of the pictures's own data, and marks without a content.
    if (marker === 0xff) at++
    else if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker === 0xd9) break
    else {
      const length = bytes.readUInt16BE(at + 2)
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
      if (isFrame && at + 9 <= bytes.length) grow(size, bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
      if (marker === 0xda) scans++
      at += 2 + Math.max(2, length)
    }
  }
  size.scans = Math.max(1, scans)
}

function readPng(bytes: Buffer, size: ImageSize): void {
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    if (kind === 'IHDR' && at + 16 <= bytes.length) grow(size, bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12))
    if (kind === 'acTL') size.frames = Math.max(1, bytes.readUInt32BE(at + 8))
    if (kind === 'IEND') break
    at += 12 + length
  }
}

function readWebp(bytes: Buffer, size: ImageSize): void {
  let frames = 0
  for (let at = 12; at + 18 <= bytes.length;) {
    const kind = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const from = at + 8
    if (kind === 'VP8X') grow(size, bytes.readUIntLE(from + 4, 3) + 1, bytes.readUIntLE(from + 7, 3) + 1)
    if (kind === 'VP8 ') grow(size, bytes.readUInt16LE(from + 6) & 0x3fff, bytes.readUInt16LE(from + 8) & 0x3fff)
    if (kind === 'VP8L') {
      const bits = bytes.readUInt32LE(from + 1)
      grow(size, (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    if (kind === 'ANMF' && from + 12 <= bytes.length) {
      frames++
      grow(size, bytes.readUIntLE(from + 6, 3) + 1, bytes.readUIntLE(from + 9, 3) + 1)
    }
    // A picture of an animation holds chunks of its own.
    at = kind === 'ANMF' ? from + 16 : from + length + (length % 2)
  }
  size.frames = Math.max(1, frames)
}

/** Where the blocks that begin at `at` end. */
function behindBlocks(bytes: Buffer, at: number): number {
  let end = at
  while (end < bytes.length && bytes[end] !== 0) end += 1 + (bytes[end] ?? 0)
  return end + 1
}

const tableLength = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

function readGif(bytes: Buffer, size: ImageSize): void {
  grow(size, bytes.readUInt16LE(6), bytes.readUInt16LE(8))
  let frames = 0
  for (let at = 13 + tableLength(bytes[10] ?? 0); at + 10 <= bytes.length;) {
    const kind = bytes[at]
    if (kind === 0x21) at = behindBlocks(bytes, at + 2)
    else if (kind === 0x2c) {
      frames++
      const [left, top] = [bytes.readUInt16LE(at + 1), bytes.readUInt16LE(at + 3)]
      grow(size, left + bytes.readUInt16LE(at + 5), top + bytes.readUInt16LE(at + 7))
      at = behindBlocks(bytes, at + 11 + tableLength(bytes[at + 9] ?? 0))
    } else break
  }
  size.frames = Math.max(1, frames)
}

/** Null for what is none of the four kinds, and for one that does not say its size. */
export function imageSize(bytes: Buffer): ImageSize | null {
  const size: ImageSize = { width: 0, height: 0, frames: 1, scans: 1 }
  if (bytes.length < 26) return null
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\u00ff\u00d8\u00ff')) readJpeg(bytes, size)
  else if (head.startsWith('\u0089PNG\r\n\u001a\n')) readPng(bytes, size)
  else if (head.startsWith('RIFF') && head.endsWith('WEBP')) readWebp(bytes, size)
  else if (/^GIF8[79]a/.test(head)) readGif(bytes, size)
  return size.width > 0 && size.height > 0 ? size : null
}
