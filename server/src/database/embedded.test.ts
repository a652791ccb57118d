// The embedded PostgreSQL survives kills, refuses to share its folder and says what is wrong in one sentence.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import * as embedded from '#test/server/embedded-server.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { isAlive } from './process-identity.ts'

const {
  cleanups,
  freshFolder,
  killAndWait,
  log,
  pidFile,
  postmasterOf,
  query,
  start,
  startElsewhere,
  until,
  usedFolder
} = embedded

embedded.prepareEmbedded()

test('it starts durable, keeps its data over a restart and leaves nothing behind', async () => {
  const dataDir = path.join(freshFolder(), 'not/yet/there')
  const first = await start(dataDir, { relaxed: false })
  expect(first.url).toMatch(/^postgres:\/\/guiche:[\w-]{32}@127\.0\.0\.1:\d+\/guiche$/)
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'jit', 'max_connections', 'shared_buffers']
  const rows = await query(first.url, `select ${names.map((name) => `current_setting('${name}') as ${name}`).join()}`)
  expect(rows[0]).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    jit: 'off',
    max_connections: '100',
    shared_buffers: '128MB'
  })
  const [locale] = await query(
    first.url,
    `select datlocprovider as provider, datlocale as locale, rolsuper as super
     from pg_database, pg_roles where datname = current_database() and rolname = current_user`
  )
  expect(locale).toEqual({ provider: 'b', locale: 'C.UTF-8', super: false })
  await query(first.url, 'create table kept as select 7 as n')
  const pid = postmasterOf(dataDir)
  await first.stop()
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(path.join(dataDir, 'server.lock'))).toBe(false)

  const second = await start(dataDir)
  expect(await query(second.url, 'select n from kept')).toMatchObject([{ n: 7 }])
})

test('the password is readable by nobody else and needed', async () => {
  const dataDir = usedFolder()
  const { url } = await start(dataDir)
  expect(statSync(path.join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600)
  await expect(query(url.replace(/:[\w-]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password authentication failed/)
})

test('extensions of the house can be created by the role of the application', async () => {
  const { url } = await start(usedFolder())
  await query(url, 'create extension pg_trgm; create extension btree_gin; create extension unaccent')
  expect(await query(url, `select similarity('guichê', 'guiche') > 0.3 as near`)).toMatchObject([{ near: true }])
})

test('several folders run side by side, and one folder is used by one server at a time', async () => {
  const [one, other] = [usedFolder(), usedFolder()]
  const { child } = await startElsewhere(one)
  const { url } = await start(other)
  expect(await query(url, 'select 1 as n')).toMatchObject([{ n: 1 }])
  const second = startEmbeddedPostgres({ dataDir: one, log, relaxed: true })
  await expect(second).rejects.toThrow(`The folder ${one} is in use by another server, process ${child.pid} since`)
  await expect(startEmbeddedPostgres({ dataDir: other, log })).rejects.toThrow(`process ${process.pid} since`)
})

test('two that start at the same moment do not both get the folder', async () => {
  const dataDir = freshFolder()
  const results = await Promise.allSettled([1, 2, 3].map(() => start(dataDir)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('after kill -9 of the server its database is taken over with everything in it', async () => {
  const dataDir = usedFolder()
  const { child, url } = await startElsewhere(dataDir)
  await query(url, 'create table kept as select 7 as n')
  const pid = postmasterOf(dataDir)
  await killAndWait(child.pid as number)
  expect(isAlive(pid)).toBe(true)

  const next = await start(dataDir)
  expect(postmasterOf(dataDir)).toBe(pid)
  expect(next.url).toBe(url)
  expect(await query(next.url, 'select n from kept')).toMatchObject([{ n: 7 }])
  await next.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a database that was taken over is watched as well', async () => {
  const dataDir = usedFolder()
  const { child } = await startElsewhere(dataDir)
  await killAndWait(child.pid as number)
  const { url } = await start(dataDir)
  const pid = postmasterOf(dataDir)
  await killAndWait(pid)
  await until(() =>
    query(url, 'select 1').then(
      () => true,
      () => false
    )
  )
  expect(postmasterOf(dataDir)).not.toBe(pid)
})

test('when PostgreSQL is killed under the running server it comes back at the same address', async () => {
  const dataDir = usedFolder()
  const { url } = await start(dataDir, { relaxed: false })
  const sql = postgres(url, { max: 4, onnotice: () => {} })
  cleanups.push(() => sql.end())
  await sql`create table kept as select 7 as n`
  const pid = postmasterOf(dataDir)
  await killAndWait(pid)
  await until(() =>
    sql`select n from kept`.then(
      (rows) => rows[0]?.n === 7,
      () => false
    )
  )
  expect(postmasterOf(dataDir)).not.toBe(pid)
})

test('when both are killed and their pids belong to others by now, the next start works', async () => {
  const dataDir = usedFolder()
  const { child, url } = await startElsewhere(dataDir, { relaxed: false })
  await query(url, 'create table kept as select 7 as n')
  await killAndWait(child.pid as number)
  const pid = postmasterOf(dataDir)
  await killAndWait(pid)
  // The pids now name a living process that has nothing to do with us.
  const stranger = spawn('sleep', ['60'])
  cleanups.push(() => stranger.kill())
  const file = readFileSync(pidFile(dataDir), 'utf8')
  writeFileSync(pidFile(dataDir), file.replace(`${pid}\n`, `${stranger.pid}\n`))
  const lock = path.join(dataDir, 'server.lock')
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(`"pid":${child.pid}`, `"pid":${stranger.pid}`))

  const next = await start(dataDir)
  expect(await query(next.url, 'select n from kept')).toMatchObject([{ n: 7 }])
  expect(stranger.exitCode).toBe(null)
})

test('a program that does nothing else waits for its end', () => {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(path.join(embedded.databaseFolder, 'embedded.ts'))})
    const log = { info() {}, error() {} }
    const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log, relaxed: true })
    await server.stop()
    console.log('stopped')`
  for (let round = 0; round < 6; round++) {
    const args = ['--input-type=module', '-e', script, usedFolder()]
    expect(execFileSync(process.execPath, args, { encoding: 'utf8', cwd: '/' })).toBe('stopped\n')
  }
})

test('a copy of a folder in use gets a server of its own', async () => {
  const [original, copies] = [usedFolder(), freshFolder()]
  const { child, url } = await startElsewhere(original)
  await killAndWait(child.pid as number)
  execFileSync('cp', ['-a', original, copies])
  const copy = path.join(copies, path.basename(original))
  const second = await start(copy)
  expect(postmasterOf(copy)).not.toBe(postmasterOf(original))
  expect(second.url).not.toBe(url)
  await start(original)
})

test('a lock without a holder, and one that is not even ours, do not keep anybody out', async () => {
  const dataDir = usedFolder()
  writeFileSync(path.join(dataDir, 'server.lock'), '')
  const { url } = await start(dataDir)
  expect(await query(url, 'select 1 as n')).toMatchObject([{ n: 1 }])
})

test('a lock from another machine counts for as long as somebody touches it', async () => {
  const dataDir = usedFolder()
  const lock = path.join(dataDir, 'server.lock')
  const elsewhere = { pid: 1, place: 'another machine', started: '1', since: '2026-01-01T00:00:00.000Z', token: 'x' }
  writeFileSync(lock, JSON.stringify(elsewhere))
  const beat = setInterval(() => utimesSync(lock, new Date(), new Date()), 100)
  cleanups.push(() => clearInterval(beat))
  await expect(start(dataDir)).rejects.toThrow(
    `The folder ${dataDir} is in use by another server, process 1 since 2026`
  )
  clearInterval(beat)
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(lock, longAgo, longAgo)
  const { url } = await start(dataDir)
  expect(await query(url, 'select 1 as n')).toMatchObject([{ n: 1 }])
})

test('an interrupted first start is begun anew', async () => {
  const dataDir = freshFolder()
  mkdirSync(path.join(dataDir, 'postgres/cluster.new/base'), { recursive: true })
  const { url } = await start(dataDir)
  expect(await query(url, 'select 1 as n')).toMatchObject([{ n: 1 }])
  expect(existsSync(path.join(dataDir, 'postgres/cluster.new'))).toBe(false)
})

test('what cannot work is said in one sentence', async () => {
  const folder = freshFolder()
  writeFileSync(path.join(folder, 'file'), '')
  const inFile = startEmbeddedPostgres({ dataDir: path.join(folder, 'file'), log })
  await expect(inFile).rejects.toThrow(/cannot use the folder .*file .*set DATA_DIR to another folder/)

  const old = path.join(folder, 'old')
  mkdirSync(path.join(old, 'postgres/cluster'), { recursive: true })
  await expect(startEmbeddedPostgres({ dataDir: old, log })).rejects.toThrow(/exists but holds no database/)
  writeFileSync(path.join(old, 'postgres/cluster/PG_VERSION'), '15\n')
  await expect(startEmbeddedPostgres({ dataDir: old, log })).rejects.toThrow(/was made by PostgreSQL 15/)

  const broken = path.join(folder, 'broken')
  const server = await start(broken)
  await server.stop()
  writeFileSync(path.join(broken, 'postgres/cluster/postgresql.auto.conf'), 'no_such_setting = 1\n')
  await expect(startEmbeddedPostgres({ dataDir: broken, log })).rejects.toThrow(
    /The embedded PostgreSQL did not start: .*Its log is .*server\.log/
  )
  expect(existsSync(path.join(broken, 'server.lock'))).toBe(false)
})
