// A backup of a server that is written to comes back elsewhere, table by table and file by file; what is not whole is refused.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import postgres from 'postgres'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskStorage } from '#platform/storage/disk-storage.ts'
import { readS3Url } from '#platform/storage/s3-address.ts'
import { createS3Storage } from '#platform/storage/s3-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { makeFilledCompany, type FilledCompany } from '#test/lists/filled-company.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { startS3StandIn } from '#test/server/s3-stand-in.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import type { TestDatabase } from '#test/server/postgres-server.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup, type RestoreWish } from './restore-backup.ts'
import { openForBackup } from './tables.repo.ts'
import { verifyBackup } from './verify-backup.ts'
import type { Manifest } from './archive-format.ts'

const log = pino({ level: 'silent' })
const appSecret = 'the secret of the server that is backed up'
let folder: string
let source: TestApp
let company: FilledCompany
let target: TestDatabase
let files: Storage
let identity: string
let key: string
let archive: string
let manifest: Manifest
let before: Record<string, string>

/** Of every table, made without what is tested: the rows as text, sorted and hashed. */
async function tablesOf(url: string): Promise<Record<string, string>> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const found = await sql<{ place: string }[]>`
    select relnamespace::regnamespace || '.' || relname as place from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'pgboss', 'drizzle') order by 1`
  const hashes: Record<string, string> = {}
  for (const { place } of found) {
    const [row] = await sql.unsafe<{ hash: string }[]>(
      `select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as hash from ${place} t`
    )
    hashes[place] = row?.hash ?? ''
  }
  await sql.end()
  return hashes
}

async function filesOf(storage: Storage): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for await (const name of storage.list()) {
    const hash = createHash('sha256')
    for await (const chunk of await storage.open(name)) hash.update(chunk as Buffer)
    hashes[name] = hash.digest('hex')
  }
  return hashes
}

const bytes = (length: number, seed: number) => Buffer.alloc(length, `${seed}-`)

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'guiche-backup-'))
  identity = await generateX25519Identity()
  key = await identityToRecipient(identity)
  files = await createDiskStorage(path.join(folder, 'media'))
  for (let n = 0; n < 40; n++) await files.save(`c1/${n % 4}/file-${n}.bin`, Readable.from([bytes(n * 5000, n)]))
  await files.save('c1/big.bin', Readable.from([bytes(9_000_000, 7)]))
  source = await buildTestApp()
  company = await makeFilledCompany(source, { tickets: 60, messages: 600 })
  await company.sql`insert into whatsapp_creds (company_id, connection_id, data)
    select company_id, id, '\\x00ff0a0d5c'::bytea from connections`
  await company.sql`insert into whatsapp_keys (company_id, connection_id, type, id, data)
    select company_id, id, 'pre-key', '1', '\\x0a5c2e'::bytea from connections`
  await company.sql`update connections set wanted = 'running', status = 'CONNECTED'`
  await company.sql`update contacts set name = E'tab\t line\n back\\slash \\.' where id = (select min(id) from contacts)`
  target = await createTestDatabase()
  await source.drain()
  before = await tablesOf(source.databaseUrl)
  archive = path.join(folder, 'backup.age')
  manifest = await whileWriting(() =>
    createBackup({ databaseUrl: source.databaseUrl, storage: files, appSecret, keys: [key], file: archive })
  )
}, 300_000)
afterAll(async () => {
  await target.drop()
  await company.sql.end()
  await source.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Rows come in pairs of one transaction, and files come and go, until `work` is done. */
async function whileWriting<T>(work: () => Promise<T>): Promise<T> {
  let isDone = false
  let written = 0
  const writer = (async () => {
    while (!isDone || written < 3) {
      await company.sql.begin(async (tx) => {
        await tx`insert into tags (company_id, name, color) values (${company.id}, ${`um ${written}`}, '#112233')`
        await tx`insert into contact_lists (company_id, name) values (${company.id}, ${`dois ${written}`})`
      })
      await files.save(`c1/new/${written}.bin`, Readable.from([bytes(100, written)]))
      if (written > 0) await files.remove(`c1/new/${written - 1}.bin`)
      written++
      await pause()
    }
  })()
  try {
    return await work()
  } finally {
    isDone = true
    await writer
  }
}

function restore(wishes: Partial<RestoreWish> = {}) {
  const wish = {
    databaseUrl: target.url,
    storage: files,
    appSecrets: { current: appSecret, accepted: [] },
    identity,
    file: archive,
    log,
    ...wishes
  }
  return restoreBackup(wish)
}
const emptyStorage = () => createDiskStorage(mkdtempSync(path.join(folder, 'files-')))

test('what was backed up while it was written to comes back in every table and file', async () => {
  const storage = await emptyStorage()
  await restore({ storage, replace: true, keepSessions: true })
  const after = await tablesOf(target.url)
  expect(Object.keys(after)).toEqual(Object.keys(before))
  const written = ['public.tags', 'public.contact_lists']
  // The jobs of the server go on by themselves.
  const still = Object.keys(before).filter((place) => !written.includes(place) && !place.startsWith('pgboss.'))
  expect(still.length).toBeGreaterThan(60)
  expect(still.filter((place) => after[place] !== before[place])).toEqual([])
  expect(Object.keys(manifest.tables)).toHaveLength(Object.keys(before).length)

  const sql = postgres(target.url, { max: 1, onnotice: () => {} })
  const [pairs] = await sql<{ tags: number; lists: number }[]>`
    select (select count(*)::int from tags where name like 'um %') as tags,
      (select count(*)::int from contact_lists where name like 'dois %') as lists`
  expect(pairs?.tags).toBe(pairs?.lists)
  // Keys go on where they were, and references and triggers are back.
  await sql`insert into contacts (company_id, name, number) values (${company.id}, 'Depois', '5511900000001')`
  await expect(sql`insert into ticket_tags (company_id, ticket_id, tag_id) values (1, -1, -1)`).rejects.toThrow(
    /foreign key/
  )
  const [triggers] = await sql<{ off: number }[]>`select count(*)::int as off from pg_trigger where tgenabled = 'D'`
  expect(triggers?.off).toBe(0)
  await sql.end()

  const [kept, restored] = [await filesOf(files), await filesOf(storage)]
  const isOld = (name: string) => !name.startsWith('c1/new/')
  expect(Object.fromEntries(Object.entries(restored).filter(([name]) => isOld(name)))).toEqual(
    Object.fromEntries(Object.entries(kept).filter(([name]) => isOld(name)))
  )
  expect(Object.keys(restored)).toHaveLength(manifest.files.count)
})

test('files come from a store like S3 and go into one; connections are to be paired anew', async () => {
  const [from, to] = [await startS3StandIn(), await startS3StandIn()]
  const storage = createS3Storage(readS3Url(from.url))
  await storage.save('c1/photo.bin', Readable.from([bytes(70_000, 3)]))
  const file = path.join(folder, 's3.age')
  await createBackup({ databaseUrl: source.databaseUrl, storage, appSecret, keys: [key], file })
  const wish = {
    file,
    storage: createS3Storage(readS3Url(to.url)),
    replace: true,
    appSecrets: { current: `${appSecret}!`, accepted: [] }
  }
  await expect(restore(wish)).rejects.toThrow('another APP_SECRET')
  await restore({ ...wish, acceptOtherSecret: true })
  expect(to.objects).toEqual(from.objects)
  await from.close()
  await to.close()

  const sql = postgres(target.url, { max: 1, onnotice: () => {} })
  expect(await sql`select distinct wanted, status from connections`).toMatchObject([
    { wanted: 'stopped', status: 'DISCONNECTED' }
  ])
  expect(await sql`select from whatsapp_creds union all select from whatsapp_keys`).toHaveLength(0)
  await sql.end()
})

test('a reader slower than the database gets every row, and the connection goes on', async () => {
  const sql = openForBackup(source.databaseUrl)
  const rows = await sql`copy (select repeat('x', 999) from generate_series(1, 300)) to stdout`.readable()
  let length = 0
  for await (const chunk of rows) {
    length += (chunk as Buffer).length
    await sleep(1)
  }
  expect(length).toBe(300_000)
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  await sql.end()
})

test('the archive is verified, holds nothing to read and leaves no draft beside it', async () => {
  expect((await verifyBackup(archive, identity)).manifest).toEqual(manifest)
  expect(readFileSync(archive).includes('bom dia')).toBe(false)
  expect(readdirSync(folder).filter((name) => name.startsWith('backup.age.'))).toEqual([])
  await expect(
    createBackup({ databaseUrl: source.databaseUrl, storage: files, appSecret, keys: [key], file: archive })
  ).rejects.toThrow('exists already')
})

test('cut, changed, or opened with another key it is refused before anything is written', async () => {
  const spoiled = path.join(folder, 'spoiled.age')
  const storage = await emptyStorage()
  const held = await tablesOf(target.url)
  const refusal = (wishes: Partial<RestoreWish>) => restore({ storage, replace: true, ...wishes })
  const size = readFileSync(archive).length
  // In the middle of a chunk of age, at the end of one, and a little before the end.
  for (const length of [Math.floor(size / 2), 64 * 1024, size - 1]) {
    copyFileSync(archive, spoiled)
    truncateSync(spoiled, length)
    await expect(refusal({ file: spoiled })).rejects.toThrow('was cut, changed or damaged')
  }
  for (const at of [10, Math.floor(size / 2), size - 5]) {
    const changed = readFileSync(archive)
    changed[at] = (changed[at] ?? 0) ^ 1
    writeFileSync(spoiled, changed)
    await expect(refusal({ file: spoiled })).rejects.toThrow('was cut, changed or damaged')
  }
  const stranger = await generateX25519Identity()
  await expect(refusal({ identity: stranger })).rejects.toThrow('The private key is not one that')
  await expect(refusal({ identity: 'no key' })).rejects.toThrow('holds no private key')
  await expect(refusal({ file: `${archive}.none` })).rejects.toThrow('cannot be read')
  expect(await tablesOf(target.url)).toEqual(held)
  expect(await filesOf(storage)).toEqual({})
})

test('a target that holds anything, or tables of jobs of another version, are refused', async () => {
  const held = await tablesOf(target.url)
  await expect(restore({ storage: files })).rejects.toThrow('are not empty')
  const other = await createTestDatabase()
  const sql = postgres(other.url, { max: 1 })
  await sql`update pgboss.version set version = version + 1`
  const file = path.join(folder, 'jobs.age')
  await createBackup({ databaseUrl: other.url, storage: await emptyStorage(), appSecret, keys: [key], file })
  await expect(restore({ file, replace: true })).rejects.toThrow('The tables of jobs in the backup are not those')
  expect(await tablesOf(target.url)).toEqual(held)
  await sql.end()
  await other.drop()
})

test('a backup that fails or is stopped in the middle of a table leaves no file', async () => {
  const file = path.join(folder, 'failed.age')
  const storage: Storage = { ...files, open: () => Promise.reject(new Error('the store is away')) }
  const wish = { databaseUrl: source.databaseUrl, storage, appSecret, file }
  await expect(createBackup({ ...wish, keys: [key] })).rejects.toThrow('the store is away')
  await expect(createBackup({ ...wish, keys: ['age1nonsense'] })).rejects.toThrow('is no public key for backups')
  const other = await createTestDatabase()
  const sql = postgres(other.url, { max: 1 })
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    select repeat(md5(n::text), 30), 0 from generate_series(1, 20000) n`
  await sql.end()
  const stopping = new AbortController()
  const stopped = createBackup({
    ...{ ...wish, databaseUrl: other.url, keys: [key], signal: stopping.signal },
    progress: () => stopping.abort()
  })
  await expect(stopped).rejects.toThrow('Stopped; nothing was kept')
  await other.drop()
  expect(existsSync(file)).toBe(false)
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
})
