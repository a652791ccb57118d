// Counts what each company has stored, as files come and go: whoever stores or removes one need not think of it.
import type { Logger } from 'pino'
import type { Database } from '#database/client.ts'
import { companyOfKey } from './company-folders.ts'
import type { Storage } from './storage.ts'
import { addStoredBytes, isCountedSince, setStoredBytes } from './stored-bytes.repo.ts'

/**
 * The same storage, counted. A file is stored whether or not its bytes could be counted, and a whole folder goes uncounted:
 * `recountStorage` sets right what differs.
 */
export function countStorage(storage: Storage, db: Database, log: Logger): Storage {
  const count = async (companyId: number, bytes: number): Promise<void> => {
    if (bytes === 0) return
    try {
      await addStoredBytes(db, companyId, bytes)
    } catch (error) {
      log.warn({ err: error, companyId, bytes }, 'stored bytes were not counted')
    }
  }
  return {
    ...storage,
    save: async (key, source, limit) => {
      const companyId = companyOfKey(key)
      if (companyId === null) return storage.save(key, source, limit)
      // Taken in at once: a source that breaks before anybody listens would end the process.
      const [before, saved] = await Promise.all([storage.size(key).catch(() => null), storage.save(key, source, limit)])
      await count(companyId, saved.size - (before ?? 0))
      return saved
    },
    remove: async (key) => {
      const companyId = companyOfKey(key)
      const size = companyId === null ? null : await storage.size(key)
      await storage.remove(key)
      if (companyId !== null && size !== null) await count(companyId, -size)
    }
  }
}

/** Milliseconds after which the files are added up again. */
const countsHold = 23 * 3_600_000

/**
 * Adds up the files of all companies, once a day and before the first time. What is stored behind its back may be missing
 * until the next day, and nothing is there twice: nobody is refused by mistake.
 */
export async function recountStorage(storage: Storage, db: Database, now: Date): Promise<void> {
  if (await isCountedSince(db, new Date(now.getTime() - countsHold))) return
  const found = new Map<number, number>()
  for await (const { key, size } of storage.sizes()) {
    const companyId = companyOfKey(key)
    if (companyId !== null) found.set(companyId, (found.get(companyId) ?? 0) + size)
  }
  await setStoredBytes(db, found, now)
}
