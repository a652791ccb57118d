// The two programs as processes: a company leaves one server and arrives at another while both run; killed in the middle nothing of it stays.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCompany, makePlan, signIn, type Company } from '#test/fixtures/factories.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { startS3StandIn } from '#test/server/s3-stand-in.ts'
import { testSecret } from '#test/server/test-secret.ts'

const fileCount = 400
let folder: string
let source: TestApp
let target: TestApp
let sql: postgres.Sql
let moving: Company
let recipient: string

const place = (name: string) => path.join(folder, name)

function begin(program: 'export' | 'import', app: TestApp, args: string[]) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${program}.ts`), ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.ctx.config.dataDir,
      APP_SECRET: testSecret
    }
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, out, errors })) }
}

async function keysBut(app: TestApp, before: string[]): Promise<string[]> {
  const keys: string[] = []
  for await (const key of app.ctx.storage.list()) keys.push(key)
  return keys.filter((key) => !before.includes(key))
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'guiche-move-'))
  const identity = await generateX25519Identity()
  recipient = await identityToRecipient(identity)
  writeFileSync(place('my.key'), `${identity}\n`)
  source = await buildTestApp({ config: { roles: ['api'] } })
  target = await buildTestApp({ config: { roles: ['api'] } })
  sql = postgres(target.databaseUrl, { max: 2, onnotice: () => {} })
  moving = await makeCompany(source, { name: 'Padaria da Praça', email: 'ana@praca.test' })
  for (let n = 0; n < fileCount; n++)
    await source.ctx.storage.save(`c${moving.id}/2026-01/f${n}.bin`, Readable.from([Buffer.alloc(20_000, `${n}-`)]))
}, 300_000)
afterAll(async () => {
  await sql.end()
  await source.close()
  await target.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a company moves, and of an import that is killed nothing stays', async () => {
  const company = String(moving.id)
  const bare = await begin('export', source, ['--company', company, '--to', 'bare.age']).ended
  expect([bare.code, bare.errors]).toEqual([2, expect.stringContaining('Who is to open it?')])
  const made = await begin('export', source, ['--company', company, '--to', 'one.age', '--key', recipient]).ended
  expect(made).toMatchObject({ code: 0 })
  expect(made.out).toContain(`Padaria da Praça, `)
  expect(statSync(place('one.age')).mode & 0o777).toBe(0o600)
  expect(readFileSync(place('one.age')).includes('Padaria')).toBe(false)

  const planless = await begin('import', target, ['one.age', '--identity', 'my.key']).ended
  expect([planless.code, planless.errors]).toEqual([1, expect.stringContaining('There is no plan called')])
  await makePlan(target, { name: moving.plan.name })

  const before = await sql`select id from companies order by id`
  const killed = begin('import', target, ['one.age', '--identity', 'my.key'])
  while ((await sql`select from company_imports`).length === 0) await sleep(5)
  killed.child.kill('SIGKILL')
  expect((await killed.ended).code).toBeNull()
  expect(await sql`select status from companies where name = 'Padaria da Praça'`).toEqual([{ status: false }])

  const again = await begin('import', target, ['one.age', '--identity', 'my.key']).ended
  expect(again).toMatchObject({ code: 0 })
  expect(again.out).toContain('Pair each connection anew')
  const after = await sql<{ id: number }[]>`select id from companies order by id`
  expect(after).toHaveLength(before.length + 1)
  const admin = await signIn(target, { email: 'ana@praca.test', password: 'Senha-123' })
  const keys = await keysBut(target, [])
  expect(keys.filter((key) => !key.startsWith(`c${admin.companyId}/`))).toEqual([])
  expect(keys).toHaveLength(fileCount)
})

test('archives go into a store like S3 every night, and the last ones stay', async () => {
  const store = await startS3StandIn()
  writeFileSync(place('store.url'), `${store.url}\n`)
  const export3 = (...more: string[]) =>
    begin('export', source, ['--company', String(moving.id), '--s3-url-file', 'store.url', '--key', recipient, ...more])
      .ended
  const names = () => [...store.objects.keys()].toSorted()
  const first = await export3()
  expect(first).toMatchObject({ code: 0 })
  expect(first.out).toMatch(/^company-\d+-\d{8}T\d{6}Z\.age is in the store: Padaria da Praça/)
  const [oldest] = names()
  await sleep(1_100)
  expect((await export3('--keep', '1')).out).toContain('1 older ones were removed.')
  expect(names()).toHaveLength(1)
  expect(names()[0]).not.toBe(oldest)
  await store.close()
  const away = await export3('--keep', '1')
  expect(away.code).toBe(1)
  writeFileSync(place('bad.url'), 's3://key:very-secret@\n')
  const bad = await begin('export', source, ['--company', '1', '--s3-url-file', 'bad.url', '--key', recipient]).ended
  expect([bad.code, bad.errors.includes('very-secret')]).toEqual([1, false])
})
