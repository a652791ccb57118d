// The job that puts everything that is stored of a person into a zip: files first, so that data and page know what is missing.
import { Readable } from 'node:stream'
import { personExportDays, personKinds, type PersonKind } from '@guiche/shared/features/inbox/personal-data.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { removeUnusedFiles } from '#features/inbox/erasure/erasure.service.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { botLanguageOf } from '#features/org/settings/settings.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { JobAttempt } from '#platform/work/jobs.ts'
import { personExportMoved, type PersonRecords } from './personal-data.events.ts'
import * as repo from './personal-data.repo.ts'
import { personPage, type PageFacts } from './person-page.ts'
import { exportOf } from './personal-data.service.ts'
import { countRecords, readRecords, recordsOfContact, type ArchivedFile } from './read-records.ts'
import { writeArchive, type Archive } from './write-archive.ts'

/** Milliseconds between two reports of progress. */
const reportEvery = 1_000
const day = 24 * 3_600_000

export interface ExportRef {
  companyId: number
  exportId: number
  key: string
}

/** The row is gone: the person was erased, or nobody wants the copy any more. */
class ExportGone extends Error {}

/** Errors: ExportGone. */
async function moveExport(ctx: Ctx, { companyId, exportId }: ExportRef, change: repo.ExportChange) {
  const row = await inTransaction(ctx, async (tx) => {
    const moved = await repo.updateExport(tx.db, companyId, exportId, change)
    if (moved) tx.bus.emit(personExportMoved, { companyId, export: exportOf(moved) })
    return moved
  })
  if (!row) throw new ExportGone()
  return row
}

/** Counts what is done and reports it now and then. Errors: ExportGone, and when the node is about to stop. */
function createProgress(ctx: Ctx, ref: ExportRef, { isStopping }: JobAttempt) {
  let done = 0
  let reportedAt = Date.now()
  return async (count: number): Promise<void> => {
    done += count
    if (Date.now() - reportedAt < reportEvery) return
    reportedAt = Date.now()
    if (isStopping()) throw new Error('the node stops; the copy is made anew')
    await moveExport(ctx, ref, { done })
  }
}

type Progress = ReturnType<typeof createProgress>

/** Null for a file that is not stored any more. Errors: those of a storage that does not answer. */
async function openFile(ctx: Ctx, { key }: ArchivedFile): Promise<Readable | null> {
  try {
    return await ctx.storage.open(key)
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NOT_FOUND') return null
    throw error
  }
}

const isPacked = (mime: string): boolean => /^(?:image|video|audio)\/|zip|pdf|officedocument/.test(mime)

/** Adds the files of all records; answers with the paths of those that are not stored any more. */
async function addFiles(ctx: Ctx, archive: Archive, records: PersonRecords[], progress: Progress) {
  const missing = new Set<string>()
  for (const one of records) {
    if (!one.countFiles) continue
    for await (const { files } of readRecords(ctx, one)) {
      for (const file of files) {
        const source = await openFile(ctx, file)
        if (source) await archive.add(file.path, source, { compress: !isPacked(file.mime) })
        else missing.add(file.path)
        await progress(1)
      }
    }
  }
  return missing
}

/** What programs read, in pieces. */
async function* dataOf(ctx: Ctx, records: PersonRecords[], facts: PageFacts, progress: Progress) {
  const { company, now, counts, missing } = facts
  const head = JSON.stringify({ format: 'guiche-person-1', company, madeAt: now, counts, missingFiles: [...missing] })
  yield `${head.slice(0, -1)},"records":{`
  for (const [place, one] of records.entries()) {
    yield `${place === 0 ? '' : ','}\n${JSON.stringify(one.kind)}:[`
    let separator = '\n'
    for await (const { fields, files } of readRecords(ctx, one)) {
      const paths = files.map(({ path, name, mime }) => ({ path, name, mime, isMissing: missing.has(path) }))
      yield separator + JSON.stringify(paths.length > 0 ? { ...fields, files: paths } : fields)
      separator = ',\n'
      await progress(1)
    }
    yield ']'
  }
  yield '}}\n'
}

const inOrder = (records: PersonRecords[]): PersonRecords[] =>
  personKinds.flatMap((kind: PersonKind) => records.filter((one) => one.kind === kind))

interface Work {
  records: PersonRecords[]
  facts: PageFacts
  progress: Progress
}

async function fill(ctx: Ctx, archive: Archive, { records, facts, progress }: Work) {
  const missing = await addFiles(ctx, archive, records, progress)
  const known = { ...facts, missing }
  const text = { compress: true }
  await archive.add('data.json', Readable.from(dataOf(ctx, records, known, progress)), text)
  const sections = records.map((one) => ({ kind: one.kind, records: readRecords(ctx, one) }))
  await archive.add('index.html', Readable.from(personPage(known, sections)), text)
  return missing.size
}

async function writeExport(ctx: Ctx, ref: ExportRef, contactId: number, attempt: JobAttempt): Promise<void> {
  const { companyId, key } = ref
  const found = await recordsOfContact(ctx, companyId, contactId)
  if (!found) throw new ExportGone()
  const records = inOrder(found)
  const { counts, files } = await countRecords(ctx, records)
  const total = Object.values(counts).reduce((sum, count) => sum + count, files)
  await moveExport(ctx, ref, { status: 'running', total, done: 0, failure: null })
  const { name: company, timeZone } = await companyById(ctx, companyId)
  const language = await botLanguageOf(ctx, companyId)
  const facts: PageFacts = { language, company, timeZone, now: ctx.now(), counts, missing: new Set() }
  const progress = createProgress(ctx, ref, attempt)
  let missing = 0
  const size = await writeArchive(ctx, key, async (archive) => {
    missing = await fill(ctx, archive, { records, facts, progress })
  })
  const finishedAt = ctx.now()
  const expiresAt = new Date(finishedAt.getTime() + personExportDays * day)
  await moveExport(ctx, ref, { status: 'done', done: total, missing, size, finishedAt, expiresAt })
}

const failureOf = (error: unknown): 'storage-full' | 'internal' =>
  error instanceof AppError && error.code === 'ERR_STORAGE_FULL' ? 'storage-full' : 'internal'

/**
 * The worker. A try that breaks off leaves no file, and the next one begins anew; the last one says that it failed. What was
 * written of somebody who was erased meanwhile goes at once.
 */
export async function exportPerson(ctx: Ctx, ref: ExportRef, attempt: JobAttempt): Promise<void> {
  const row = await repo.findExport(ctx.db, ref.companyId, ref.exportId)
  if (row && row.status !== 'waiting' && row.status !== 'running') return
  try {
    if (!row) throw new ExportGone()
    await writeExport(ctx, ref, row.contactId, attempt)
  } catch (error) {
    if (error instanceof ExportGone) return dropFile(ctx, ref)
    if (attempt.isLastTry) await failExport(ctx, ref, failureOf(error))
    throw error
  }
}

/** The file goes for certain, whoever is killed in between. */
const dropFile = (ctx: Ctx, { companyId, key }: ExportRef): Promise<void> =>
  inTransaction(ctx, (tx) => removeUnusedFiles(tx, companyId, [[key]]))

/** Nothing further is tried, and the reason is shown until the row goes. */
export async function failExport(ctx: Ctx, ref: ExportRef, failure: 'storage-full' | 'internal'): Promise<void> {
  const finishedAt = ctx.now()
  const expiresAt = new Date(finishedAt.getTime() + personExportDays * day)
  await moveExport(ctx, ref, { status: 'failed', failure, finishedAt, expiresAt }).catch((error: unknown) => {
    if (!(error instanceof ExportGone)) throw error
  })
  await dropFile(ctx, ref)
}
