// Puts PNG pictures into the files that Windows (.ico) and macOS (.icns) want.

export interface IconImage {
  /** Pixels on each side. */
  size: number
  png: Buffer
}

/** A Windows icon. Errors: a picture over 256 pixels, which the format cannot hold. */
export function icoOf(images: IconImage[]): Buffer {
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length + images.length * 16
  const entries = images.map(({ size, png }) => {
    if (size > 256) throw new RangeError(`an .ico holds up to 256 pixels, not ${size}`)
    const entry = Buffer.alloc(16)
    // 0 stands for 256.
    entry.writeUInt8(size % 256, 0)
    entry.writeUInt8(size % 256, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...images.map(({ png }) => png)])
}

/**
 * Kinds of picture in an .icns that are plain PNG on every macOS that runs the app, with their pixels. The kinds for 16
 * and 32 pixels on old screens are not among them; macOS shrinks the next larger one.
 */
export const icnsKinds: Record<string, number> = {
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024
}

/** A macOS icon. Errors: a size that is missing. */
export function icnsOf(images: IconImage[]): Buffer {
  const parts = Object.entries(icnsKinds).map(([kind, size]) => {
    const image = images.find((one) => one.size === size)
    if (!image) throw new RangeError(`an .icns needs ${size} pixels`)
    return part(kind, image.png)
  })
  return part('icns', Buffer.concat(parts))
}

function part(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(kind, 'latin1')
  head.writeUInt32BE(data.length + head.length, 4)
  return Buffer.concat([head, data])
}
