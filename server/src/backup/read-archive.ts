// Opens an archive with a private key and hands out its entries in their order.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter } from 'age-encryption'
import { extract as createExtract } from 'tar-stream'
import type { z } from 'zod'
import { BackupError } from './backup-error.ts'
import { formatVersion, headerSchema, names, type Header } from './archive-format.ts'

type Entry = AsyncIterable<Buffer> & { header: { name: string; size: number } }

function damaged(file: string, why: string): BackupError {
  return new BackupError(
    `${file} was cut, changed or damaged (${why}). Nothing of it was restored; use another backup.`,
    'damaged'
  )
}

export interface Archive {
  header: Header
  /** Name and size of the entry that is next; null at the end. */
  next(): { name: string; size: number } | null
  /** The bytes of that entry; afterwards the one behind it is next. */
  read(): AsyncGenerator<Buffer>
  readJson<T extends z.ZodType>(schema: T): Promise<z.infer<T>>
  /** The bytes of all entries from here on whose names begin so. */
  readParts(prefix: string): AsyncGenerator<Buffer>
  damaged(why: string): BackupError
}

/** Text of a private key's file, or the passphrase that an archive was encrypted with. */
export type ArchiveKey = string | { passphrase: string }

/** Bytes of an entry that is held as a whole. */
const mostHeld = 64 * 1_048_576

function decrypterFor(key: ArchiveKey): Decrypter {
  const decrypter = new Decrypter()
  if (typeof key !== 'string') {
    decrypter.addPassphrase(key.passphrase)
    return decrypter
  }
  try {
    for (const line of key.split('\n').map((text) => text.trim()))
      if (line && !line.startsWith('#')) decrypter.addIdentity(line)
  } catch {
    throw new BackupError('The key file holds no private key of backups (AGE-SECRET-KEY-1…).', 'wrong-key')
  }
  return decrypter
}

async function decrypt(file: string, key: ArchiveKey): Promise<{ plain: Readable; sealed: Readable }> {
  const decrypter = decrypterFor(key)
  const sealed = createReadStream(file)
  try {
    return { plain: Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(sealed) as never)) as never), sealed }
  } catch (error) {
    sealed.destroy()
    const { message, code } = error as NodeJS.ErrnoException
    if (code !== undefined && /^E[A-Z]+$/.test(code)) throw new BackupError(`${file} cannot be read: ${message}`)
    if (/no identity matched/i.test(message))
      throw new BackupError(
        typeof key === 'string'
          ? `The private key is not one that ${file} was encrypted to.`
          : `The passphrase is not that of ${file}.`,
        'wrong-key'
      )
    throw damaged(file, message)
  }
}

/** Runs `work` on an archive. Errors: BackupError for a wrong key and for whatever age or tar find changed. */
export async function openArchive<T>(
  file: string,
  key: ArchiveKey,
  work: (archive: Archive) => Promise<T>
): Promise<T> {
  const { plain, sealed } = await decrypt(file, key)
  const extract = createExtract()
  let broken: unknown
  const fed = pipeline(plain, extract).catch((error: unknown) => (broken ??= error))
  const entries = extract[Symbol.asyncIterator]()
  const guard = async <R>(step: () => Promise<R>): Promise<R> => {
    try {
      return await step()
    } catch (error) {
      throw damaged(file, ((broken ?? error) as Error).message)
    }
  }
  const nextEntry = () => guard(() => entries.next() as unknown as Promise<IteratorResult<Entry, undefined>>)
  try {
    let entry = (await nextEntry()).value
    const read = async function* () {
      if (!entry) throw damaged(file, 'it ends too early')
      const chunks = entry[Symbol.asyncIterator]()
      for (;;) {
        const chunk = await guard(() => chunks.next())
        if (chunk.done) break
        yield chunk.value
      }
      entry = (await nextEntry()).value
    }
    const readJson = async <S extends z.ZodType>(schema: S): Promise<z.infer<S>> => {
      if (entry && entry.header.size > mostHeld) throw damaged(file, `${entry.header.name} is too large`)
      const parts = await Array.fromAsync(read())
      return guard(async () => schema.parse(JSON.parse(Buffer.concat(parts).toString())))
    }
    if (entry?.header.name !== names.header) throw damaged(file, 'it is no backup of Guichê')
    const header = await readJson(headerSchema)
    if (header.format > formatVersion)
      throw new BackupError(
        `${file} was made by a newer Guichê (${header.version}): restore it with that one.`,
        'other-version'
      )
    return await work({
      header,
      next: () => (entry ? { name: entry.header.name, size: entry.header.size } : null),
      read,
      readJson,
      readParts: async function* (prefix) {
        while (entry?.header.name.startsWith(prefix)) yield* read()
      },
      damaged: (why) => damaged(file, why)
    })
  } finally {
    extract.destroy()
    plain.destroy()
    sealed.destroy()
    // Not waited for: a stream of the web that is cancelled in the middle of a piece may never say so.
    void fed
  }
}
