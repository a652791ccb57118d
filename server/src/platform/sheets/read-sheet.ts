// Reads a sheet (.csv, .xls, .xlsx) into rows of texts. For threads alone: a file of a stranger takes what time it wants.
import { read, SSF, type CellObject } from '@e965/xlsx'

/** Programs for offices write UTF-8 with a mark, or Windows' own letters without one. */
const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const isBook = (bytes: Uint8Array): boolean =>
  // A zip archive (.xlsx), or a compound file (.xls).
  (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0xd0 && bytes[1] === 0xcf)

/** Numbers with all their digits, whatever format shows fewer of them; dates as they are shown. */
const textOf = (cell: CellObject | undefined): string => {
  if (cell?.v === undefined || cell.t === 'z' || cell.t === 'e') return ''
  if (typeof cell.v === 'number' && !SSF.is_date(String(cell.z ?? ''))) {
    return Number.isInteger(cell.v) ? cell.v.toFixed(0) : String(cell.v)
  }
  // An apostrophe keeps programs from taking a text for a formula.
  return (cell.w ?? String(cell.v)).replace(/^'(?=[=+\-@])/, '').trim()
}

/** The first sheet of a file; at most `most` rows and one. Errors: for what is no sheet. */
export const readSheet = (bytes: Uint8Array, most: number): string[][] => {
  // One row more than allowed, so that a file with too many is told from one that is just full.
  const options = { dense: true, sheetRows: most + 1, cellFormula: false, cellHTML: false } as const
  const book = isBook(bytes)
    ? read(bytes, { ...options, type: 'buffer', cellNF: true })
    : read(decode(bytes).replace(/^\uFEFF/, ''), { ...options, type: 'string', raw: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const cells = (sheet?.['!data'] ?? []) as (CellObject[] | undefined)[]
  return Array.from(cells, (row) => Array.from(row ?? [], textOf))
}
