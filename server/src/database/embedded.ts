// The embedded PostgreSQL: a real server under DATA_DIR, supervised by us; for those who bring no DATABASE_URL.
import { chownSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import postgres from 'postgres'
import { lockDataDir, type DataDirLock } from './data-dir-lock.ts'
import { packagedBinaries, runnableBinaries } from './embedded-binaries.ts'
import { clusterLocation, ensureCluster, prepareHome, readPassword, type ClusterLocation } from './embedded-cluster.ts'
import { EmbeddedPostgresError, diskFullSentence, isDiskFull } from './embedded-error.ts'
import {
  explainRefusal,
  findRunning,
  startOnce,
  stopPostmaster,
  type Launch,
  type Postmaster
} from './embedded-process.ts'
import { isAlive } from './process-identity.ts'
import { isRoot, serverUsers } from './unprivileged.ts'

export interface EmbeddedOptions {
  dataDir: string
  log: Logger
  /** Faster and not safe against a power cut; for tests and benchmarks. */
  relaxed?: boolean
  /** Port on 127.0.0.1; a free one when missing. A server found running keeps its own. */
  port?: number
}

export interface EmbeddedPostgres {
  /** Of the database `guiche`, with the password. Stays the same while we run, even if PostgreSQL is started anew. */
  url: string
  /** To be called when the application no longer needs the database. */
  stop(): Promise<void>
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

/** What we create as root belongs to the owner of the folder around it, who may later run the server himself. */
function makeDataDir(dataDir: string): string {
  const made = mkdirSync(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  const real = realpathSync(dataDir)
  if (made !== undefined && isRoot()) {
    const { uid, gid } = statSync(path.dirname(realpathSync(made)))
    for (let folder = real; ; folder = path.dirname(folder)) {
      chownSync(folder, uid, gid)
      if (folder === realpathSync(made)) break
    }
  }
  return real
}

/** Starts, with another port or a little later where that helps. Errors: EmbeddedPostgresError. */
async function launch(how: Launch, wanted: number | undefined): Promise<Postmaster & { ended: Promise<void> }> {
  for (let attempt = 1; ; attempt++) {
    const result = await startOnce(how, wanted ?? (await freePort()))
    if ('postmaster' in result) return { ...result.postmaster, ended: result.ended }
    const { again, sentence } = explainRefusal(result.refused, how.place)
    if (!again || attempt === 60) throw new EmbeddedPostgresError(sentence)
    // After kill -9 of PostgreSQL its children need a moment to notice.
    await sleep(250)
  }
}

/** Resolves when a process that is not our child has gone. */
async function endOf(pid: number, signal: AbortSignal): Promise<void> {
  while (isAlive(pid) && !signal.aborted) await sleep(1000, undefined, { ref: false, signal }).catch(() => {})
}

/** The application's role and database. Not a superuser: a hole in a query must not reach the machine. */
async function ensureDatabase(port: number, password: string): Promise<string> {
  const admin = postgres({
    ...{ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' },
    ...{ max: 1, connect_timeout: 30, onnotice: () => {} }
  })
  try {
    const [found] = await admin<{ role: boolean; database: boolean }[]>`
      select exists (select from pg_roles where rolname = 'guiche') as role,
        exists (select from pg_database where datname = 'guiche') as database`
    // The password is base64url of our own making, so it needs no quoting.
    if (!found?.role) await admin.unsafe(`create role guiche login createdb password '${password}'`)
    if (!found?.database) await admin.unsafe('create database guiche owner guiche')
  } finally {
    await admin.end({ timeout: 5 })
  }
  return urlOf(port, password)
}

const urlOf = (port: number, password: string) => `postgres://guiche:${password}@127.0.0.1:${port}/guiche`

async function prepare(place: ClusterLocation, dataDir: string, relaxed: boolean): Promise<Launch> {
  const user = isRoot() ? serverUsers(dataDir, place.cluster)[0] : undefined
  if (isRoot() && !user) {
    throw new EmbeddedPostgresError(
      'PostgreSQL refuses to run as root, and /etc/passwd names no other user: add one, or set DATABASE_URL.'
    )
  }
  const binaries = runnableBinaries(await packagedBinaries(), user)
  prepareHome(place, user)
  await ensureCluster(binaries, place, user, relaxed)
  return { binaries, place, user, relaxed }
}

/**
 * Starts PostgreSQL under `<dataDir>/postgres`, or takes over the one that a killed predecessor left running there.
 * It is started again if it dies. Works as an ordinary user and as root. Errors: EmbeddedPostgresError (folder in use,
 * disk full, ...), whose message is one sentence for people.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { relaxed = false } = options
  let lock: DataDirLock | undefined
  try {
    const dataDir = makeDataDir(path.resolve(options.dataDir))
    lock = await lockDataDir(dataDir)
    return await startLocked({ ...options, dataDir, relaxed }, lock)
  } catch (error) {
    lock?.release()
    if (error instanceof EmbeddedPostgresError) throw error
    if (isDiskFull(error)) throw new EmbeddedPostgresError(diskFullSentence(options.dataDir), error)
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST') {
      throw new EmbeddedPostgresError(
        `The embedded database cannot use the folder ${options.dataDir} (${message}): ` +
          'start the server as the user who owns it, or set DATA_DIR to another folder.',
        error
      )
    }
    throw error
  }
}

async function startLocked(
  { dataDir, log, relaxed, port }: Required<Pick<EmbeddedOptions, 'dataDir' | 'log' | 'relaxed'>> & { port?: number },
  lock: DataDirLock
): Promise<EmbeddedPostgres> {
  const place = clusterLocation(dataDir)
  const how = await prepare(place, dataDir, relaxed)
  const found = await findRunning(place)
  const leaving = new AbortController()
  let current: Postmaster & { ended: Promise<void> } = found
    ? { ...found, ended: endOf(found.pid, leaving.signal) }
    : await launch(how, port)
  log.info(
    { postgresPid: current.pid, port: current.port, folder: place.home, user: how.user?.name },
    found ? 'took over the running embedded PostgreSQL' : 'started the embedded PostgreSQL'
  )

  const leave = async (): Promise<boolean> => {
    const gone = await stopPostmaster(how, current)
    if (!gone) log.error({ postgresPid: current.pid }, 'the embedded PostgreSQL does not end')
    return gone
  }
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      await current.ended
      if (leaving.signal.aborted) return
      log.error({ folder: place.home }, 'the embedded PostgreSQL ended unexpectedly and is started again')
      await startAgain()
      // We were told to stop meanwhile.
      if (leaving.signal.aborted) return
      log.info({ postgresPid: current.pid, port: current.port }, 'the embedded PostgreSQL runs again')
    }
  }
  const startAgain = async (): Promise<void> => {
    for (let pause = 250; !leaving.signal.aborted; pause = Math.min(pause * 2, 10_000)) {
      try {
        // The same port, so that every pool finds it again.
        current = await launch(how, current.port)
        return
      } catch (error) {
        log.error({ err: error }, 'the embedded PostgreSQL could not be started again')
        await sleep(pause, undefined, { ref: false, signal: leaving.signal }).catch(() => {})
      }
    }
  }

  let stopping: Promise<void> | undefined
  const stop = async (kept: Promise<void>): Promise<void> => {
    // PostgreSQL keeps no process alive: without this one we could be gone before its end is known and the folder free.
    const awake = setInterval(() => {}, 1_000)
    try {
      leaving.abort()
      if (await leave()) {
        await kept
        // A restart may have been under way.
        await leave()
      }
      lock.release()
    } finally {
      clearInterval(awake)
    }
  }

  try {
    const url = await ensureDatabase(current.port, readPassword(place))
    const kept = keepRunning()
    return { url, stop: () => (stopping ??= stop(kept)) }
  } catch (error) {
    leaving.abort()
    await stopPostmaster(how, current)
    throw error
  }
}

/**
 * The database for a program beside the server: the one that runs, or started for as long as it is needed. Errors:
 * EmbeddedPostgresError, also when there is none.
 */
export async function reachEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = clusterLocation(path.resolve(options.dataDir))
  if (!existsSync(place.cluster))
    throw new EmbeddedPostgresError(`There is no database in ${place.home}: set DATA_DIR.`)
  const found = await findRunning(place)
  if (found) return { url: urlOf(found.port, readPassword(place)), stop: () => Promise.resolve() }
  return startEmbeddedPostgres(options)
}
