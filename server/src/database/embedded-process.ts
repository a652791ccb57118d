// One run of the embedded PostgreSQL: started as a detached child or found running, watched, stopped.
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programEnvironment, type Binaries } from './embedded-binaries.ts'
import { reachHome, type ClusterLocation } from './embedded-cluster.ts'
import { EmbeddedPostgresError, diskFullSentence, isDiskFull } from './embedded-error.ts'
import { commandOf, isAlive } from './process-identity.ts'
import { spawnAs, type SystemUser } from './unprivileged.ts'

export interface Postmaster {
  pid: number
  port: number
}

export interface Launch {
  binaries: Binaries
  place: ClusterLocation
  user: SystemUser | undefined
  relaxed: boolean
}

/** PostgreSQL may have to replay its log after a crash; it says nothing while it does. */
const startLimit = 10 * 60_000

function settings(relaxed: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    random_page_cost: '1.1',
    jit: 'off',
    // These builds come without lz4.
    wal_compression: 'pglz',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors reach the application; the server's own log is for starts, stops and crashes, and holds no data of people.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(relaxed
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '2GB' }
      : { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
  }
}

/** Marks the process as the server of exactly this folder: a copy of the folder has another inode. */
function markOf(cluster: string): string {
  const { dev, ino } = statSync(cluster, { bigint: true })
  return `cluster_name=guiche-${dev}-${ino}`
}

/** What the server wrote about itself; `status` is `starting`, `ready`, `stopping` or empty. */
function readPidFile(cluster: string): (Postmaster & { status: string }) | null {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() } : null
  } catch {
    return null
  }
}

const isPostmaster = (pid: number, cluster: string): boolean =>
  isAlive(pid) && `${commandOf(pid)} `.includes(`${markOf(cluster)} `)

/** Waits until the process is gone; false when it is still there after `limit` milliseconds. */
async function isGone(pid: number, limit: number): Promise<boolean> {
  const end = Date.now() + limit
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await sleep(15)
  }
  return true
}

/** Resolves true when the server takes connections, false when it ended before. */
async function isReady(pid: number, cluster: string): Promise<boolean> {
  const end = Date.now() + startLimit
  while (Date.now() < end) {
    const file = readPidFile(cluster)
    if (file?.pid === pid && file.status === 'ready') return true
    if (!isAlive(pid)) return false
    await sleep(10)
  }
  throw new EmbeddedPostgresError(`The embedded PostgreSQL in ${cluster} did not become ready within ten minutes.`)
}

/** A server of this cluster that outlived us, if there is one. Clears the mark of a dead one. */
export async function findRunning(place: ClusterLocation): Promise<Postmaster | null> {
  const file = readPidFile(place.cluster)
  if (file === null) return null
  if (!isPostmaster(file.pid, place.cluster)) {
    // The pid may belong to somebody else by now; PostgreSQL would refuse to start because of that.
    rmSync(path.join(place.cluster, 'postmaster.pid'), { force: true })
    return null
  }
  if (file.status === 'stopping') {
    if (await isGone(file.pid, 60_000)) return null
    throw new EmbeddedPostgresError(`The embedded PostgreSQL in ${place.cluster}, process ${file.pid}, does not stop.`)
  }
  return (await isReady(file.pid, place.cluster)) ? { pid: file.pid, port: file.port } : null
}

function openLog(file: string, user: SystemUser | undefined): { fd: number; from: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 5_000_000) renameSync(file, `${file}.old`)
  const fd = openSync(file, 'a', 0o600)
  if (user) fchownSync(fd, user.uid, user.gid)
  return { fd, from: size > 5_000_000 ? 0 : size }
}

export type StartResult = { postmaster: Postmaster; ended: Promise<void> } | { refused: string }

/** Starts PostgreSQL once. `refused` holds what it said when it ended before it was ready. Errors: cannot be spawned. */
export async function startOnce({ binaries, place, user, relaxed }: Launch, port: number): Promise<StartResult> {
  const log = openLog(place.logFile, user)
  const home = reachHome(place.home, user)
  try {
    const options = Object.entries(settings(relaxed)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(
      binaries.postgres,
      ['-D', path.join(home.base, 'cluster'), '-p', String(port), '-c', markOf(place.cluster), ...options],
      {
        cwd: path.parse(place.home).root,
        env: programEnvironment,
        // A group of its own: Ctrl-C must reach us first, so that we can finish our work with the database up.
        detached: true,
        windowsHide: true,
        stdio: ['ignore', log.fd, log.fd, ...(home.fd < 0 ? [] : [home.fd])],
        ...spawnAs(user)
      }
    )
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    child.unref()
    const pid = child.pid as number
    if (await isReady(pid, place.cluster)) return { postmaster: { pid, port }, ended }
    return { refused: readFileSync(place.logFile, 'utf8').slice(log.from) }
  } finally {
    home.close()
    closeSync(log.fd)
  }
}

/** What kept PostgreSQL from starting, for people; `again` says whether waiting may help. */
export function explainRefusal(
  said: string,
  place: ClusterLocation
): { again: boolean; portTaken: boolean; sentence: string } {
  const portTaken = /could not bind|could not create any TCP/i.test(said)
  const again = portTaken || /pre-existing shared memory|lock file "postmaster.pid"/i.test(said)
  const last =
    said
      .split('\n')
      .filter((line) => /FATAL|PANIC/.test(line))
      .at(-1) ?? said.trim().split('\n').at(-1)
  const reason = (last ?? '').replace(/^.*?(FATAL|PANIC):\s*/, '')
  const sentence = isDiskFull(said)
    ? diskFullSentence(place.home)
    : `The embedded PostgreSQL did not start: ${reason || 'it said nothing'}. Its log is ${place.logFile}`
  return { again, portTaken, sentence }
}

/** Ends a server: open transactions are rolled back, everything committed is kept. False when it does not end. */
export async function stopPostmaster({ binaries, place }: Launch, { pid }: Postmaster): Promise<boolean> {
  if (!isPostmaster(pid, place.cluster)) return true
  if (process.platform === 'win32') {
    // Windows knows no SIGINT between processes.
    spawnSync(binaries.pgCtl, ['stop', '-D', place.cluster, '-m', 'fast'], { env: programEnvironment })
    return isGone(pid, 5_000)
  }
  for (const [signal, limit] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000]
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    if (await isGone(pid, limit)) return true
  }
  return false
}
