// Encrypts what is stored, with a key of the company whose file it is: whoever stores or reads one need not think of it.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Logger } from 'pino'
import type { Database } from '#database/client.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { companyOfKey } from './company-folders.ts'
import { createFileKeys, type FileKeys } from './file-keys.ts'
import { createMeter } from './meter.ts'
import { besideOlderFiles } from './older-files.repo.ts'
import { partSize, plainSize, sealedRange } from './sealed-sizes.ts'
import { checkKey } from './storage-keys.ts'
import type { Storage, StoredFile } from './storage.ts'

/**
 * Below it lies what is encrypted; beside it, what was stored before there were keys. Where a file lies says which it is, and
 * never its content, which customers choose. Should the form change, the new one gets a folder of its own.
 */
const sealedFolder = 'sealed'
const sealedName = (key: string): string => `${sealedFolder}/${key}`

const isSealedName = (name: string): boolean => name.startsWith(`${sealedFolder}/`)

function checkOwn(key: string): string {
  if (isSealedName(checkKey(key))) throw new Error('this is not a storage key')
  return key
}

export interface EncryptionParts {
  /** Where the bytes lie. */
  raw: Storage
  /** The pool. */
  db: Database
  keys: FileKeys
  log: Logger
}

const isMissing = (error: unknown): boolean => error instanceof AppError && error.code === 'ERR_NOT_FOUND'

/** Encrypts and stores; `source` is taken in from the start. Errors: those of `save` of the port. */
export async function saveSealed(
  { raw, keys }: EncryptionParts,
  key: string,
  source: Readable,
  limit?: number
): Promise<StoredFile> {
  const meter = createMeter(limit)
  // Before anything is waited for: a source that breaks while nobody listens would end the process.
  const taken = pipeline(source, meter)
  taken.catch(() => {})
  try {
    const [keyring, { sealParts }] = await Promise.all([
      keys.forWriting(companyOfKey(key)),
      import('./sealed-parts.ts')
    ])
    await raw.save(sealedName(key), Readable.from(sealParts(keyring, key, meter)))
    return { key, size: meter.bytes }
  } catch (error) {
    source.destroy()
    meter.destroy()
    throw error
  }
}

/** Hands out what `parts` yields once its first part is open: what is wrong with that one is an error here. */
async function streamOf(parts: AsyncGenerator<Buffer>, sealed: Readable): Promise<Readable> {
  const first = await parts.next().catch((error: unknown) => {
    sealed.destroy()
    throw error
  })
  const stream = Readable.from(
    (async function* () {
      if (first.done !== true && first.value.length > 0) yield first.value
      yield* parts
    })(),
    { objectMode: false }
  )
  // Whoever goes away in the middle leaves nothing open.
  stream.once('close', () => sealed.destroy())
  return stream
}

async function* within(parts: AsyncIterable<Buffer>, start: number, end: number, first: number) {
  let at = first * partSize
  for await (const part of parts) {
    const wanted = part.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
    if (wanted.length > 0) yield wanted
    at += part.length
  }
}

/** Opens an encrypted file. Errors: ERR_NOT_FOUND; ERR_FILE_DAMAGED, also in the stream when a later part is concerned. */
export async function openSealed(
  { raw, keys }: EncryptionParts,
  key: string,
  range?: { start: number; end: number }
): Promise<Readable> {
  const sealed = await raw.open(sealedName(key), range && sealedRange(range))
  // Nobody listens until the key is here.
  sealed.on('error', () => {})
  const { damaged, openParts } = await import('./sealed-parts.ts')
  const keyring = await keys.forReading(companyOfKey(key)).catch((error: unknown) => {
    sealed.destroy()
    throw error
  })
  if (!keyring) {
    sealed.destroy()
    throw damaged('the key of its company is not here')
  }
  const first = range ? Math.floor(range.start / partSize) : 0
  const parts = openParts(keyring, key, sealed as AsyncIterable<Buffer>, { first, until: range?.end ?? null })
  return streamOf(range ? within(parts, range.start, range.end, first) : parts, sealed)
}

/** The files in the clear that are left of before. */
export async function* olderFiles(raw: Storage): AsyncIterable<StoredFile> {
  for await (const file of raw.sizes()) if (!isSealedName(file.key)) yield file
}

export const sealedSize = (raw: Storage, key: string): Promise<number | null> =>
  raw.size(sealedName(key)).then((size) => (size === null ? null : plainSize(size)))

export const removeSealed = (raw: Storage, key: string): Promise<void> => raw.remove(sealedName(key))

/** Each file once, although one that is being encrypted lies in both forms. */
async function* allFiles(raw: Storage): AsyncIterable<StoredFile> {
  for await (const { key, size } of raw.sizes()) {
    if (isSealedName(key)) yield { key: key.slice(sealedFolder.length + 1), size: plainSize(size) }
    else if ((await raw.size(sealedName(key))) === null) yield { key, size }
  }
}

/** The same storage, encrypted. Sizes are those of the files; what was stored before is read as it lies. */
export function encryptStorage(parts: EncryptionParts): Storage {
  const { raw, db, keys, log } = parts
  const isOlder = async (key: string) => (await raw.size(key)) !== null
  const report = (key: string, error: unknown): void => {
    if (error instanceof AppError && error.code === 'ERR_FILE_DAMAGED')
      log.error({ err: error, key }, 'a stored file cannot be read')
  }
  const open: Storage['open'] = async (key, range) => {
    try {
      const stream = await openSealed(parts, key, range)
      return stream.on('error', (error) => report(key, error))
    } catch (error) {
      if (isMissing(error)) return raw.open(key, range)
      report(key, error)
      throw error
    }
  }
  return {
    save: async (key, source, limit) => {
      checkOwn(key)
      // Taken in at once, as everywhere: the look for a file of before takes a moment.
      source.on('error', () => {})
      if (!(await isOlder(key))) return saveSealed(parts, key, source, limit)
      return besideOlderFiles(db, async () => {
        const saved = await saveSealed(parts, key, source, limit)
        await raw.remove(key)
        return saved
      })
    },
    open: async (key, range) => open(checkOwn(key), range),
    size: async (key) => (await sealedSize(raw, checkOwn(key))) ?? raw.size(key),
    list: async function* () {
      for await (const { key } of allFiles(raw)) yield key
    },
    sizes: () => allFiles(raw),
    remove: async (key) => {
      checkOwn(key)
      const remove = async () => {
        await raw.remove(key)
        await removeSealed(raw, key)
      }
      await ((await isOlder(key)) ? besideOlderFiles(db, remove) : remove())
    },
    removeFolder: async (name) => {
      checkOwn(name)
      await besideOlderFiles(db, async () => {
        await raw.removeFolder(name)
        await raw.removeFolder(sealedName(name))
      })
      const companyId = companyOfKey(`${name}/`)
      if (companyId !== null) keys.drop(companyId)
    }
  }
}

/** The storage of a server, in front of `raw`. */
export function openEncryption(raw: Storage, db: Database, secrets: Secrets, log: Logger): EncryptionParts {
  return { raw, db, keys: createFileKeys(db, secrets), log }
}
