// Reads and mends Opus in Ogg (RFC 3533, RFC 7845), the form of voice notes: its length, and one channel.

/** Samples a second that positions count, whatever the recording had. */
const rate = 48_000
const headMark = 'OpusHead'

const checksums = Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})

function checksumOf(page: Buffer): number {
  let value = 0
  for (const byte of page) value = ((value << 8) ^ (checksums[(value >>> 24) ^ byte] ?? 0)) >>> 0
  return value
}

/** Bytes of the page that begins at `at`; 0 when none does. */
function pageLength(file: Buffer, at: number): number {
  if (file.length < at + 27 || file.toString('latin1', at, at + 4) !== 'OggS') return 0
  const segments = file[at + 26] ?? 0
  let length = 27 + segments
  for (let index = 0; index < segments; index++) length += file[at + 27 + index] ?? 0
  return at + length <= file.length ? length : 0
}

/** Where the identification header begins; it has the first page for itself. */
function headOf(file: Buffer): number {
  const at = 27 + (file[26] ?? 0)
  return pageLength(file, 0) > 0 && file.toString('latin1', at, at + 8) === headMark ? at : -1
}

/** Seconds of sound; 0 for a file that holds none or is not Opus in Ogg. */
export function opusDuration(file: Buffer): number {
  const head = headOf(file)
  if (head === -1) return 0
  const silentStart = file.readUInt16LE(head + 10)
  let last = 0n
  for (let at = 0, length = 0; (length = pageLength(file, at)) > 0; at += length) {
    const position = file.readBigInt64LE(at + 6)
    // -1: no packet ends on this page.
    if (position > last) last = position
  }
  return Math.max(0, (Number(last) - silentStart) / rate)
}

/** Number of channels; 0 for a broken header and for what is not Opus in Ogg. */
export function opusChannels(file: Buffer): number {
  const head = headOf(file)
  return head === -1 ? 0 : (file[head + 9] ?? 0)
}

/** The same file for one channel: decoders mix, so that the sound need not be encoded again. */
export function asMono(file: Buffer): Buffer {
  const head = headOf(file)
  // A mapping family other than 0 describes more channels than a header can be talked out of.
  if (head === -1 || file[head + 9] === 1 || file[head + 18] !== 0) return file
  const mono = Buffer.from(file)
  mono[head + 9] = 1
  mono.writeUInt32LE(0, 22)
  mono.writeUInt32LE(checksumOf(mono.subarray(0, pageLength(mono, 0))), 22)
  return mono
}
