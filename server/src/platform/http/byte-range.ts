// Reads the Range header (RFC 9110, section 14): one range of bytes; anything else is answered with the whole file.

export type ByteRange = { start: number; end: number } | 'whole' | 'unsatisfiable'

/** `end` is inclusive; `size` in bytes. */
export function readRange(header: string | undefined, size: number): ByteRange {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(/\s/g, '') ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
