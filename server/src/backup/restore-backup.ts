// Restores a backup: all of it is verified, then loaded in one transaction and compared with its fingerprints.
import type { Readable } from 'node:stream'
import type { TransactionSql } from 'postgres'
import type { Logger } from 'pino'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isKnownMigration, migrateDatabase } from '#database/migrate.ts'
import type { AppSecrets } from '#platform/secrets/app-secret.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { installJobTables, jobTablesVersion } from '#platform/work/open-boss.ts'
import { tableId, type Header, type Manifest } from './archive-format.ts'
import { BackupError } from './backup-error.ts'
import { secretMark } from './create-backup.ts'
import type { Progress } from './progress.ts'
import { openArchive, type Archive } from './read-archive.ts'
import * as repo from './tables.repo.ts'
import { verifyBackup } from './verify-backup.ts'
import { walkArchive } from './walk-archive.ts'

export interface RestoreWish {
  databaseUrl: string
  storage: Storage
  appSecrets: AppSecrets
  /** Text of the private key's file. */
  identity: string
  file: string
  log: Logger
  /** Whatever the target holds goes. */
  replace?: boolean
  /** For a move: WhatsApp's keys are used on, since the old server was stopped before the backup and stays so. */
  keepSessions?: boolean
  /** The secret is lost: what it sealed stays unreadable. */
  acceptOtherSecret?: boolean
  progress?: Progress
}

type Target = Pick<RestoreWish, 'storage' | 'replace' | 'databaseUrl'>

function checkOrigin({ migration, jobsVersion, secret, version, company }: Header, wish: RestoreWish): void {
  if (company !== undefined)
    throw new BackupError('This is the archive of one company: npm run company:import takes it.')
  if (!isKnownMigration(migration))
    throw new BackupError(
      `The backup was made by Guichê ${version} with tables this version does not know: use a newer one.`
    )
  if (jobsVersion !== null && jobsVersion !== jobTablesVersion)
    throw new BackupError(
      `The tables of jobs in the backup are not those of this version: restore it with Guichê ${version}, then update.`
    )
  const { current, accepted } = wish.appSecrets
  const isOurs = [current, ...accepted].some((own) => secretMark(own) === secret)
  if (!isOurs && !wish.acceptOtherSecret)
    throw new BackupError(
      'The backup belongs to another APP_SECRET than the one set here. Set the APP_SECRET of the old server (or copy its ' +
        'DATA_DIR/secrets.json), or add it to APP_SECRET_ACCEPTED. If it is lost for good, --accept-other-secret restores all the rest: files and stored ' +
        'keys of models, integrations and WhatsApp stay unreadable.'
    )
}

async function removeFiles(storage: Storage): Promise<void> {
  for await (const key of storage.list()) await storage.remove(key)
}

async function hasFiles(storage: Storage): Promise<boolean> {
  const { done } = await storage.list()[Symbol.asyncIterator]().next()
  return done !== true
}

async function checkTarget(sql: ReturnType<typeof repo.openForBackup>, { storage, replace }: Target): Promise<void> {
  if ((await repo.countServers(sql)) > 0)
    throw new BackupError('A server is connected to this database: stop it before the restore.')
  const isEmpty = (await repo.listTables(sql)).length === 0 && !(await hasFiles(storage))
  if (!isEmpty && !replace)
    throw new BackupError('The database or the files here are not empty: --replace deletes what they hold first.')
}

/** Empty tables as they were when the backup was made; the next start of the server brings them up to date. */
async function makeTables(url: string, { migration, jobsVersion }: Header, log: Logger): Promise<void> {
  await migrateDatabase(url, migration.at)
  if (jobsVersion !== null) await installJobTables(url, log)
}

async function load(tx: TransactionSql, archive: Archive, wish: RestoreWish): Promise<Manifest> {
  const { tables } = archive.header
  const target = {
    table: (table: Header['tables'][number]) => repo.copyIn(tx, table),
    file: async (key: string, content: Readable) => void (await wish.storage.save(key, content))
  }
  const here = (await repo.listTables(tx)).map((table) => JSON.stringify(table))
  if (here.join() !== tables.map((table) => JSON.stringify(table)).join())
    throw new BackupError(
      'The tables of this version are not those of the backup: restore it with the version that made it.'
    )
  let manifest: Manifest | undefined
  await repo.whileUnbound(tx, tables, async () => {
    manifest = await walkArchive(archive, target, wish.progress ?? (() => {}))
  })
  if (!manifest) throw new Error('nothing was loaded')
  await repo.setSequences(tx, manifest.sequences)
  for (const table of tables) {
    const { rows, fingerprint } = await repo.fingerprintOf(tx, table)
    const said = manifest.tables[tableId(table)]
    if (said?.rows !== rows || said.fingerprint !== fingerprint)
      throw new BackupError(`${tableId(table)} came out different from what was backed up; nothing was kept.`)
  }
  if (!wish.keepSessions) await repo.quietDown(tx)
  // Keys that nothing opens would keep the server from starting, and from storing files.
  if (wish.acceptOtherSecret) await repo.giveUpKeys(tx)
  return manifest
}

function explain(error: unknown): unknown {
  const isFull =
    (error instanceof AppError && error.code === 'ERR_STORAGE_FULL') || (error as { code?: string }).code === '53100'
  return isFull ? new BackupError('The disk is full; nothing was restored.') : error
}

/** Errors: BackupError. Nothing is written before the whole archive was verified; a failure leaves the target empty. */
export async function restoreBackup(wish: RestoreWish): Promise<{ header: Header; manifest: Manifest }> {
  const { header } = await verifyBackup(wish.file, wish.identity, wish.progress)
  checkOrigin(header, wish)
  const sql = repo.openForBackup(wish.databaseUrl)
  try {
    await checkTarget(sql, wish)
    try {
      await repo.dropEverything(sql)
      await removeFiles(wish.storage)
      await makeTables(wish.databaseUrl, header, wish.log)
      const manifest = await openArchive(wish.file, wish.identity, (archive) =>
        sql.begin((tx) => load(tx, archive, wish))
      )
      return { header, manifest }
    } catch (error) {
      await repo.dropEverything(sql)
      await removeFiles(wish.storage)
      throw explain(error)
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}
