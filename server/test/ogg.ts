// Reads Opus in Ogg page by page, independently of the code under test, as a phone would.

export interface OggPage {
  isFirst: boolean
  isLast: boolean
  granule: bigint
  sequence: number
  serial: number
  isIntact: boolean
  body: Buffer
}

/** Bit by bit, straight from RFC 3533. */
function checksum(bytes: Buffer): number {
  let value = 0
  for (const byte of bytes) {
    value ^= byte << 24
    for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  }
  return value >>> 0
}

/** Errors: for anything that is no chain of pages from the first byte to the last. */
function readPages(file: Buffer): OggPage[] {
  const pages: OggPage[] = []
  for (let at = 0; at < file.length;) {
    if (file.toString('latin1', at, at + 4) !== 'OggS') throw new Error(`no page at ${at}`)
    const segments = [...file.subarray(at + 27, at + 27 + file[at + 26]!)]
    const start = at + 27 + segments.length
    const end = segments.reduce((sum, length) => sum + length, start)
    const bare = Buffer.from(file.subarray(at, end))
    bare.writeUInt32LE(0, 22)
    pages.push({
      isFirst: (file[at + 5]! & 2) !== 0,
      isLast: (file[at + 5]! & 4) !== 0,
      granule: file.readBigInt64LE(at + 6),
      serial: file.readUInt32LE(at + 14),
      sequence: file.readUInt32LE(at + 18),
      isIntact: file.readUInt32LE(at + 22) === checksum(bare),
      body: file.subarray(start, end)
    })
    at = end
  }
  return pages
}

/** The facts a player goes by. Errors: for a file that is not whole. */
export function readVoice(file: Buffer) {
  const pages = readPages(file)
  const [head, tags] = pages
  if (head?.body.toString('latin1', 0, 8) !== 'OpusHead') throw new Error('the first page is no OpusHead')
  if (tags?.body.toString('latin1', 0, 8) !== 'OpusTags') throw new Error('the second page has no OpusTags')
  const preSkip = head.body.readUInt16LE(10)
  return {
    channels: head.body[9],
    mappingFamily: head.body[18],
    seconds: (Number(pages.at(-1)?.granule ?? 0n) - preSkip) / 48_000,
    isWhole: pages.every(({ isIntact, sequence }, index) => isIntact && sequence === index) && pages.at(-1)?.isLast
  }
}
