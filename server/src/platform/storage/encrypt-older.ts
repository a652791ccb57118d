// Encrypts the files of before there were keys, one after the other, beside servers that run: as often as it is broken off.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyOfKey } from './company-folders.ts'
import {
  olderFiles,
  openSealed,
  removeSealed,
  saveSealed,
  sealedSize,
  type EncryptionParts
} from './encrypt-storage.ts'
import { aloneWithOlderFiles } from './older-files.repo.ts'
import type { StoredFile } from './storage.ts'

/** Files that are named at a time; the others are counted. */
const batch = 5000
/** Milliseconds of one run: the next one begins within a minute. */
const longestRun = 4 * 60_000
/** Milliseconds for which nothing is looked for once nothing was found. A restored backup may bring files of before. */
const restsFor = 23 * 3_600_000
/** Files between two lines of the log. */
const sayEvery = 500

/** Looks at the lock, and milliseconds between two: whoever removes a file has it for a moment, a backup for long. */
const [looks, pause] = [10, 300]

type Outcome = 'encrypted' | 'gone' | 'busy'

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

const isDamaged = (error: unknown): boolean => error instanceof AppError && error.code === 'ERR_FILE_DAMAGED'

/** What lies there encrypted already, of a run that was ended; null for nothing that can be read. */
async function sealedHash(parts: EncryptionParts, key: string): Promise<string | null> {
  if ((await sealedSize(parts.raw, key)) === null) return null
  return openSealed(parts, key)
    .then(hashOf)
    .catch((error: unknown) => {
      if (isDamaged(error)) return null
      throw error
    })
}

/**
 * Written, read back and compared, and only then is the one in the clear removed. Whoever removes the file meanwhile waits
 * for it: none comes back by this. Errors: those of storage and database; the file is then as it was.
 */
async function encryptOne(parts: EncryptionParts, key: string): Promise<Outcome> {
  const { raw, db, keys } = parts
  const done = await aloneWithOlderFiles<Outcome>(db, async () => {
    if ((await raw.size(key)) === null) return 'gone'
    // A save is newer than what lies in the clear; a run that was ended wrote the same.
    if ((await sealedHash(parts, key)) === null) {
      // The key first: without one the file would be opened for nothing.
      await keys.forWriting(companyOfKey(key))
      await saveSealed(parts, key, await raw.open(key))
      if ((await sealedHash(parts, key)) !== (await hashOf(await raw.open(key)))) {
        await removeSealed(raw, key)
        throw new Error('what was encrypted is not what was read')
      }
    }
    await raw.remove(key)
    return 'encrypted'
  })
  return done ?? 'busy'
}

async function encryptWhenFree(parts: EncryptionParts, key: string, mayGoOn: () => boolean): Promise<Outcome> {
  for (let look = 1; ; look++) {
    const outcome = await encryptOne(parts, key)
    if (outcome !== 'busy' || look === looks || !mayGoOn()) return outcome
    await setTimeout(pause)
  }
}

interface Found {
  files: StoredFile[]
  count: number
  bytes: number
}

async function findOlder({ raw }: EncryptionParts): Promise<Found> {
  const found: Found = { files: [], count: 0, bytes: 0 }
  for await (const file of olderFiles(raw)) {
    found.count++
    found.bytes += file.size
    if (found.files.length < batch) found.files.push(file)
  }
  return found
}

interface Done {
  encrypted: number
  bytes: number
  /** Of companies that are gone: their files are about to go. */
  ofNobody: number
  failed: number
}

/** Does what it can until `mayGoOn` says no; false when it was to wait for others. */
async function encryptAll(parts: EncryptionParts, found: Found, done: Done, mayGoOn: () => boolean): Promise<boolean> {
  const { log } = parts
  for (const { key, size } of found.files) {
    if (!mayGoOn()) return true
    try {
      const outcome = await encryptWhenFree(parts, key, mayGoOn)
      if (outcome === 'busy') return false
      if (outcome === 'gone') continue
      done.encrypted++
      done.bytes += size
      if (done.encrypted % sayEvery === 0)
        log.info({ ...done, left: found.count - done.encrypted }, 'encrypting files of before')
    } catch (error) {
      const code = error instanceof AppError ? error.code : null
      // Nothing is gained by trying the others.
      if (code === 'ERR_STORAGE_FULL') throw error
      if (code === 'ERR_NOT_FOUND') done.ofNobody++
      else {
        done.failed++
        log.warn({ err: error, key }, 'a file of before was not encrypted')
      }
    }
  }
  return true
}

/**
 * Makes the work of a node, called every minute: a few minutes of it at a time, none while a backup copies files, and none
 * for a day once nothing is left.
 */
export function createOlderFilesWork(parts: EncryptionParts): (now: Date, isStopping: () => boolean) => Promise<void> {
  let restsUntil = 0
  return async (now, isStopping) => {
    if (now.getTime() < restsUntil) return
    const found = await findOlder(parts)
    const done: Done = { encrypted: 0, bytes: 0, ofNobody: 0, failed: 0 }
    if (found.count > 0) {
      const until = Date.now() + longestRun
      const wasFree = await encryptAll(parts, found, done, () => !isStopping() && Date.now() < until)
      const left = found.count - done.encrypted
      parts.log.info(
        { ...done, left, waits: !wasFree },
        left > 0 ? 'encrypting files of before' : 'files of before are encrypted'
      )
    }
    // What cannot be encrypted now is tried again tomorrow, too.
    if (found.count === done.encrypted + done.ofNobody + done.failed) restsUntil = now.getTime() + restsFor
  }
}
