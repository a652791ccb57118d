// Runs in a thread of its own: reads a sheet of contacts, and packs them into steps. The node keeps the packed steps and
// opens one at a time, so that it never holds more contacts than it writes at once.
import { parentPort, workerData } from 'node:worker_threads'
import {
  mostBadRows,
  mostImportRows,
  type BadRow,
  type ImportFailure
} from '@guiche/shared/features/inbox/contact-sheets.ts'
import { readSheet } from '#platform/sheets/read-sheet.ts'
import { headingRows, readContactRows } from './read-contact-rows.ts'

/** What the thread is asked to do. */
export interface SheetOrder {
  bytes: Uint8Array
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

const readAll = ({ bytes, stepSize }: SheetOrder): ReadSheet | ImportFailure => {
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
  return { total, merged, bad: bad.length, badRows: bad.slice(0, mostBadRows), steps }
}

const read = readAll(workerData as SheetOrder)
parentPort?.postMessage(read, typeof read === 'string' ? [] : read.steps.map(({ buffer }) => buffer))
