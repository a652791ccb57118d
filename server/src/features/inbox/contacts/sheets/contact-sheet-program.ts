// Runs in a reader's process: reads a sheet of contacts, and packs them into steps. The node keeps the packed steps and
// opens one at a time, so that it never holds more contacts than it writes at once.
import {
  mostBadRows,
  mostImportRows,
  type BadRow,
  type ImportFailure
} from '@guiche/shared/features/inbox/contact-sheets.ts'
import type { OrderedFile } from '#platform/readers/reader-main.ts'
import { readSheet } from '#platform/sheets/read-sheet.ts'
import { SheetTooHeavy } from '#platform/sheets/sheet-errors.ts'
import { headingRows, readContactRows } from './read-contact-rows.ts'

/** Bytes of all steps, which the node keeps: 50,000 contacts with all that people write of them are 20 MB. */
const largestAnswer = 64 * 2 ** 20

/** What the reader is asked to do. */
export interface SheetOrder {
  /** Contacts of a step. */
  stepSize: number
}

/** What a file holds. */
export interface ReadSheet {
  /** Rows below the headings that hold anything. */
  total: number
  merged: number
  bad: number
  /** The first ones of the bad. */
  badRows: BadRow[]
  /** Contacts as JSON, so many in each. */
  steps: Uint8Array<ArrayBuffer>[]
}

function readAll(bytes: Uint8Array, stepSize: number): ReadSheet | ImportFailure {
  const most = mostImportRows + headingRows
  const rows = readSheet(bytes, most)
  if (rows.length > most) return 'too-many-rows'
  const read = readContactRows(rows)
  if (read === null) return rows.every((row) => row.every((text) => text === '')) ? 'empty' : 'no-columns'
  if (read.total === 0) return 'empty'
  if (read.total > mostImportRows) return 'too-many-rows'
  const { total, contacts, merged, bad } = read
  const steps = Array.from({ length: Math.ceil(contacts.length / stepSize) }, (_, at) =>
    new TextEncoder().encode(JSON.stringify(contacts.slice(at * stepSize, (at + 1) * stepSize)))
  )
  if (steps.reduce((sum, { length }) => sum + length, 0) > largestAnswer) return 'too-heavy'
  return { total, merged, bad: bad.length, badRows: bad.slice(0, mostBadRows), steps }
}

/** Errors: for what is no sheet. */
export async function readOrder(order: unknown, file: OrderedFile): Promise<ReadSheet | ImportFailure> {
  const bytes = await file.read(0, file.size)
  try {
    return readAll(bytes, (order as SheetOrder).stepSize)
  } catch (error) {
    if (error instanceof SheetTooHeavy) return 'too-heavy'
    throw error
  }
}
