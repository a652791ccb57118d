// Takes a company in from its archive: all of it is looked at first, then it comes in one transaction, or nothing of it stays.
import type { Readable } from 'node:stream'
import type { TransactionSql } from 'postgres'
import { trialDays } from '@guiche/shared/features/org/companies.ts'
import { BackupError } from '#backup/backup-error.ts'
import type { Progress } from '#backup/progress.ts'
import { openArchive, type ArchiveKey } from '#backup/read-archive.ts'
import { lastMigration } from '#backup/tables.repo.ts'
import { walkArchive, type ArchiveTarget } from '#backup/walk-archive.ts'
import { openBeside, openTransaction, rawOf, type Database } from '#database/client.ts'
import { appendRows, type UnchainedRow } from '#platform/audit/audit-log.repo.ts'
import { sealText } from '#platform/secrets/sealed-text.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import { companyFolders } from '#platform/storage/company-folders.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { CompanyArchive } from './archive-facts.ts'
import type { Moves } from './arrivals.repo.ts'
import { checkCompanyArchive } from './check-archive.ts'
import { billingTables } from './company-tables.ts'
import * as arriving from './arriving-company.repo.ts'
import { explainImport } from './import-error.ts'
import { ownTables } from './own-tables.repo.ts'
import { checkStages, settleSettings, type ImportTerms } from './check-stages.ts'
import * as staging from './staging.repo.ts'
import { takeAudit } from './take-audit.ts'

/** Who takes it in, for the audit log. */
export type Importer = Pick<UnchainedRow, 'actorKind' | 'actorId' | 'actorName' | 'actorEmail' | 'address' | 'agent'>

export const byCommand: Importer = {
  actorKind: 'system',
  actorId: null,
  actorName: null,
  actorEmail: null,
  address: null,
  agent: null
}

export interface CompanyImportWish {
  db: Database
  storage: Storage
  secrets: Secrets
  file: string
  key: ArchiveKey
  terms: ImportTerms
  by: Importer
  progress?: Progress
  signal?: AbortSignal
}

export interface CompanyImported {
  companyId: number
  name: string
  rows: number
  files: number
  bytes: number
  /** Entries of the audit log, and what the old chain proves. */
  audit: { entries: number; chain: string }
  /** Secrets that are to be entered anew. */
  unreadable: number
}

/** Removes what imports that ended without an end have left. Answers with how many there were. */
export async function sweepImports(db: Database, storage: Storage): Promise<number> {
  const gone = await arriving.removeLeftovers(db)
  for (const id of gone) for (const folder of companyFolders(id)) await storage.removeFolder(folder)
  return gone.length
}

/** The tables that are filled as they come; the audit log is chained anew. */
const filled = (terms: ImportTerms) =>
  ownTables.filter(({ name }) => name !== 'audit_log' && (terms.withBilling || !billingTables.has(name)))

/** Numbers of archives go so far and span so much at the most: a server has enough of them for many companies. */
const mostNumber = 2 ** 46
const mostSpan = 2 ** 36

/** Sets blocks of numbers aside, as wide as what the archive names, gaps included. */
async function reserveMoves(tx: TransactionSql): Promise<Moves> {
  const moves = new Map<string, number>()
  for (const [space, { least, most }] of await staging.readRanges(tx, ownTables)) {
    const span = most - least + 1
    if (least < 1 || most > mostNumber || span > mostSpan)
      throw new BackupError(
        `The numbers of ${space} in the archive are none that a server gives. Nothing was taken in.`
      )
    moves.set(space, (await staging.reserveNumbers(tx, space, span)) - least)
  }
  return moves
}

interface Place {
  companyId: number
  name: string
}

/** With everything staged and looked at, the company gets its place: from here on there is something to take back. */
async function settle(
  tx: TransactionSql,
  { company, manifest, own }: CompanyArchive,
  wish: CompanyImportWish
): Promise<Place> {
  const { db, terms } = wish
  await checkStages(tx, manifest, terms)
  await settleSettings(tx, terms)
  for (const { value, ...place } of own.secrets) await staging.putSealed(tx, place, sealText(wish, value))
  const name = terms.name ?? company.name
  if (await staging.isNameTaken(tx, name))
    throw new BackupError(`A company called ${name} is here already: give this one another name.`, 'name', name)
  const planName = terms.plan ?? company.plan
  const planId = planName === null ? null : await arriving.findPlan(tx, planName)
  if (planName !== null && planId === null)
    throw new BackupError(`There is no plan called ${planName} here: make one, or choose another.`, 'plan', planName)
  const companyId = await arriving.nextCompanyId(tx)
  await arriving.lockImport(tx, companyId)
  const trialEnd = new Date(Date.now() + trialDays * 86_400_000).toISOString()
  const { dueDate, extraUsers, extraConnections, extrasShare } = company
  const billing = terms.withBilling
    ? { dueDate, extraUsers, extraConnections, extrasShare }
    : { dueDate: trialEnd, extraUsers: 0, extraConnections: 0, extrasShare: 0 }
  await arriving.insertClosedCompany(db, companyId, { name, planId, ...billing }, company)
  return { companyId, name }
}

const rekeyed = (key: string, from: number, to: number): string =>
  key.replace(new RegExp(`^(c|quick-messages/|schedules/)${from}/`), `$1${to}/`)

function importEntry(
  { header, company }: CompanyArchive,
  place: Place,
  by: Importer,
  audit: CompanyImported['audit']
): UnchainedRow {
  return {
    ...by,
    companyId: place.companyId,
    at: new Date(),
    action: 'company.imported',
    subjectType: 'company',
    subjectId: String(place.companyId),
    subjectLabel: place.name,
    aboutCompanyId: null,
    before: null,
    after: { exportedAt: header.createdAt, name: company.name, formerId: company.id, ...audit }
  }
}

/** Runs in the transaction that holds the rows; `onPlace` hears of the company as soon as there is something to take back. */
async function load(
  db: Database,
  checked: CompanyArchive,
  wish: CompanyImportWish,
  onPlace: (companyId: number) => void
): Promise<CompanyImported> {
  const { file, key, storage, signal, terms, by } = wish
  const progress = wish.progress ?? (() => {})
  const tx = rawOf(db) as unknown as TransactionSql
  await staging.makeStages(tx, ownTables)
  let place: Place | null = null
  const placed = async (): Promise<Place> => {
    if (place) return place
    place = await settle(tx, checked, wish)
    onPlace(place.companyId)
    return place
  }
  const byName = new Map(ownTables.map((table) => [table.name, table]))
  const target: ArchiveTarget = {
    table: ({ name }) => {
      signal?.throwIfAborted()
      const table = byName.get(name)
      if (!table) throw new BackupError(`There is no table ${name} here.`)
      return staging.copyToStage(tx, table)
    },
    file: async (name: string, content: Readable) => {
      signal?.throwIfAborted()
      const { companyId } = await placed()
      await storage.save(rekeyed(name, checked.company.id, companyId), content)
    }
  }
  const manifest = await openArchive(file, key, (archive) => walkArchive(archive, target, progress))
  const { companyId, name } = await placed()
  signal?.throwIfAborted()
  const moves = await reserveMoves(tx)
  progress('rows', manifest.files.bytes)
  await staging.fillTables(tx, filled(terms), { from: checked.company.id, to: companyId, moves })
  const audit = await takeAudit(tx, db, checked.own.audit, { from: checked.company.id, to: companyId, moves })
  await appendRows(db, companyId, [importEntry(checked, { companyId, name }, by, audit)])
  await arriving.openCompany(tx, companyId, { status: checked.company.status, bytes: manifest.files.bytes })
  signal?.throwIfAborted()
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  const { count, bytes } = manifest.files
  return { companyId, name, rows, files: count, bytes, audit, unreadable: checked.own.unreadable.length }
}

/**
 * Everything of the archive is verified before a row is written. Its numbers become new ones of here, its files lie under the
 * new company, connections are to be paired, nothing is sent by itself. Errors: BackupError with what is in the way; nothing
 * of the company is here then. Of an import that was killed `sweepImports` removes what there is.
 */
export async function importCompany(wish: CompanyImportWish): Promise<CompanyImported> {
  const beside = openBeside(wish.db, 'guiche-company-import')
  let begun = false
  try {
    const migration = await lastMigration(beside.$client)
    if (!migration) throw new BackupError('This database holds no tables of Guichê.')
    const checked = await checkCompanyArchive(wish.file, wish.key, migration, wish.progress ?? (() => {}))
    return await openTransaction(beside, (db) => load(db, checked, wish, () => (begun = true)))
  } catch (error) {
    // Stopped, or not: what stands of it goes with its lock.
    throw wish.signal?.aborted === true
      ? new BackupError('Stopped; nothing was kept of this company.', 'stopped')
      : explainImport(error)
  } finally {
    await beside.$client.end({ timeout: 1 })
    if (begun) await sweepImports(wish.db, wish.storage)
  }
}
