// Runs in a thread of its own: writes rows into a sheet.
import { parentPort, workerData } from 'node:worker_threads'
import { utils, write } from '@e965/xlsx'

/** What the thread is asked to do. */
export interface SheetOrder {
  kind: 'csv' | 'xlsx'
  rows: string[][]
}

function writeBook(rows: string[][]): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Guichê')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Uint8Array
}

function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Semicolons and a mark of UTF-8: what programs for offices open with a click where a comma divides decimals. */
const writeText = (rows: string[][]): Uint8Array =>
  Buffer.from(`\uFEFF${rows.map((row) => row.map(quoted).join(';')).join('\r\n')}\r\n`)

const { kind, rows } = workerData as SheetOrder

// A thread's port has no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(kind === 'xlsx' ? writeBook(rows) : writeText(rows))
