// Creates and checks the files of the embedded database: cluster, password, ownership.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import { programEnvironment, type Binaries } from './embedded-binaries.ts'
import { EmbeddedPostgresError, diskFullSentence, isDiskFull } from './embedded-error.ts'
import { canEnter, spawnAs, type SystemUser } from './unprivileged.ts'

export interface ClusterLocation {
  /** Holds everything of the embedded database. */
  home: string
  /** PostgreSQL's own data directory. */
  cluster: string
  passwordFile: string
  logFile: string
}

export function clusterLocation(dataDir: string): ClusterLocation {
  const home = path.join(dataDir, 'postgres')
  return {
    home,
    cluster: path.join(home, 'cluster'),
    passwordFile: path.join(home, 'password'),
    logFile: path.join(home, 'server.log')
  }
}

/**
 * How a program of PostgreSQL is pointed at `home`. A user who may not pass through a folder above (a home folder of
 * mode 700, /root) cannot name the database by its path, and moving the data to another place would break "DATA_DIR is
 * all there is to keep". So the program inherits an open handle of `home` and names it /proc/self/fd/3, which the
 * kernel resolves without looking at the folders above; PostgreSQL works inside its data directory from then on.
 */
export function reachHome(home: string, user: SystemUser | undefined): { base: string; fd: number; close(): void } {
  if (user === undefined || canEnter(home, user)) return { base: home, fd: -1, close: () => {} }
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and the user ${user.name} may not enter ${home}: ` +
        'set DATA_DIR to a folder that every user can pass into, or start the server as an ordinary user.'
    )
  }
  const fd = openSync(home, constants.O_RDONLY | constants.O_DIRECTORY)
  return { base: '/proc/self/fd/3', fd, close: () => closeSync(fd) }
}

function giveTo(user: SystemUser, place: string): void {
  const { uid } = lstatSync(place)
  if (uid !== user.uid) lchownSync(place, user.uid, user.gid)
  if (!lstatSync(place).isDirectory()) return
  for (const name of readdirSync(place)) giveTo(user, path.join(place, name))
}

/** Makes `home` and hands it to the user PostgreSQL runs as. */
export function prepareHome(place: ClusterLocation, user: SystemUser | undefined): void {
  mkdirSync(place.home, { recursive: true, mode: 0o700 })
  rmSync(`${place.cluster}.new`, { recursive: true, force: true })
  if (!user) return
  lchownSync(place.home, user.uid, user.gid)
  chmodSync(place.home, 0o700)
  // A backup that was restored by root, or another user than last time.
  if (existsSync(place.cluster) && statSync(place.cluster).uid !== user.uid) giveTo(user, place.cluster)
  if (existsSync(place.passwordFile)) giveTo(user, place.passwordFile)
}

function writePassword(file: string, user: SystemUser | undefined): void {
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
  if (user) lchownSync(draft, user.uid, user.gid)
  renameSync(draft, file)
}

async function runInitdb(
  binaries: Binaries,
  place: ClusterLocation,
  user: SystemUser | undefined,
  relaxed: boolean
): Promise<{ code: number | null; output: string }> {
  const { base, fd, close } = reachHome(place.home, user)
  try {
    const child = spawn(
      binaries.initdb,
      [
        ...['-D', path.join(base, 'cluster.new'), '-U', 'postgres', '-A', 'scram-sha-256'],
        ...[`--pwfile=${path.join(base, 'password')}`, '-E', 'UTF8', '--locale-provider=builtin'],
        ...['--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions', ...(relaxed ? ['--no-sync'] : [])]
      ],
      {
        cwd: path.parse(place.home).root,
        env: programEnvironment,
        stdio: ['ignore', 'pipe', 'pipe', ...(fd < 0 ? [] : [fd])],
        windowsHide: true,
        ...spawnAs(user)
      }
    )
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, output }))
    })
  } finally {
    close()
  }
}

/** Creates the cluster unless there is one. It appears under its name only when complete. Errors: EmbeddedPostgresError. */
export async function ensureCluster(
  binaries: Binaries,
  place: ClusterLocation,
  user: SystemUser | undefined,
  relaxed: boolean
): Promise<void> {
  const versionFile = path.join(place.cluster, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const [have, need] = [readFileSync(versionFile, 'utf8').trim(), binaries.version.split('.')[0]]
    if (have === need) return
    throw new EmbeddedPostgresError(
      `The database in ${place.cluster} was made by PostgreSQL ${have}, this server brings PostgreSQL ${need}: ` +
        'carry the data over with pg_dump and pg_restore, or run the version of the server that made it.'
    )
  }
  if (existsSync(place.cluster)) {
    throw new EmbeddedPostgresError(
      `${place.cluster} exists but holds no database: restore it from a backup, or remove that folder to begin anew.`
    )
  }
  writePassword(place.passwordFile, user)
  const { code, output } = await runInitdb(binaries, place, user, relaxed)
  if (code === 0) {
    renameSync(`${place.cluster}.new`, place.cluster)
    return
  }
  rmSync(`${place.cluster}.new`, { recursive: true, force: true })
  if (isDiskFull(output)) throw new EmbeddedPostgresError(diskFullSentence(place.home))
  if (output.includes('could not look up effective user ID')) {
    throw new EmbeddedPostgresError(
      `PostgreSQL needs a user with a name, and user id ${process.getuid?.()} has none in /etc/passwd: ` +
        'run the server as a user listed there, or set DATABASE_URL.'
    )
  }
  const lines = output.split('\n').filter((line) => /error|fatal|could not|failed/i.test(line))
  const reason = (lines.length > 0 ? lines : output.trim().split('\n').slice(-1)).join(' ').trim()
  throw new EmbeddedPostgresError(`The database could not be created in ${place.home}: ${reason || `status ${code}`}`)
}

/** Errors: EmbeddedPostgresError when the file was taken away. */
export function readPassword(place: ClusterLocation): string {
  try {
    return readFileSync(place.passwordFile, 'utf8').trim()
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The password of the embedded database cannot be read from ${place.passwordFile}: restore that file.`,
      error
    )
  }
}
