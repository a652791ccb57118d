// Runs in a thread of its own: reads a sheet into rows of texts, or writes rows into a sheet.
import { parentPort, workerData } from 'node:worker_threads'
import { read, SSF, utils, write, type CellObject } from '@e965/xlsx'

/** What the thread is asked to do. */
export type SheetOrder = { kind: 'read'; bytes: Uint8Array; most: number } | { kind: 'csv' | 'xlsx'; rows: string[][] }

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

const readRows = (bytes: Uint8Array, most: number): string[][] => {
  // One row more than allowed, so that a file with too many is told from one that is just full.
  const options = { dense: true, sheetRows: most + 1, cellFormula: false, cellHTML: false } as const
  const book = isBook(bytes)
    ? read(bytes, { ...options, type: 'buffer', cellNF: true })
    : read(decode(bytes).replace(/^\uFEFF/, ''), { ...options, type: 'string', raw: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const cells = (sheet?.['!data'] ?? []) as (CellObject[] | undefined)[]
  return Array.from(cells, (row) => Array.from(row ?? [], textOf))
}

const writeBook = (rows: string[][]): Uint8Array => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Guichê')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Uint8Array
}

const quoted = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Semicolons and a mark of UTF-8: what programs for offices open with a click where a comma divides decimals. */
const writeText = (rows: string[][]): Uint8Array =>
  Buffer.from(`\uFEFF${rows.map((row) => row.map(quoted).join(';')).join('\r\n')}\r\n`)

/** Rows of one part. */
const partSize = 500

const partsOf = (order: SheetOrder): (string[][] | Uint8Array)[] => {
  if (order.kind !== 'read') return [order.kind === 'xlsx' ? writeBook(order.rows) : writeText(order.rows)]
  const rows = readRows(order.bytes, order.most)
  return Array.from({ length: Math.ceil(rows.length / partSize) }, (_, at) =>
    rows.slice(at * partSize, (at + 1) * partSize)
  )
}

const parts = partsOf(workerData as SheetOrder)
let sent = 0
/** The next part, or null behind the last one. */
const send = () => {
  // A thread's port has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage({ part: parts[sent++] ?? null })
}
parentPort?.on('message', send)
send()
