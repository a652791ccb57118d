// Unpacks a zip archive (.xlsx) within limits, and packs its entries anew without compression: whoever reads the sheet
// then meets nothing that could grow.
import { inflateRawSync } from 'node:zlib'
import { SheetTooHeavy } from './sheet-errors.ts'

/** Entries of an archive; a book with hundreds of sheets has some thousand. */
const mostEntries = 5_000
/** Bytes of one entry and of all, unpacked. 50,000 rows of 20 columns are about 60 MB. */
const largestEntry = 120 * 2 ** 20
const largestAll = 160 * 2 ** 20
/** An entry larger than this may not be so many times what it is packed; letters of a sheet reach about 30. */
const ratioCounts = 10 * 2 ** 20
const highestRatio = 150

/** Pictures and the like, which no row needs. */
const isNeedless = (name: string): boolean =>
  /^(xl\/(media|embeddings|drawings|charts|printerSettings)|docProps)\//i.test(name)

interface Entry {
  name: Buffer
  method: number
  packed: number
  unpacked: number
  /** Where its own header begins. */
  at: number
}

const broken = (): Error => new Error('the archive is broken')

/** The 64-bit numbers that stand behind an entry whose own fields are too small for them. */
function wideNumbers(extra: Buffer): bigint[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const [kind, length] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)]
    const body = extra.subarray(at + 4, at + 4 + length)
    if (kind === 1) return Array.from({ length: Math.floor(body.length / 8) }, (_, n) => body.readBigUInt64LE(n * 8))
    at += 4 + length
  }
  return []
}

function readEntry(bytes: Buffer, at: number): { entry: Entry; next: number } {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw broken()
  const [nameLength, extraLength, noteLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
  const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)]
  if ((flags & 1) === 1) throw new Error('the archive is encrypted')
  const nameEnd = at + 46 + (nameLength ?? 0)
  const extraEnd = nameEnd + (extraLength ?? 0)
  const wide = wideNumbers(bytes.subarray(nameEnd, extraEnd))
  // In this order, each only where its own field is full.
  const [unpacked = 0, packed = 0, place = 0] = [24, 20, 42].map((field) => {
    const number = bytes.readUInt32LE(at + field)
    return number === 0xffffffff ? Number(wide.shift() ?? 0xffffffffn) : number
  })
  const entry = { name: bytes.subarray(at + 46, nameEnd), method, packed, unpacked, at: place }
  return { entry, next: extraEnd + (noteLength ?? 0) }
}

/** What the directory at the archive's end says. Errors: SheetTooHeavy, others for a broken one. */
function readDirectory(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end === -1 || end + 22 > bytes.length) throw broken()
  const count = bytes.readUInt16LE(end + 10)
  if (count > mostEntries) throw new SheetTooHeavy(`${count} entries`)
  const entries: Entry[] = []
  for (let at = bytes.readUInt32LE(end + 16); entries.length < count;) {
    const { entry, next } = readEntry(bytes, at)
    entries.push(entry)
    at = next
  }
  return entries
}

/** Errors: SheetTooHeavy for what the directory says of sizes. */
function checkSizes(entries: Entry[]): void {
  let all = 0
  for (const { packed, unpacked } of entries) {
    all += unpacked
    if (unpacked > largestEntry || all > largestAll)
      throw new SheetTooHeavy(`an entry of ${unpacked} bytes, ${all} in all`)
    if (unpacked > ratioCounts && unpacked > packed * highestRatio) {
      throw new SheetTooHeavy(`an entry of ${packed} bytes unpacks to ${unpacked}`)
    }
  }
}

/** The entry's packed bytes. Errors: for a broken archive. */
function packedOf(bytes: Buffer, { packed, at }: Entry): Buffer {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) throw broken()
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const body = bytes.subarray(from, from + packed)
  if (body.length !== packed) throw broken()
  return body
}

/** Errors: SheetTooHeavy for entries that share bytes, with which a small file unpacks to any size. */
function checkReferences(bytes: Buffer, entries: Entry[]): void {
  let free = 0
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if (entry.at < free) throw new SheetTooHeavy('entries lie over one another')
    const body = packedOf(bytes, entry)
    free = body.byteOffset - bytes.byteOffset + body.length
  }
}

/** The entry's bytes, which may not be more than the directory says. Errors: SheetTooHeavy, others for a broken one. */
function unpack(bytes: Buffer, entry: Entry): Buffer {
  const { method, unpacked } = entry
  const body = packedOf(bytes, entry)
  if (method === 0) return body
  if (method !== 8) throw new Error('the archive is packed in a way nobody uses')
  try {
    return inflateRawSync(body, { maxOutputLength: Math.max(1, unpacked) })
  } catch (error) {
    const isLonger = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw isLonger ? new SheetTooHeavy('an entry is longer than it says') : error
  }
}

/** An archive of these entries without compression. */
function pack(entries: { name: Buffer; body: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, body } of entries) {
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt32LE(body.length, 18)
    local.writeUInt32LE(body.length, 22)
    local.writeUInt16LE(name.length, 26)
    const listed = Buffer.alloc(46)
    listed.writeUInt32LE(0x02014b50, 0)
    local.copy(listed, 6, 4, 30)
    listed.writeUInt32LE(at, 42)
    parts.push(local, name, body)
    directory.push(listed, name)
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

/**
 * The same book without compression and without its pictures. Nothing is unpacked before the sizes it claims are checked,
 * and never more than it claims. Errors: SheetTooHeavy; others for what is no archive.
 */
export function unpackBook(bytes: Buffer): Buffer {
  const entries = readDirectory(bytes).filter(({ name }) => !isNeedless(name.toString('latin1')))
  checkSizes(entries)
  checkReferences(bytes, entries)
  return pack(entries.map((entry) => ({ name: entry.name, body: unpack(bytes, entry) })))
}
