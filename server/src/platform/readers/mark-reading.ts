// Marks a stranger's file before it is read: one that ended its reader, or the whole server, is not tried again.
import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import type { ReadMark } from './file-reader.ts'
import * as repo from './file-readings.repo.ts'
import { inTime, longestFetch } from './in-time.ts'
import { FileUnreadable, ReaderBusy, ReaderEnded } from './reader-errors.ts'
import type { OrderedFile } from './reader-main.ts'

/** Bytes of a file's beginning by which it is known again. */
export const headSize = 256 * 1024
/**
 * Seconds after which whoever marked a file and said no more has ended: half a minute of fetching, and what a processor may
 * take for sound and film on a busy machine.
 */
const longestReading = 75
/** Days for which a file that ended its reader is known. */
const rememberedDays = 30

async function fingerprintOf({ size, read }: OrderedFile): Promise<string> {
  const head = await inTime(read(0, Math.min(size, headSize)), longestFetch)
  return createHash('sha256').update(head).update(String(size)).digest('hex')
}

interface MarkOptions {
  /** A person gave the file again: that a server ended while it was read is not held against it. */
  isAskedAnew?: boolean
}

/**
 * The mark of a file of this company. Errors of `begin`: ReaderEnded for one that ended its reader before, FileUnreadable
 * for one with which a server ended, ReaderBusy while another node reads the same file, those of storage and database.
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
      if (await repo.insertReading(db, companyId, fingerprint, rememberedDays)) return
      const state = await repo.stateOfReading(db, companyId, fingerprint, longestReading)
      if (state === 'memory' || state === 'time') throw new ReaderEnded(state, ', as it did before')
      if (isAskedAnew) return
      if (state === 'server') throw new FileUnreadable('a server ended while it read this file')
      throw new ReaderBusy()
    },
    end: async (failure) => {
      const reason = failure instanceof ReaderEnded ? failure.reason : 'stopped'
      if (reason === 'stopped') return repo.deleteReading(db, companyId, fingerprint)
      log.warn({ companyId, fingerprint, err: failure }, 'a file ended its reader, and is not read again')
      await repo.endReading(db, companyId, fingerprint, reason)
    }
  }
}

/** Forgets the marks of all companies that are older than a mark counts. */
export async function sweepReadings({ pool: db }: Ctx): Promise<void> {
  await repo.deleteOldReadings(db, rememberedDays)
}
