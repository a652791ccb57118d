// Imports from a sheet, in steps that survive a restart: each step and its count are one transaction. What becomes of the
// rows is up to whoever runs one.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { largestImport, type ContactImport, type ImportFailure } from '@guiche/shared/features/inbox/contact-sheets.ts'
import type { ContactDraft } from '@guiche/shared/features/inbox/contacts.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { erasedAmong } from '#features/inbox/erasure/erasure.service.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { JobAttempt } from '#platform/work/jobs.ts'
import { readFile } from '#platform/http/read-file.ts'
import { createFileReader, fileInMemory, type ReadMark } from '#platform/readers/file-reader.ts'
import { markReading } from '#platform/readers/mark-reading.ts'
import { FileUnreadable, ReaderEnded } from '#platform/readers/reader-errors.ts'
import { discardFile } from '#platform/storage/small-files.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import type { ReadSheet, SheetOrder } from './contact-sheet-program.ts'
import * as imports from './contact-imports.repo.ts'
import { contactImportMoved } from '../contacts.events.ts'

/** Contacts written in one transaction. */
const stepSize = 250
/** What may be imported, by its name. */
const sheetName = /\.(csv|xlsx?)$/i
/** Megabytes and milliseconds that a file may take; 50,000 rows of an office's program take half of the one. */
const readerMemory = 768
const readerPatience = 60_000
/** Imports that are listed. */
const listed = 10

export interface ImportRef {
  companyId: number
  importId: number
}

/** Writes some rows in the transaction of their step, and says how many were new and how many were completed. */
export type TakeRows = (
  tx: Ctx,
  place: { companyId: number; contactListId: number | null },
  drafts: ContactDraft[]
) => Promise<{ created: number; updated: number }>

function importOf(row: imports.ImportRow): ContactImport {
  const { companyId: _company, fileKey: _key, badRows: _rows, readingSince: _since, ...shown } = row
  return {
    ...shown,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt === null ? null : row.finishedAt.toISOString()
  }
}

/** Writes the change and tells it; null when the company or the list is gone. */
async function move(tx: Ctx, companyId: number, id: number, change: imports.ImportChange) {
  const row = await imports.updateImport(tx.db, companyId, id, change)
  if (row) tx.bus.emit(contactImportMoved, { companyId, import: importOf(row) })
  return row
}

/**
 * Keeps the file and has `enqueue` add the job that reads it. Errors: ERR_VALIDATION without a file,
 * ERR_MEDIA_TYPE_REFUSED for a file that is not called a sheet, ERR_MEDIA_TOO_LARGE, ERR_MEDIA_BROKEN,
 * ERR_UPLOAD_INTERRUPTED.
 */
export async function startSheetImport(
  ctx: Ctx,
  actor: Actor,
  request: FastifyRequest,
  { contactListId, enqueue }: { contactListId: number | null; enqueue: (tx: Ctx, data: ImportRef) => Promise<void> }
): Promise<ContactImport> {
  const { companyId } = actor
  const { bytes, name } = await readFile(request, largestImport)
  if (!sheetName.test(name)) throw new AppError('ERR_MEDIA_TYPE_REFUSED')
  const fileKey = `c${companyId}/imports/${uuidv7()}.sheet`
  await ctx.storage.save(fileKey, Readable.from([bytes]))
  return inTransaction(ctx, async (tx) => {
    const userName = actor.name
    const row = await imports.insertImport(tx.db, { companyId, contactListId, fileName: name, fileKey, userName })
    await enqueue(tx, { companyId, importId: row.id })
    const subject = { type: 'contact-import', id: row.id }
    recordAudit(tx, { companyId, action: 'contacts.imported', subject, after: { contactListId } })
    tx.bus.emit(contactImportMoved, { companyId, import: importOf(row) })
    return importOf(row)
  })
}

/** The newest ones, of a contact list or (null) of the contacts. */
export async function listSheetImports(ctx: Ctx, companyId: number, contactListId: number | null) {
  return {
    records: (await imports.newestImports(ctx.db, companyId, contactListId, listed)).map(importOf)
  }
}

/** Errors: ERR_NOT_FOUND, also for one of another list. */
export async function showSheetImport(ctx: Ctx, companyId: number, contactListId: number | null, id: number) {
  const row = await imports.findImport(ctx.db, companyId, id)
  if (row?.contactListId !== contactListId) throw new AppError('ERR_NOT_FOUND')
  return { ...importOf(row), badRows: row.badRows }
}

function takeStep(ctx: Ctx, { companyId, importId }: ImportRef, take: TakeRows, drafts: ContactDraft[]) {
  return inTransaction(ctx, async (tx) => {
    const row = await imports.findImport(tx.db, companyId, importId)
    if (!row || row.status === 'failed') return
    // Whoever was erased since the file came does not come back with it.
    const numbers = drafts.map(({ number }) => number)
    const erased = await erasedAmong(tx, companyId, numbers)
    const wanted = drafts.filter(({ number }) => !((erased.get(number) ?? row.createdAt) > row.createdAt))
    const { created, updated } = await take(tx, row, wanted)
    await move(tx, companyId, importId, {
      done: row.done + drafts.length,
      created: row.created + created,
      updated: row.updated + updated,
      unchanged: row.unchanged + drafts.length - created - updated
    })
  })
}

/** Reads sheets one after the other; each gets a process of its own. */
const sheetReader = createFileReader<SheetOrder, ReadSheet | ImportFailure>({
  program: new URL('./contact-sheet-program.ts', import.meta.url),
  memory: readerMemory,
  patience: readerPatience,
  isReused: false
})

/** A server ended while it read this import. */
class ReadBefore extends Error {}

/** The import says that it is being read, so that one with which the server ended is known as that. */
function markImport(ctx: Ctx, { companyId, importId }: ImportRef, mark: ReadMark): ReadMark {
  return {
    begin: async () => {
      await mark.begin()
      if (await imports.beginReading(ctx.db, companyId, importId)) return
      await mark.end(null)
      throw new ReadBefore()
    },
    end: async (failure) => {
      await mark.end(failure)
      await imports.updateImport(ctx.db, companyId, importId, { readingSince: null })
    }
  }
}

/** Why a sheet was not read. Errors: those that are not the file's fault. */
function failureOf(error: unknown): ImportFailure {
  if (error instanceof ReadBefore) return 'interrupted'
  if (error instanceof FileUnreadable) return 'unreadable'
  if (error instanceof ReaderEnded && error.reason !== 'stopped') return 'too-heavy'
  throw error
}

/** What the file holds, or why nothing of it can be taken. */
async function readImport(ctx: Ctx, ref: ImportRef, fileKey: string): Promise<ReadSheet | ImportFailure> {
  const { companyId } = ref
  const file = fileInMemory(await buffer(await ctx.storage.open(fileKey)))
  const mark = markImport(ctx, ref, markReading(ctx, companyId, file, { isAskedAnew: true }))
  return sheetReader.read({ stepSize }, file, { companyId, longestWait: null }, mark).catch((error: unknown) => {
    const failure = failureOf(error)
    ctx.log.debug({ err: error }, 'a sheet cannot be read')
    return failure
  })
}

async function finish(ctx: Ctx, companyId: number, row: imports.ImportRow, failure: ImportFailure | null) {
  const change = { status: failure === null ? ('done' as const) : ('failed' as const), failure, fileKey: null }
  await inTransaction(ctx, (tx) => move(tx, companyId, row.id, { ...change, finishedAt: ctx.now() }))
  await discardFile(ctx, row.fileKey)
}

/** Goes on where it stands; ends with a report or with the reason why there is none. */
async function runSheetImport(ctx: Ctx, ref: ImportRef, take: TakeRows): Promise<void> {
  const { companyId, importId } = ref
  const row = await imports.findImport(ctx.db, companyId, importId)
  if (row?.fileKey == null || row.status === 'done' || row.status === 'failed') return
  const read = await readImport(ctx, ref, row.fileKey)
  if (typeof read === 'string') return finish(ctx, companyId, row, read)
  const { steps, ...found } = read
  const settled = found.merged + found.bad
  if (row.status === 'waiting') {
    await inTransaction(ctx, (tx) => move(tx, companyId, importId, { ...found, done: settled, status: 'running' }))
  }
  const taken = row.status === 'running' ? row.done - settled : 0
  for (const [index, step] of steps.entries()) {
    const drafts = JSON.parse(new TextDecoder().decode(step)) as ContactDraft[]
    const left = drafts.slice(Math.max(0, taken - index * stepSize))
    if (left.length > 0) await takeStep(ctx, ref, take, left)
  }
  await finish(ctx, companyId, row, null)
}

/** Nothing further will be tried: what was taken stays, and the reason is shown. */
async function giveUpSheetImport(ctx: Ctx, { companyId, importId }: ImportRef): Promise<void> {
  const row = await imports.findImport(ctx.db, companyId, importId)
  if (row && row.status !== 'done') await finish(ctx, companyId, row, 'internal')
}

/** The worker of the job that reads an import. */
export function workSheetImport(take: TakeRows) {
  return async (ctx: Ctx, ref: ImportRef, { isLastTry }: JobAttempt): Promise<void> => {
    try {
      await runSheetImport(ctx, ref, take)
    } catch (error) {
      if (isLastTry) await giveUpSheetImport(ctx, ref)
      throw error
    }
  }
}
