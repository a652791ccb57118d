// Files that are small and valid, and large once somebody unpacks them, as an attacker makes them with any tool.
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** Bits, the highest first, with a zero behind each 0xff as JPEG has it. */
function jpegBits() {
  const bytes: number[] = []
  let [held, count] = [0, 0]
  const add = (value: number, width: number): void => {
    for (let bit = width - 1; bit >= 0; bit--) {
      held = (held << 1) | ((value >>> bit) & 1)
      if (++count < 8) continue
      bytes.push(held)
      if (held === 0xff) bytes.push(0)
      ;[held, count] = [0, 0]
    }
  }
  return {
    add,
    end: () => {
      while (count > 0) add(1, 1)
      return Buffer.from(bytes)
    }
  }
}

function jpegPart(marker: number, ...body: number[]): Buffer {
  return Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff, ...body])
}

/** Symbols that say how many blocks of a pass are empty: 1, 2, 4 up to 16,384 of them, and so many more. */
const runs = Array.from({ length: 15 }, (_, n) => n << 4)

/** The blocks of one coefficient of a grey picture: all empty. */
function emptyPass(blocks: number): Buffer {
  const bits = jpegBits()
  for (let left = blocks; left > 0;) {
    const power = Math.min(14, Math.floor(Math.log2(left)))
    const more = Math.min(left - 2 ** power, 2 ** power - 1)
    bits.add(power, 4)
    bits.add(more, power)
    left -= 2 ** power + more
  }
  return bits.end()
}

/** A grey progressive JPEG that goes over all its pixels `passes` times, at most 64. */
export function progressiveJpeg(width: number, height: number, passes: number): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const lightness = Buffer.alloc(Math.ceil(blocks / 8))
  // The last byte is filled up with ones.
  if (blocks % 8 > 0) lightness[lightness.length - 1] = 0xff >> (blocks % 8)
  const pass = (from: number, body: Buffer): Buffer => Buffer.concat([jpegPart(0xda, 1, 1, 0, from, from, 0), body])
  const empty = emptyPass(blocks)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegPart(0xdb, 0, ...Array<number>(64).fill(1)),
    jpegPart(0xc2, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0),
    jpegPart(0xc4, 0x00, 1, ...Array<number>(15).fill(0), 0),
    jpegPart(0xc4, 0x10, 0, 0, 0, runs.length, ...Array<number>(12).fill(0), ...runs),
    pass(0, lightness),
    ...Array.from({ length: passes - 1 }, (_, n) => pass(n + 1, empty)),
    Buffer.from([0xff, 0xd9])
  ])
}

export function pngChunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A black PNG of one bit a pixel; `further` chunks stand before its pixels. */
export function blackPng(width: number, height: number, further: Buffer[] = []): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size[8] = 1
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    pngChunk('IHDR', size),
    ...further,
    pngChunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0))
  ])
}

/** A chunk of a PNG with a text or a profile of colours of so many bytes, packed. */
export function packedPngChunk(kind: 'zTXt' | 'iCCP', bytes: number): Buffer {
  return pngChunk(kind, Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 'a'))]))
}

/** An animation of pictures of one pixel on a canvas. */
export function flickeringGif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\u0080\0\0\0\0\0\u00ff\u00ff\u00ff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])])
}

function riffChunk(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(kind, 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** `still`, a WebP of this size, shown so many times. */
export function repeatedWebp(still: Buffer, side: number, frames: number): Buffer {
  const canvas = Buffer.alloc(10)
  canvas[0] = 2
  canvas.writeUIntLE(side - 1, 4, 3)
  canvas.writeUIntLE(side - 1, 7, 3)
  const frame = Buffer.alloc(16)
  frame.writeUIntLE(side - 1, 6, 3)
  frame.writeUIntLE(side - 1, 9, 3)
  frame[12] = 40
  const shown = riffChunk('ANMF', Buffer.concat([frame, still.subarray(12)]))
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riffChunk('VP8X', canvas),
    riffChunk('ANIM', Buffer.alloc(6)),
    ...Array<Buffer>(frames).fill(shown)
  ])
  return riffChunk('RIFF', body)
}

export interface ZipEntry {
  name: string
  /** Packed. */
  body: Buffer
  /** Bytes, unpacked. */
  size: number
  sum: number
  /** What the archive says of the size; the truth when left out. */
  claimed?: number
  /** Where another entry begins, whose bytes it shares; it has its own when left out. */
  at?: number
}

export function zipEntry(name: string, text: Buffer | string): ZipEntry {
  const bytes = Buffer.from(text)
  return { name, body: deflateRawSync(bytes), size: bytes.length, sum: crc32(bytes) }
}

/** A zip archive; what it says of its entries may be a lie. */
export function zip(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const { name, body, sum, claimed = entry.size } = entry
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(sum, 14)
    local.writeUInt32LE(body.length, 18)
    local.writeUInt32LE(claimed, 22)
    local.writeUInt16LE(name.length, 26)
    const listed = Buffer.alloc(46)
    listed.writeUInt32LE(0x02014b50, 0)
    listed.writeUInt16LE(20, 4)
    local.copy(listed, 6, 4, 30)
    listed.writeUInt32LE(entry.at ?? at, 42)
    directory.push(listed, Buffer.from(name))
    if (entry.at !== undefined) continue
    parts.push(local, Buffer.from(name), body)
    at += 30 + name.length + body.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12
  )
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org'
const main = `xmlns="${office}/spreadsheetml/2006/main"`
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const relations = `${office}/officeDocument/2006/relationships`

/** What a book has beside its sheets: it can be opened by any program for sheets. */
export const bookParts: ZipEntry[] = [
  zipEntry(
    '[Content_Types].xml',
    `${head}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kinds}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${kinds}.sharedStrings+xml"/></Types>`
  ),
  zipEntry(
    '_rels/.rels',
    `${head}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
  ),
  zipEntry(
    'xl/workbook.xml',
    `${head}<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`
  ),
  zipEntry(
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`
  )
]

/** The first sheet of a book, with these rows. */
export function sheetEntry(rows: Buffer | string): ZipEntry {
  const [before, behind] = [`${head}<worksheet ${main}><sheetData>`, '</sheetData></worksheet>']
  return zipEntry(
    'xl/worksheets/sheet1.xml',
    Buffer.concat([Buffer.from(before), Buffer.from(rows), Buffer.from(behind)])
  )
}

/** The texts of a book. */
export function textsEntry(texts: string): ZipEntry {
  return zipEntry('xl/sharedStrings.xml', `${head}<sst ${main}>${texts}</sst>`)
}
