// The lock of a data folder: one server at a time, and a lock left by a dead one does not count.
import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './embedded-error.ts'
import { isAlive, startOf, processIdentity } from './process-identity.ts'

interface Holder {
  pid: number
  /** Machine, boot and pid namespace: a pid means nothing elsewhere. */
  place: string
  /** When that process began, as the system tells it; null where it does not. */
  started: string | null
  since: string
  token: string
}

export interface DataDirLock {
  release(): void
}

const heartbeat = 4_000
/** A holder that we cannot ask the system about is gone when it has not touched its lock for this long. */
const silence = 15_000

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    // Not ours, or empty after a power cut: it names nobody, so nobody holds it.
    if (error instanceof SyntaxError) return { pid: 0, place: '', started: null, since: '', token: '' }
    throw error
  }
}

/** Looks for signs of life in the lock itself. */
async function isTouched(file: string): Promise<boolean> {
  const seen = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (seen === undefined || Date.now() - seen > 4 * silence) return false
  const end = Date.now() + silence
  while (Date.now() < end) {
    const now = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (now === undefined) return false
    if (now !== seen) return true
    await sleep(250)
  }
  return false
}

async function isHeld(file: string, holder: Holder): Promise<boolean> {
  if (holder.pid === 0) return false
  if (holder.place !== processIdentity()) return isTouched(file)
  if (!isAlive(holder.pid)) return false
  const started = startOf(holder.pid)
  return started === null || holder.started === null ? isTouched(file) : started === holder.started
}

/** Takes a stale lock away; puts it back when it turns out to be another one than the one judged. */
function discard(file: string, stale: Holder): void {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const isIt = readHolder(aside)?.token === stale.token
  try {
    if (!isIt) linkSync(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Puts the finished draft into place; false when there is a lock already. */
function claim(draft: string, file: string): boolean {
  try {
    // A hard link is all or nothing: the lock is never seen half written.
    linkSync(draft, file)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error
  }
  // A file system without hard links.
  try {
    writeFileSync(file, readFileSync(draft), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Locks a data folder for this process. Errors: EmbeddedPostgresError naming the folder and the other process. */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = path.join(dataDir, 'server.lock')
  const mine: Holder = {
    pid: process.pid,
    place: processIdentity(),
    started: startOf(process.pid),
    since: new Date().toISOString(),
    token: randomUUID()
  }
  const draft = `${file}.${mine.token}`
  try {
    writeFileSync(draft, JSON.stringify(mine), { mode: 0o644 })
    while (!claim(draft, file)) {
      const other = readHolder(file)
      if (other === null) continue
      if (await isHeld(file, other)) {
        throw new EmbeddedPostgresError(
          `The folder ${dataDir} is in use by another server, process ${other.pid} since ${other.since}: ` +
            'stop that one, or set DATA_DIR to another folder.'
        )
      }
      discard(file, other)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // The folder was taken away while we run; there is nothing left to guard.
    }
  }, heartbeat)
  beat.unref()
  return {
    release: () => {
      clearInterval(beat)
      if (readHolder(file)?.token === mine.token) rmSync(file, { force: true })
    }
  }
}
