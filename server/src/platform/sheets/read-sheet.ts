// Reads a sheet (.csv, .xls, .xlsx) into rows of texts. For readers alone: a file of a stranger takes what it wants.
import { read, SSF, type CellObject } from '@e965/xlsx'
import { unpackBook } from './unpack-book.ts'

/** Columns of a row that are looked at; a mark in a sheet's last column would make 16,384 texts of each row. */
const mostColumns = 1_000

/** Programs for offices write UTF-8 with a mark, or Windows' own letters without one. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** .xlsx is a zip archive, .xls a compound file. */
const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b
const isCompound = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 && bytes[1] === 0xcf

/** Numbers with all their digits, whatever format shows fewer of them; dates as they are shown. */
function textOf(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.t === 'z' || cell.t === 'e') return ''
  if (typeof cell.v === 'number' && !SSF.is_date(String(cell.z ?? ''))) {
    return Number.isInteger(cell.v) ? cell.v.toFixed(0) : String(cell.v)
  }
  // An apostrophe keeps programs from taking a text for a formula.
  return (cell.w ?? String(cell.v)).replace(/^'(?=[=+\-@])/, '').trim()
}

const inOneBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** The first sheet of a file; at most `most` rows and one. Errors: SheetTooHeavy; others for what is no sheet. */
export function readSheet(bytes: Uint8Array, most: number): string[][] {
  // One row more than allowed, so that a file with too many is told from one that is just full.
  const options = { dense: true, sheetRows: most + 1, cellFormula: false, cellHTML: false } as const
  const unpacked = isArchive(bytes) ? unpackBook(inOneBuffer(bytes)) : bytes
  const book =
    isArchive(bytes) || isCompound(bytes)
      ? read(unpacked, { ...options, type: 'buffer', cellNF: true })
      : read(decode(bytes).replace(/^\uFEFF/, ''), { ...options, type: 'string', raw: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const cells = (sheet?.['!data'] ?? []) as (CellObject[] | undefined)[]
  return Array.from(cells, (row) => Array.from((row ?? []).slice(0, mostColumns), textOf))
}
