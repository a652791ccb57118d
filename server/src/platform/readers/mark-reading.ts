// Marks a stranger's file before it is read: one that ended its reader, or the whole server, is not tried again.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '#platform/ctx.ts'
import type { ReadMark } from './file-reader.ts'
import * as repo from './file-readings.repo.ts'
import { FileUnreadable, ReaderEnded } from './reader-errors.ts'
import type { OrderedFile } from './reader-main.ts'

/** Bytes of a file's beginning by which it is known again. */
const headSize = 256 * 1024
/** Seconds after which whoever marked a file and said no more has ended. */
const longestReading = 20
/** Milliseconds between two looks at a file that another node reads. */
const pause = 250
/** Days for which a file that ended its reader is known. */
const keptDays = 30

async function fingerprintOf({ size, read }: OrderedFile): Promise<string> {
  const head = await read(0, Math.min(size, headSize))
  return createHash('sha256').update(head).update(String(size)).digest('hex')
}

interface MarkOptions {
  /** A person gave the file again: that a server ended while it was read is not held against it. */
  isAskedAnew?: boolean
}

/**
 * The mark of a file of this company. Its `begin` waits while another node reads the same file. Errors of `begin`:
 * ReaderEnded for one that ended its reader before, FileUnreadable for one with which a server ended.
 */
export function markReading(
  { pool: db, log }: Ctx,
  companyId: number,
  file: OrderedFile,
  { isAskedAnew = false }: MarkOptions = {}
): ReadMark {
  let fingerprint = ''
  return {
    begin: async () => {
      fingerprint = await fingerprintOf(file)
      while (!(await repo.insertReading(db, companyId, fingerprint))) {
        const state = await repo.stateOfReading(db, companyId, fingerprint, longestReading)
        if (state === 'memory' || state === 'time') throw new ReaderEnded(state, ', as it did before')
        if (isAskedAnew) return
        if (state === 'server') throw new FileUnreadable('a server ended while it read this file')
        await sleep(pause)
      }
    },
    end: async (failure) => {
      const reason = failure instanceof ReaderEnded ? failure.reason : 'stopped'
      if (reason === 'stopped') return repo.deleteReading(db, companyId, fingerprint)
      log.warn({ companyId, fingerprint, err: failure }, 'a file ended its reader, and is not read again')
      await repo.endReading(db, companyId, fingerprint, reason)
      await repo.deleteOldReadings(db, companyId, keptDays)
    }
  }
}
