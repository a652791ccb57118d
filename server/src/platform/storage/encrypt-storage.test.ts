// Encrypted files: nothing to read without the key, nothing wrong handed out as right, and what is older stays readable.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, rawOf, type Database } from '#database/client.ts'
import { createSecrets } from '#platform/secrets/secrets.ts'
import type { TestDatabase } from '#test/server/postgres-server.ts'
import { startS3StandIn } from '#test/server/s3-stand-in.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import { createDiskStorage } from './disk-storage.ts'
import { encryptStorage, openEncryption } from './encrypt-storage.ts'
import { readS3Url } from './s3-address.ts'
import { createS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

const log = pino({ level: 'silent' })
const secret = 'the secret under which keys of files are sealed'
const key = 'c1/2026-11/0192-abc.jpg'
const part = 1_048_576
const sealedPart = part + 328

let database: TestDatabase
let db: Database
let folder: string
let storage: Storage
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, max: 6 })
})
afterAll(async () => {
  await db.$client.end({ timeout: 5 })
  await database.drop()
})
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'guiche-sealed-'))
  await rawOf(db)`delete from companies`
  await rawOf(db)`insert into companies (id, name) values (1, 'Um'), (2, 'Dois')`
  storage = await openNode()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A server on the same database and files, with nothing in memory. */
async function openNode(appSecret = secret, files = folder): Promise<Storage> {
  return encryptStorage(openEncryption(await createDiskStorage(files), db, createSecrets(appSecret), log))
}

const save = (name: string, bytes: Buffer | string, into = storage) =>
  into.save(name, Readable.from([Buffer.from(bytes)]))
const read = async (name: string, from = storage) => buffer(await from.open(name))
const placeOf = (name: string) => path.join(folder, 'sealed', name)
/** Of three parts, the last of them short. */
const large = Buffer.alloc(2 * part + 1000, 'a film of some length ')
const damagedFile = { code: 'ERR_FILE_DAMAGED', status: 500 }

/** What comes of a file until it fails. */
async function readUntilFailure(name: string): Promise<{ bytes: number; error: unknown }> {
  let bytes = 0
  try {
    for await (const chunk of await storage.open(name)) bytes += (chunk as Buffer).length
    return { bytes, error: null }
  } catch (error) {
    return { bytes, error }
  }
}

test('whoever has the disk sees neither a byte of a file nor its name, also of one that is half there', async () => {
  await save(key, 'RG 12.345.678-9, Maria')
  await save('announcements/0192.pdf', 'RG 12.345 of the house')
  const source = new PassThrough()
  const saving = storage.save('c1/half.bin', source)
  source.write(Buffer.alloc(3 * part, 'RG 12.345.678-9'))
  const drafts = () => readdirSync(path.join(folder, '.incoming')).map((name) => path.join(folder, '.incoming', name))
  await expect.poll(() => drafts().map((file) => readFileSync(file).length)).toEqual([2 * sealedPart])
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(all).toHaveLength(3)
  for (const { parentPath, name } of all) {
    const content = readFileSync(path.join(parentPath, name))
    expect(content.length).toBeGreaterThan(300)
    expect(content.includes('RG 12.345')).toBe(false)
    expect(content.includes('Maria')).toBe(false)
  }
  source.destroy(new Error('the process was ended'))
  await expect(saving).rejects.toThrow('the process was ended')
  expect(drafts()).toEqual([])
  expect((await read('announcements/0192.pdf')).toString()).toBe('RG 12.345 of the house')
})

test('two nodes that store the first files at once agree on one key, and each reads what the other stored', async () => {
  const nodes = await Promise.all(Array.from({ length: 5 }, () => openNode()))
  await Promise.all(nodes.map((node, n) => save(`c1/${n}.txt`, `file ${n}`, node)))
  expect(await rawOf(db)`select from company_file_keys where company_id = 1`).toHaveLength(1)
  for (const [n, node] of nodes.entries())
    expect((await read(`c1/${(n + 1) % 5}.txt`, node)).toString()).toBe(`file ${(n + 1) % 5}`)
  await save('c2/a.txt', 'of another', nodes[0])
  expect(await rawOf(db)`select distinct sealed_key from company_file_keys`).toHaveLength(2)
})

test('sizes are those of the files', async () => {
  await save(key, large)
  await save('c1/empty.bin', '')
  writeFileSync(path.join(folder, 'c1-older.bin'), '12345')
  expect(await storage.size(key)).toBe(large.length)
  const sizes = (await Array.fromAsync(storage.sizes())).toSorted((a, b) => a.key.localeCompare(b.key))
  expect(sizes).toEqual([
    { key: 'c1-older.bin', size: 5 },
    { key, size: large.length },
    { key: 'c1/empty.bin', size: 0 }
  ])
})

test('a byte that was changed is an error before anything of its part: of a small file nothing at all goes out', async () => {
  await save(key, Buffer.alloc(5000, 'a picture '))
  const whole = readFileSync(placeOf(key))
  for (const at of [0, 1, 40, 200, 300, 330, 2000, whole.length - 1]) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    writeFileSync(placeOf(key), changed)
    await expect(storage.open(key)).rejects.toMatchObject(damagedFile)
  }
  await save('c1/film.mp4', large)
  const film = readFileSync(placeOf('c1/film.mp4'))
  film[sealedPart + 500_000] = (film[sealedPart + 500_000] ?? 0) ^ 1
  writeFileSync(placeOf('c1/film.mp4'), film)
  expect(await readUntilFailure('c1/film.mp4')).toMatchObject({ bytes: part, error: damagedFile })
  const range = (start: number, end: number) => storage.open('c1/film.mp4', { start, end })
  expect(await buffer(await range(10, 20))).toEqual(large.subarray(10, 21))
  expect(await buffer(await range(2 * part, 2 * part + 9))).toEqual(large.subarray(2 * part, 2 * part + 10))
  await expect(range(part + 5, part + 6)).rejects.toMatchObject(damagedFile)
})

test('a file that was cut, or to which something was added, is never taken for a whole one', async () => {
  await save(key, large)
  const whole = readFileSync(placeOf(key))
  const cuts: [length: number, readable: number][] = [
    [0, 0],
    [100, 0],
    [sealedPart - 1, 0],
    [sealedPart, 0],
    [sealedPart + 1, part],
    // Where a part ends the one before the cut does not go out: nobody takes it for the end.
    [2 * sealedPart, part],
    [whole.length - 1, 2 * part]
  ]
  for (const [length, readable] of cuts) {
    writeFileSync(placeOf(key), whole)
    truncateSync(placeOf(key), length)
    expect([length, await readUntilFailure(key)]).toMatchObject([length, { bytes: readable, error: damagedFile }])
  }
  writeFileSync(placeOf(key), Buffer.concat([whole, Buffer.from('more')]))
  expect((await readUntilFailure(key)).error).toMatchObject(damagedFile)
  const beyond = storage.open(key, { start: 2 * part, end: 2 * part + 5 })
  await expect(beyond).rejects.toMatchObject(damagedFile)
  writeFileSync(placeOf(key), whole.subarray(0, 2 * sealedPart))
  await expect(storage.open(key, { start: part, end: 2 * part + 5 })).rejects.toMatchObject(damagedFile)
})

test('files and parts of files that were exchanged are noticed, within a company and between two', async () => {
  for (const name of [key, 'c1/b.jpg', 'c2/c.jpg']) await save(name, `the file ${name}`)
  for (const name of ['c1/b.jpg', 'c2/c.jpg']) {
    cpSync(placeOf(key), placeOf(name))
    await expect(storage.open(name)).rejects.toMatchObject(damagedFile)
  }
  await save('c1/film.mp4', large)
  const film = readFileSync(placeOf('c1/film.mp4'))
  const parts = [0, 1, 2].map((n) => film.subarray(n * sealedPart, (n + 1) * sealedPart))
  for (const order of [[1, 0, 2], [0, 0, 2], [0, 2], [2]]) {
    writeFileSync(placeOf('c1/film.mp4'), Buffer.concat(order.map((n) => parts[n] ?? Buffer.alloc(0))))
    expect((await readUntilFailure('c1/film.mp4')).error).toMatchObject(damagedFile)
  }
})

test('without its key, or under another application secret, no file is read and none is stored', async () => {
  await save(key, 'a letter')
  const stranger = await openNode('a secret of somebody else, of enough characters')
  await expect(stranger.open(key)).rejects.toMatchObject(damagedFile)
  await expect(save('c1/b.txt', 'x', stranger)).rejects.toThrow('sealed with another APP_SECRET')
  await expect(save('c3/b.txt', 'x')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' })
  expect(readdirSync(path.join(folder, '.incoming'))).toEqual([])
  expect(await rawOf(db)`select from company_file_keys`).toHaveLength(1)
  await rawOf(db)`delete from company_file_keys`
  await expect((await openNode()).open(key)).rejects.toMatchObject(damagedFile)
})

test('a node forgets the key of a company that was deleted within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    await save(key, 'a letter')
    await rawOf(db)`delete from companies where id = 1`
    expect((await read(key)).toString()).toBe('a letter')
    vi.advanceTimersByTime(60_000)
  } finally {
    vi.useRealTimers()
  }
  await expect(storage.open(key)).rejects.toMatchObject(damagedFile)
})

test('keys of a secret that was given up read what they encrypted once it is found again, and encrypt nothing new', async () => {
  await save(key, 'of before')
  await rawOf(db)`update company_file_keys set lost_at = now()`
  const [lost, found] = [await openNode('the secret that was made instead of it'), await openNode()]
  await expect(lost.open(key)).rejects.toMatchObject(damagedFile)
  await save('c1/new.txt', 'of now', lost)
  expect((await read('c1/new.txt', lost)).toString()).toBe('of now')
  expect((await read(key, found)).toString()).toBe('of before')
  expect(await rawOf(db)`select from company_file_keys where lost_at is null`).toHaveLength(1)
})

test('what was stored before there were keys is read as it lies, and is replaced and removed like any other', async () => {
  await save(key, 'a letter')
  const sealed = readFileSync(placeOf(key))
  // Whoever sends a file that looks like an encrypted one gets it back: its content is not asked.
  const older = ['c2/older.bin', 'c2/also.bin']
  const raw = await createDiskStorage(folder)
  for (const name of older) await raw.save(name, Readable.from([sealed]))
  await save('c2/now.bin', sealed)
  for (const name of [...older, 'c2/now.bin']) {
    expect(await read(name)).toEqual(sealed)
    expect(await storage.size(name)).toBe(sealed.length)
  }
  expect(await buffer(await storage.open('c2/older.bin', { start: 1, end: 3 }))).toEqual(sealed.subarray(1, 4))
  expect((await Array.fromAsync(storage.list())).toSorted()).toEqual([key, 'c2/also.bin', 'c2/now.bin', 'c2/older.bin'])
  await save('c2/older.bin', 'new')
  expect((await read('c2/older.bin')).toString()).toBe('new')
  expect(await raw.size('c2/older.bin')).toBe(null)
  await storage.remove('c2/also.bin')
  expect(await raw.size('c2/also.bin')).toBe(null)
  await raw.save('c2/last.bin', Readable.from([sealed]))
  await storage.removeFolder('c2')
  expect((await Array.fromAsync(raw.list())).filter((name) => name.includes('c2/'))).toEqual([])
})

test('nobody reaches the encrypted bytes under a key of their own', async () => {
  await save(key, 'a letter')
  for (const name of [`sealed/${key}`, 'sealed/x']) {
    await expect(save(name, 'x')).rejects.toThrow('not a storage key')
    await expect(storage.open(name)).rejects.toThrow('not a storage key')
    await expect(storage.size(name)).rejects.toThrow('not a storage key')
    await expect(storage.remove(name)).rejects.toThrow('not a storage key')
  }
  await expect(storage.removeFolder('sealed/c1')).rejects.toThrow('not a storage key')
})

test('an upload that the store refuses leaves nothing, and the next one is whole', async () => {
  const s3 = await startS3StandIn()
  const inS3 = encryptStorage(openEncryption(createS3Storage(readS3Url(s3.url)), db, createSecrets(secret), log))
  const film = Buffer.alloc(12 * part, 'film ')
  s3.refuse({ status: 507, code: 'XMinioStorageFull' })
  await expect(save('c1/film.mp4', film, inS3)).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
  s3.refuse(null)
  expect([s3.objects.size, s3.openUploads()]).toEqual([0, 0])
  await save('c1/film.mp4', film, inS3)
  expect((await read('c1/film.mp4', inS3)).equals(film)).toBe(true)
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/sealed\/c1\/film\.mp4$/)])
  await s3.close()
})

test('whoever goes away in the middle of a film leaves no file open', async () => {
  await save('c1/film.mp4', large)
  const raw = await createDiskStorage(folder)
  const opened: Readable[] = []
  const watched: Storage = {
    ...raw,
    open: async (name, range) => {
      const stream = await raw.open(name, range)
      opened.push(stream)
      return stream
    }
  }
  const node = encryptStorage(openEncryption(watched, db, createSecrets(secret), log))
  const never = await node.open('c1/film.mp4')
  never.destroy()
  const begun = await node.open('c1/film.mp4')
  await new Promise((resolve) => void begun.once('data', resolve))
  begun.destroy()
  await expect.poll(() => opened.map(({ closed }) => closed)).toEqual([true, true])
})
