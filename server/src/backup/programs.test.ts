// The three programs as processes: from a given database into an embedded one, what they say, and what remains of one that was ended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCompany } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'

let folder: string
let source: TestApp
let recipient: string
let given: Record<string, string>

const place = (name: string) => path.join(folder, name)

interface Ended {
  code: number | null
  out: string
  errors: string
}

/** `prefix` goes before the command line of a shell. */
function begin(program: string, args: string[], env: Record<string, string>, prefix = '') {
  const line = [process.execPath, path.join(import.meta.dirname, `${program}.ts`), ...args]
  const child = spawn('sh', ['-c', `${prefix}exec "$@"`, 'sh', ...line], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env }
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, out, errors }))
  return { child, ended }
}
const run = (program: string, args: string[], env: Record<string, string> = {}, prefix = '') =>
  begin(program, args, env, prefix).ended
/** What is left beside and under the name of a backup. */
const left = (name: string) => readdirSync(folder).filter((found) => found.startsWith(name))

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'guiche-programs-'))
  const key = await run('backup-key', ['--to', 'my.key'])
  expect(key).toMatchObject({ code: 0, errors: '' })
  recipient = /^ {2}BACKUP_KEY=(age1\S+)$/m.exec(key.out)?.[1] ?? ''
  source = await buildTestApp()
  await makeCompany(source)
  await source.drain()
  mkdirSync(place('one/media/c1'), { recursive: true })
  writeFileSync(place('one/media/c1/photo.bin'), Buffer.alloc(70_000, 'photo'))
  given = {
    DATABASE_URL: source.databaseUrl,
    DATA_DIR: place('one'),
    APP_SECRET: 'the secret of the server that is backed up',
    BACKUP_KEY: recipient
  }
}, 300_000)
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a key is for its owner alone and replaces none', async () => {
  expect(statSync(place('my.key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(place('my.key'), 'utf8')).toMatch(/^# public key: age1\S+\nAGE-SECRET-KEY-1\S+\n$/)
  const again = await run('backup-key', ['--to', 'my.key'])
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.errors).toMatch(/^The key could not be written: EEXIST/)
})

test('a running server comes back in an embedded database, whose own backup has the same rows', async () => {
  const made = await run('backup', ['--to', 'one.age'], given)
  expect(made.code).toBe(0)
  const counts = /one\.age: (\d+ tables, \d+ rows, 1 files \(70000 bytes\))\.\n$/.exec(made.out)?.[1]
  expect(counts).toBeDefined()

  const restore = ['one.age', '--identity', 'my.key']
  const refused = await run('restore', [...restore, '--replace'], given)
  expect(refused).toMatchObject({
    code: 1,
    errors: expect.stringContaining('A server is connected to this database: stop it')
  })
  const embedded = { DATA_DIR: place('two') }
  expect((await run('restore', restore, embedded)).errors).toMatch(/^APP_SECRET is not set, and no backup holds it/)
  const env = { ...embedded, APP_SECRET: given.APP_SECRET ?? '' }
  const restored = await run('restore', [...restore, '--keep-sessions'], env)
  expect(restored.code).toBe(0)
  expect(restored.out).toContain('every table has the rows and the fingerprint of then, 1 files.')
  expect(readFileSync(place('two/media/c1/photo.bin'))).toEqual(readFileSync(place('one/media/c1/photo.bin')))

  expect(await run('backup', ['--key', recipient], env)).toMatchObject({ code: 0 })
  const [second = ''] = readdirSync(place('two/backups'))
  expect(second).toMatch(/^guiche-\d{8}T\d{6}Z\.age$/)
  const verified = await run('backup', ['--verify', place(`two/backups/${second}`), '--identity', 'my.key'])
  expect(verified.out).toContain(` ${counts}.\n`)
  expect((await run('restore', restore, env)).errors).toMatch(/are not empty: --replace/)
}, 400_000)

test('arguments that make no sense end with status 2 and the usage', async () => {
  const calls: [string, string[], string][] = [
    ['restore', [], 'One file is needed'],
    ['restore', ['one.age'], '--identity'],
    ['restore', ['x', '--identity', 'my.key', '--keep-sessions', '--accept-other-secret'], 'needs the APP_SECRET'],
    ['backup', [], 'BACKUP_KEY or --key is needed'],
    ['backup', ['--nonsense'], 'Unknown option']
  ]
  for (const [program, args, text] of calls) {
    const ended = await run(program, args)
    expect(ended).toMatchObject({ code: 2, out: '' })
    expect(ended.errors).toContain(text)
    expect(ended.errors).toContain('npm run ')
  }
  const nothing = await run('backup', [], { DATA_DIR: place('none'), BACKUP_KEY: recipient })
  expect(nothing).toMatchObject({ code: 1, out: '' })
  expect(nothing.errors).toMatch(/^There is no database in /)
}, 200_000)

test('what was stopped, killed or found no room is never under the name of a backup', async () => {
  mkdirSync(place('big/media/c1'), { recursive: true })
  writeFileSync(place('big/media/c1/big.bin'), '')
  truncateSync(place('big/media/c1/big.bin'), 400_000_000)
  const env = { ...given, DATA_DIR: place('big') }
  const endIn = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const { child, ended } = begin('backup', ['--to', `${signal}.age`], env)
    while (child.exitCode === null && !left(signal).some((name) => statSync(place(name)).size > 5_000_000))
      await sleep(20)
    child.kill(signal)
    return ended
  }
  expect(await endIn('SIGTERM')).toMatchObject({
    code: 1,
    out: '',
    errors: expect.stringContaining('Stopped; nothing was kept of this backup.\n')
  })
  expect(left('SIGTERM')).toEqual([])
  expect(await endIn('SIGKILL')).toMatchObject({ code: null, out: '' })
  expect(left('SIGKILL')).toEqual([expect.stringMatching(/^SIGKILL\.age\.\w+\.part$/)])
  const verified = await run('backup', ['--verify', left('SIGKILL')[0] ?? '', '--identity', 'my.key'])
  expect(verified).toMatchObject({ code: 1, out: '' })
  expect(verified.errors).toContain('was cut, changed or damaged')
  const full = await run('backup', ['--to', 'full.age'], env, 'ulimit -f 2000; ')
  expect(full).toMatchObject({ code: 1, out: '' })
  expect(full.errors).toContain('larger than a file may be here; nothing was kept')
  expect(left('full')).toEqual([])
}, 400_000)
