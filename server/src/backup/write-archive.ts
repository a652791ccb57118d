// Writes an archive: tar, encrypted by age to public keys, under its name only when it is complete.
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { link, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Encrypter } from 'age-encryption'
import { pack as createPack } from 'tar-stream'
import { BackupError } from './backup-error.ts'

export interface ArchiveWriter {
  /** Adds what is small enough to be held. */
  add(name: string, content: Buffer): Promise<void>
  /** Adds a stream of exactly `size` bytes. */
  addStream(name: string, size: number, content: Readable): Promise<void>
}

function encrypterFor(keys: string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const key of keys) {
    try {
      encrypter.addRecipient(key)
    } catch {
      throw new BackupError(
        `"${key.slice(0, 12)}…" is no public key for backups: it begins with age1; npm run backup:key makes one.`
      )
    }
  }
  return encrypter
}

function explain(error: unknown, file: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(`The disk that holds ${file} is full; nothing was kept of this backup.`)
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOENT' || code === 'ENOTDIR')
    return new BackupError(`${file} cannot be written: ${message}`)
  return error
}

/** Runs `fill` and puts what it added into `file`. Errors: BackupError, those of `fill`; no file remains then. */
export async function writeArchive(
  file: string,
  keys: string[],
  fill: (archive: ArchiveWriter) => Promise<void>,
  signal?: AbortSignal
): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} exists already; a backup replaces no file.`)
  const encrypter = encrypterFor(keys)
  const draft = `${file}.${randomUUID().slice(0, 8)}.part`
  const pack = createPack()
  const addStream = async (name: string, size: number, content: Readable) => {
    await pipeline(content, pack.entry({ name, size }))
  }
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    const written = encrypter
      .encrypt(ReadableStream.from(pack as AsyncIterable<Uint8Array>))
      .then((sealed) =>
        pipeline(
          Readable.fromWeb(sealed as never),
          createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
          {
            signal
          }
        )
      )
      .catch((error: unknown) => {
        // Whoever fills it would wait for ever.
        pack.destroy(error as Error)
        throw error
      })
    const filled = fill({
      addStream,
      add: (name, content) => addStream(name, content.length, Readable.from([content]))
    })
      .then(() => pack.finalize())
      .catch((error: unknown) => {
        pack.destroy(error as Error)
        throw error
      })
    const [wrote, gave] = await Promise.allSettled([written, filled])
    // What failed first is told by both; the writer knows of the disk.
    if (gave.status === 'rejected') throw gave.reason
    if (wrote.status === 'rejected') throw wrote.reason
    // A link and not a rename: it never replaces what appeared under that name meanwhile.
    await link(draft, file)
  } catch (error) {
    throw explain(error, file)
  } finally {
    await rm(draft, { force: true })
  }
}
