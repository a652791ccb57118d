// Makes a backup beside the running server: one snapshot of all tables, then the files.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { TransactionSql } from 'postgres'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { createSecrets } from '#platform/secrets/secrets.ts'
import { serverVersion } from '#platform/server-version.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { formatVersion, names, tableId, type Header, type IndexLine, type Manifest } from './archive-format.ts'
import { BackupError } from './backup-error.ts'
import { createMeter } from './meter.ts'
import type { Progress } from './progress.ts'
import * as repo from './tables.repo.ts'
import { writeArchive, type ArchiveWriter } from './write-archive.ts'

/** Bytes of an entry of a table, and files between two parts of the index: all that is held at a time. */
const partSize = 4 * 1_048_576
const filesPerIndex = 1000

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

/** Cuts a stream into entries, whose sizes tar wants to know beforehand. */
async function addInParts(archive: ArchiveWriter, prefix: string, content: AsyncIterable<Buffer>): Promise<void> {
  let held: Buffer[] = []
  let [size, number] = [0, 0]
  const flush = async () => {
    await archive.add(`${prefix}${String(++number).padStart(6, '0')}`, Buffer.concat(held))
    held = []
    size = 0
  }
  for await (const chunk of content) {
    held.push(chunk)
    size += chunk.length
    if (size >= partSize) await flush()
  }
  if (size > 0) await flush()
}

async function addTables(archive: ArchiveWriter, tx: TransactionSql, header: Header, progress: Progress) {
  const tables: Manifest['tables'] = {}
  let total = 0
  for (const table of header.tables) {
    const id = tableId(table)
    const meter = createMeter()
    meter.on('data', (chunk: Buffer) => progress(id, (total += chunk.length)))
    const { rows, fingerprint } = await repo.fingerprintOf(tx, table)
    await pipeline(await repo.copyOut(tx, table), meter, createGzip({ level: 3 }), (zipped: AsyncIterable<Buffer>) =>
      addInParts(archive, names.table(id), zipped)
    )
    if (meter.lines !== rows) throw new Error(`${id} has ${rows} rows and gave ${meter.lines}`)
    tables[id] = { rows, fingerprint, sha256: meter.sha256 }
  }
  return tables
}

async function openUnlessGone(storage: Storage, key: string): Promise<{ size: number; content: Readable } | null> {
  const size = await storage.size(key)
  if (size === null) return null
  try {
    return { size, content: await storage.open(key) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_NOT_FOUND') return null
    throw error
  }
}

async function addFiles(archive: ArchiveWriter, storage: Storage, progress: Progress): Promise<Manifest['files']> {
  const files = { count: 0, bytes: 0, gone: 0 }
  let lines: IndexLine[] = []
  let indexes = 0
  const addIndex = async () => {
    if (lines.length === 0) return
    await archive.add(`${names.index}${String(++indexes).padStart(6, '0')}`, Buffer.from(JSON.stringify(lines)))
    lines = []
  }
  for await (const key of storage.list()) {
    const found = await openUnlessGone(storage, key)
    if (found === null) {
      files.gone++
      continue
    }
    const meter = createMeter()
    found.content.on('error', (error) => meter.destroy(error))
    await archive.addStream(names.files + key, found.size, found.content.pipe(meter))
    lines.push({ key, size: found.size, sha256: meter.sha256 })
    files.count++
    files.bytes += found.size
    progress(`${files.count} files`, files.bytes)
    if (lines.length === filesPerIndex) await addIndex()
  }
  await addIndex()
  return files
}

/**
 * Writes the archive. The tables are of one moment; a file that they name was stored before that moment, so it is there
 * unless it was deleted since. Errors: BackupError, and those of database, storage and disk.
 */
export async function createBackup({ progress = () => {}, ...wish }: BackupWish): Promise<Manifest> {
  const sql = repo.openForBackup(wish.databaseUrl)
  let manifest: Manifest | undefined
  const fill = async (archive: ArchiveWriter) => {
    const fromDatabase = await repo.inSnapshot(sql, async (tx) => {
      const header = await readHeader(tx, wish.appSecret)
      await repo.lockTables(tx, header.tables)
      await archive.add(names.header, Buffer.from(JSON.stringify(header)))
      return { tables: await addTables(archive, tx, header, progress), sequences: await repo.readSequences(tx) }
    })
    manifest = { ...fromDatabase, files: await addFiles(archive, wish.storage, progress) }
    await archive.add(names.manifest, Buffer.from(JSON.stringify(manifest)))
  }
  try {
    await writeArchive(wish.file, wish.keys, fill, wish.signal)
  } finally {
    await sql.end({ timeout: 1 })
  }
  if (!manifest) throw new Error('the archive was not filled')
  return manifest
}
