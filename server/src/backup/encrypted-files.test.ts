// Encrypted files in backups: copied as they lie, with their sealed keys beside them, and none in two minds while it is copied.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, rawOf, type Database } from '#database/client.ts'
import { createSecrets } from '#platform/secrets/secrets.ts'
import { createDiskStorage } from '#platform/storage/disk-storage.ts'
import { createOlderFilesWork } from '#platform/storage/encrypt-older.ts'
import { encryptStorage, openEncryption } from '#platform/storage/encrypt-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import type { TestDatabase } from '#test/server/postgres-server.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const log = pino({ level: 'silent' })
const appSecret = 'the secret of the server that is backed up'
const sealed = 'c1/2026-11/sealed.txt'
const older = ['c1/2026-11/older.txt', 'c2/2026-11/first.txt']

let folder: string
let source: TestDatabase
let target: TestDatabase
let db: Database
let raw: Storage
let identity: string
let archive: string
let logged: string[]
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'guiche-backup-'))
  identity = await generateX25519Identity()
  source = await createTestDatabase()
  target = await createTestDatabase()
  db = openDatabase({ url: source.url, max: 4 })
  await rawOf(db)`insert into companies (id, name) values (1, 'Um'), (2, 'Dois')`
  raw = await createDiskStorage(path.join(folder, 'media'))
  await open(raw, db).storage.save(sealed, Readable.from(['a letter']))
  for (const key of older) await raw.save(key, Readable.from(['a letter of before']))
  logged = []
  archive = path.join(folder, 'backup.age')
  const { work } = open(raw, db, (line) => logged.push(line))
  let isTried = false
  // Between the tables and the files, where a file that changed its form would be in neither of them.
  const trying: Storage = {
    ...raw,
    list: async function* () {
      await work(new Date(), () => isTried)
      isTried = true
      yield* raw.list()
    }
  }
  const wish = { databaseUrl: source.url, storage: trying, appSecret, file: archive }
  await createBackup({ ...wish, keys: [await identityToRecipient(identity)] })
}, 300_000)
afterAll(async () => {
  await db.$client.end({ timeout: 5 })
  await source.drop()
  await target.drop()
  rmSync(folder, { recursive: true, force: true })
})

function open(files: Storage, pool: Database, write: (line: string) => void = () => {}) {
  const lines = pino({ level: 'info' }, { write })
  const parts = openEncryption(files, pool, createSecrets(appSecret), lines)
  return { storage: encryptStorage(parts), work: createOlderFilesWork(parts) }
}

async function restored(secret: string, acceptOtherSecret = false) {
  const files = await createDiskStorage(mkdtempSync(path.join(folder, 'files-')))
  await restoreBackup({
    ...{ databaseUrl: target.url, storage: files, identity, file: archive, log, replace: true, acceptOtherSecret },
    appSecrets: { current: secret, accepted: [] }
  })
  const pool = openDatabase({ url: target.url, max: 4 })
  return { files, pool, close: () => pool.$client.end({ timeout: 5 }) }
}

test('what is encrypted comes back as it lay and is read with the same secret, and what is older is encrypted there', async () => {
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([{ waits: true, encrypted: 0, left: 2 }])
  const { files, pool, close } = await restored(appSecret)
  expect((await Array.fromAsync(files.list())).toSorted()).toEqual([...older, `sealed/${sealed}`].toSorted())
  const { storage, work } = open(files, pool)
  expect(await text(await storage.open(sealed))).toBe('a letter')
  await work(new Date(), () => false)
  for (const key of older) {
    expect(await text(await storage.open(key))).toBe('a letter of before')
    expect(await files.size(key)).toBe(null)
  }
  await close()
})

test('with another secret files of the backup stay closed, and new ones are stored under new keys', async () => {
  const other = 'the secret of a server that lost its own'
  const { files, pool, close } = await restored(other, true)
  const storage = encryptStorage(openEncryption(files, pool, createSecrets(other), log))
  await expect(storage.open(sealed)).rejects.toMatchObject({ code: 'ERR_FILE_DAMAGED' })
  await storage.save('c1/new.txt', Readable.from(['a new one']))
  expect(await text(await storage.open('c1/new.txt'))).toBe('a new one')
  // Found again and accepted, the old secret opens them.
  const found = createSecrets(other, { accepted: [appSecret] })
  expect(await text(await encryptStorage(openEncryption(files, pool, found, log)).open(sealed))).toBe('a letter')
  await close()
})
