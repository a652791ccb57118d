// Writes the archive of one company beside the running server: its rows of one moment, then its files.
import type { TransactionSql } from 'postgres'
import { addFiles, addTable } from '#backup/add-parts.ts'
import { formatVersion, names, type Header, type Manifest } from '#backup/archive-format.ts'
import { BackupError } from '#backup/backup-error.ts'
import type { Progress } from '#backup/progress.ts'
import { inSnapshot, lastMigration, lockOlderFiles } from '#backup/tables.repo.ts'
import { writeArchive, type ArchiveLock, type ArchiveWriter } from '#backup/write-archive.ts'
import { openBeside, type Database } from '#database/client.ts'
import { openText } from '#platform/secrets/sealed-text.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import { serverVersion } from '#platform/server-version.ts'
import { companyOfKey } from '#platform/storage/company-folders.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { CompanyFacts, CompanyManifest } from './archive-facts.ts'
import { leftOut, passingFolders } from './company-tables.ts'
import * as repo from './company-rows.repo.ts'
import { ownTables } from './own-tables.repo.ts'

export interface CompanyExportWish {
  db: Database
  storage: Storage
  secrets: Secrets
  companyId: number
  lock: ArchiveLock
  /** Appears under this name when it is complete. */
  file: string
  progress?: Progress
  signal?: AbortSignal
}

export interface CompanyExported {
  company: CompanyFacts
  rows: number
  files: number
  bytes: number
}

/** The tables of an archive as its header lists them. */
export const listedTables: Header['tables'] = ownTables.map(({ name, columns }) => ({
  schema: 'public',
  name,
  columns: columns.map((column) => column.name)
}))

async function headerOf(tx: TransactionSql, company: CompanyFacts): Promise<Header> {
  const migration = await lastMigration(tx)
  if (!migration) throw new BackupError('This database holds no tables of Guichê.')
  return {
    product: 'guiche',
    format: formatVersion,
    version: serverVersion,
    createdAt: new Date().toISOString(),
    migration,
    jobsVersion: null,
    secret: '',
    tables: listedTables,
    company
  }
}

/** Opened with the secret of this server, as far as it opens them. */
async function openSecrets(tx: TransactionSql, { secrets, companyId }: CompanyExportWish) {
  const opened: CompanyManifest['secrets'] = []
  const unreadable: CompanyManifest['unreadable'] = []
  for (const { value, ...place } of await repo.readSealed(tx, companyId)) {
    try {
      opened.push({ ...place, value: openText({ secrets }, value) })
    } catch {
      unreadable.push(place)
    }
  }
  return { secrets: opened, unreadable }
}

async function addRows(archive: ArchiveWriter, tx: TransactionSql, companyId: number, progress: Progress) {
  const tables: Manifest['tables'] = {}
  let total = 0
  for (const table of ownTables) {
    const id = `public.${table.name}`
    const before = total
    const counted = await repo.countRows(tx, table, companyId)
    const { bytes, ...said } = await addTable(archive, id, await repo.copyRows(tx, table, companyId), {
      ...counted,
      progress: (what, done) => progress(what, before + done)
    })
    tables[id] = said
    total += bytes
  }
  return tables
}

interface Removals {
  keys: Set<string>
  folders: string[]
}

/** Files of the company but those that pass and those that are about to be removed. */
async function* ownFiles({ storage, companyId }: CompanyExportWish, removals: Removals): AsyncGenerator<string> {
  const passing = passingFolders.map((folder) => `c${companyId}/${folder}/`)
  const staying = [...passing, ...removals.folders]
  for await (const key of storage.list()) {
    if (companyOfKey(key) !== companyId || removals.keys.has(key)) continue
    if (!staying.some((folder) => key.startsWith(folder))) yield key
  }
}

/**
 * Rows are of one moment; a file that they name was stored before it and is there unless it was deleted since. What is held
 * in memory does not grow with the company. Errors: BackupError, and those of database, storage and disk; no file remains then.
 */
export async function exportCompany(wish: CompanyExportWish): Promise<CompanyExported> {
  const { companyId, progress = () => {} } = wish
  const beside = openBeside(wish.db, 'guiche-company-export')
  let done: CompanyExported | undefined
  const fill = async (archive: ArchiveWriter) => {
    // A file that changes its form while files are listed might be met in neither.
    await lockOlderFiles(beside.$client)
    const { company, tables, own, removals } = await inSnapshot(beside.$client, async (tx) => {
      await repo.lockTables(tx, ownTables)
      const facts = await repo.findFacts(tx, companyId)
      if (!facts) throw new BackupError(`There is no company ${companyId} here.`)
      await archive.add(names.header, Buffer.from(JSON.stringify(await headerOf(tx, facts))))
      const inside: CompanyManifest = {
        ...(await openSecrets(tx, wish)),
        leftOut: { ...leftOut },
        audit: await repo.readAuditHead(tx, companyId)
      }
      return {
        company: facts,
        own: inside,
        removals: await repo.readRemovals(tx, companyId),
        tables: await addRows(archive, tx, companyId, progress)
      }
    })
    const files = await addFiles(archive, wish.storage, ownFiles(wish, removals), progress)
    const manifest: Manifest = { tables, sequences: [], files, company: own }
    await archive.add(names.manifest, Buffer.from(JSON.stringify(manifest)))
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    done = { company, rows, files: files.count, bytes: files.bytes }
  }
  try {
    await writeArchive(wish.file, wish.lock, fill, wish.signal)
  } finally {
    await beside.$client.end({ timeout: 1 })
  }
  if (!done) throw new Error('the archive was not filled')
  return done
}
