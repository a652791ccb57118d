// Makes a backup beside the running server: one snapshot of all tables, then the files.
import type { TransactionSql } from 'postgres'
import { createSecrets } from '#platform/secrets/secrets.ts'
import { serverVersion } from '#platform/server-version.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { addFiles, addTable } from './add-parts.ts'
import { formatVersion, names, tableId, type Header, type Manifest } from './archive-format.ts'
import { BackupError } from './backup-error.ts'
import type { Progress } from './progress.ts'
import * as repo from './tables.repo.ts'
import { writeArchive, type ArchiveWriter } from './write-archive.ts'

export interface BackupWish {
  databaseUrl: string
  storage: Storage
  appSecret: string
  /** Public keys, any of whose private halves opens the archive. */
  keys: string[]
  file: string
  progress?: Progress
  signal?: AbortSignal
}

/** Says whether two installations have the same APP_SECRET, and nothing of the secret. */
export const secretMark = (appSecret: string): string => createSecrets(appSecret).sign('backup', 'same-secret')

async function readHeader(tx: TransactionSql, appSecret: string): Promise<Header> {
  const migration = await repo.lastMigration(tx)
  if (!migration) throw new BackupError('This database holds no tables of Guichê.')
  return {
    product: 'guiche',
    format: formatVersion,
    version: serverVersion,
    createdAt: new Date().toISOString(),
    migration,
    jobsVersion: await repo.jobsVersion(tx),
    secret: secretMark(appSecret),
    tables: await repo.listTables(tx)
  }
}

async function addTables(archive: ArchiveWriter, tx: TransactionSql, header: Header, progress: Progress) {
  const tables: Manifest['tables'] = {}
  let total = 0
  for (const table of header.tables) {
    const id = tableId(table)
    const counted = await repo.fingerprintOf(tx, table)
    const before = total
    const { bytes, ...said } = await addTable(archive, id, await repo.copyOut(tx, table), {
      ...counted,
      progress: (what, done) => progress(what, before + done)
    })
    tables[id] = said
    total += bytes
  }
  return tables
}

/**
 * Writes the archive. The tables are of one moment; a file that they name was stored before that moment, so it is there
 * unless it was deleted since. Errors: BackupError, and those of database, storage and disk.
 */
export async function createBackup({ progress = () => {}, ...wish }: BackupWish): Promise<Manifest> {
  const sql = repo.openForBackup(wish.databaseUrl)
  let manifest: Manifest | undefined
  const fill = async (archive: ArchiveWriter) => {
    // Before the moment of the tables: what they hold has the key of every file that is encrypted by then.
    await repo.lockOlderFiles(sql)
    const fromDatabase = await repo.inSnapshot(sql, async (tx) => {
      const header = await readHeader(tx, wish.appSecret)
      await repo.lockTables(tx, header.tables)
      await archive.add(names.header, Buffer.from(JSON.stringify(header)))
      return { tables: await addTables(archive, tx, header, progress), sequences: await repo.readSequences(tx) }
    })
    manifest = { ...fromDatabase, files: await addFiles(archive, wish.storage, wish.storage.list(), progress) }
    await archive.add(names.manifest, Buffer.from(JSON.stringify(manifest)))
  }
  try {
    await writeArchive(wish.file, { keys: wish.keys }, fill, wish.signal)
  } finally {
    await sql.end({ timeout: 1 })
  }
  if (!manifest) throw new Error('the archive was not filled')
  return manifest
}
