// Adds tables and files to an archive, in parts small enough to be held.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { names, type IndexLine, type Manifest } from './archive-format.ts'
import { createMeter } from './meter.ts'
import type { Progress } from './progress.ts'
import type { ArchiveWriter } from './write-archive.ts'

/** Bytes of an entry of a table, and files between two parts of the index: all that is held at a time. */
const partSize = 4 * 1_048_576
const filesPerIndex = 1000

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

/** What the rows were counted to, and how far they are. */
export interface CountedRows {
  rows: number
  fingerprint: string
  progress: Progress
}

/** Adds the COPY text of a table. Errors: when it has another number of rows than were counted. */
export async function addTable(
  archive: ArchiveWriter,
  id: string,
  text: Readable,
  { rows, fingerprint, progress }: CountedRows
): Promise<Manifest['tables'][string] & { bytes: number }> {
  const meter = createMeter()
  meter.on('data', () => progress(id, meter.bytes))
  await pipeline(text, meter, createGzip({ level: 3 }), (zipped: AsyncIterable<Buffer>) =>
    addInParts(archive, names.table(id), zipped)
  )
  if (meter.lines !== rows) throw new Error(`${id} has ${rows} rows and gave ${meter.lines}`)
  return { rows, fingerprint, sha256: meter.sha256, bytes: meter.bytes }
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

/** Adds the files of these keys with an index after each thousand; those that are gone by now are counted. */
export async function addFiles(
  archive: ArchiveWriter,
  storage: Storage,
  keys: AsyncIterable<string>,
  progress: Progress
): Promise<Manifest['files']> {
  const files = { count: 0, bytes: 0, gone: 0 }
  let lines: IndexLine[] = []
  let indexes = 0
  const addIndex = async () => {
    if (lines.length === 0) return
    await archive.add(`${names.index}${String(++indexes).padStart(6, '0')}`, Buffer.from(JSON.stringify(lines)))
    lines = []
  }
  for await (const key of keys) {
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
