// Goes through an archive once, in its order, and checks everything that it says of itself.
import { pipeline } from 'node:stream/promises'
import { Readable, Writable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { indexLineSchema, manifestSchema, names, tableId, type Header, type Manifest } from './archive-format.ts'
import { createMeter } from './meter.ts'
import type { Progress } from './progress.ts'
import type { Archive } from './read-archive.ts'

export interface ArchiveTarget {
  /** Where the COPY text of a table goes. */
  table(table: Header['tables'][number]): Promise<Writable>
  /** Takes the bytes of a file until their end. */
  file(key: string, content: Readable): Promise<void>
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
/** Takes everything and keeps nothing. */
export const noTarget: ArchiveTarget = {
  table: () => Promise.resolve(nowhere()),
  file: (_key, content) => pipeline(content, nowhere())
}

async function walkTables(archive: Archive, target: ArchiveTarget, progress: Progress) {
  const found = new Map<string, { rows: number; sha256: string }>()
  let total = 0
  for (const table of archive.header.tables) {
    const id = tableId(table)
    const meter = createMeter()
    meter.on('data', (chunk: Buffer) => progress(id, (total += chunk.length)))
    const parts = Readable.from(archive.readParts(names.table(id)), { objectMode: false })
    await pipeline(parts, createGunzip(), meter, await target.table(table))
    found.set(id, { rows: meter.lines, sha256: meter.sha256 })
  }
  return found
}

async function walkFiles(archive: Archive, target: ArchiveTarget, progress: Progress) {
  const files = { count: 0, bytes: 0 }
  let waiting: { key: string; size: number; sha256: string }[] = []
  for (let next = archive.next(); next && next.name !== names.manifest; next = archive.next()) {
    if (next.name.startsWith(names.index)) {
      const lines = await archive.readJson(z.array(indexLineSchema))
      if (JSON.stringify(lines) !== JSON.stringify(waiting)) throw archive.damaged('files differ from their index')
      waiting = []
      continue
    }
    if (!next.name.startsWith(names.files)) throw archive.damaged(`${next.name} has no business in it`)
    const key = next.name.slice(names.files.length)
    const meter = createMeter()
    const content = Readable.from(archive.read(), { objectMode: false })
    await Promise.all([pipeline(content, meter), target.file(key, meter)])
    waiting.push({ key, size: meter.bytes, sha256: meter.sha256 })
    files.count++
    files.bytes += meter.bytes
    progress(`${files.count} files`, files.bytes)
  }
  if (waiting.length > 0) throw archive.damaged('files without an index')
  return files
}

/** Feeds `target` with all of the archive. Errors: BackupError when something is not as the archive says. */
export async function walkArchive(archive: Archive, target: ArchiveTarget, progress: Progress): Promise<Manifest> {
  const tables = await walkTables(archive, target, progress)
  const files = await walkFiles(archive, target, progress)
  if (archive.next() === null) throw archive.damaged('it ends too early')
  const manifest = await archive.readJson(manifestSchema)
  if (archive.next() !== null) throw archive.damaged('something follows its end')
  for (const [id, { rows, sha256 }] of tables) {
    const said = manifest.tables[id]
    if (said?.rows !== rows || said.sha256 !== sha256) throw archive.damaged(`${id} is not as the manifest says`)
  }
  if (manifest.files.count !== files.count || manifest.files.bytes !== files.bytes)
    throw archive.damaged('the number of files is not as the manifest says')
  return manifest
}
