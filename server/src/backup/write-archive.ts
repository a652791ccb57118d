// Writes an archive: tar, encrypted by age to public keys, under its name only when it is complete.
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
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

/** Who opens an archive: the private half of any of these keys, or whoever knows the passphrase. */
export type ArchiveLock = { keys: string[] } | { passphrase: string }

/** Errors: BackupError for what is no public key. */
export function encrypterFor(lock: ArchiveLock): Encrypter {
  const encrypter = new Encrypter()
  if ('passphrase' in lock) {
    encrypter.setPassphrase(lock.passphrase)
    return encrypter
  }
  for (const key of lock.keys) {
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

const isOfTheSystem = (error: unknown): boolean =>
  /^(?:E[A-Z]+|ABORT_ERR)$/.test((error as { code?: string }).code ?? '')

function explain(error: unknown, file: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ABORT_ERR') return new BackupError('Stopped; nothing was kept of this backup.', 'stopped')
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(`The disk that holds ${file} is full; nothing was kept of this backup.`, 'disk-full')
  if (code === 'EFBIG') return new BackupError(`${file} would become larger than a file may be here; nothing was kept.`)
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOENT' || code === 'ENOTDIR')
    return new BackupError(`${file} cannot be written: ${message}`)
  return error
}

/** Gives a complete and flushed draft its name, for good. */
async function publish(draft: string, file: string): Promise<void> {
  try {
    // A link and not a rename: it never replaces what appeared under that name meanwhile.
    await link(draft, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new BackupError(`${file} appeared meanwhile; a backup replaces no file.`)
    // Not every file system of a stick or a share has links.
    await rename(draft, file)
  }
  const folder = await open(path.dirname(file))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Runs `fill` and puts what it added into `file`. Errors: BackupError, those of `fill`; no file remains then. */
export async function writeArchive(
  file: string,
  lock: ArchiveLock,
  fill: (archive: ArchiveWriter) => Promise<void>,
  signal?: AbortSignal
): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} exists already; a backup replaces no file.`)
  const encrypter = encrypterFor(lock)
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
          { signal }
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
    const failures = [wrote, gave].flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []))
    // Each side ends the other: what the system says is the cause, and else what the filling says.
    if (failures.length > 0) throw failures.find(isOfTheSystem) ?? failures.at(-1)
    await publish(draft, file)
  } catch (error) {
    throw explain(error, file)
  } finally {
    await rm(draft, { force: true })
  }
}
