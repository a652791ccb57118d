// Storage on disk and in S3, in the clear and encrypted: all keep the same promises.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, rawOf, type Database } from '#database/client.ts'
import { createSecrets } from '#platform/secrets/secrets.ts'
import type { TestDatabase } from '#test/server/postgres-server.ts'
import { startS3StandIn, type S3StandIn } from '#test/server/s3-stand-in.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import { testSecret } from '#test/server/test-secret.ts'
import { createStorage } from './create-storage.ts'
import { createDiskStorage } from './disk-storage.ts'
import { encryptStorage, openEncryption } from './encrypt-storage.ts'
import { readS3Url } from './s3-address.ts'
import type { Storage } from './storage.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, max: 4 })
  await rawOf(db)`insert into companies (id, name) values (1, 'Um'), (12, 'Doze')`
})
afterAll(async () => {
  await db.$client.end({ timeout: 5 })
  await database.drop()
})

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

function freshFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'guiche-storage-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function freshS3(): Promise<S3StandIn> {
  const s3 = await startS3StandIn()
  cleanups.push(() => s3.close())
  return s3
}

interface Opened {
  storage: Storage
  isClean: () => boolean
}

const inTheClear = {
  disk: async () => {
    const dataDir = freshFolder()
    const incoming = path.join(dataDir, 'media/.incoming')
    return {
      storage: await createStorage({ storageUrl: undefined, dataDir }),
      isClean: () => readdirSync(incoming).length === 0
    }
  },
  s3: async () => {
    const s3 = await freshS3()
    return {
      storage: await createStorage({ storageUrl: s3.url, dataDir: '/nowhere' }),
      isClean: () => s3.openUploads() === 0
    }
  }
}

async function encrypted(opening: Promise<Opened>): Promise<Opened> {
  const { storage, isClean } = await opening
  const secrets = createSecrets(testSecret)
  return { storage: encryptStorage(openEncryption(storage, db, secrets, pino({ level: 'silent' }))), isClean }
}

const openers: Record<string, () => Promise<Opened>> = {
  ...inTheClear,
  'disk, encrypted': () => encrypted(inTheClear.disk()),
  's3, encrypted': () => encrypted(inTheClear.s3())
}

const key = 'c12/2026-11/01J9ZK.jpg'
const read = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray())
const bytesOf = (size: number): Buffer => randomBytes(size)
function chunked(bytes: Buffer, chunk = 60_000): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
    })()
  )
}

describe.each(Object.keys(openers))('on %s', (kind) => {
  const open = () => (openers[kind] as (typeof openers)[string])()

  test.each([0, 1, 200_000, 1_048_576, 12_000_000])('a file of %i bytes comes back as it was', async (size) => {
    const { storage, isClean } = await open()
    const bytes = bytesOf(size)
    expect(await storage.save(key, chunked(bytes))).toEqual({ key, size })
    expect(await storage.size(key)).toBe(size)
    expect((await read(await storage.open(key))).equals(bytes)).toBe(true)
    expect(isClean()).toBe(true)
  })

  test('a part of a file can be read, both ends included', async () => {
    const { storage } = await open()
    const bytes = bytesOf(1000)
    await storage.save(key, chunked(bytes))
    expect(await read(await storage.open(key, { start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20))
    expect(await read(await storage.open(key, { start: 999, end: 999 }))).toEqual(bytes.subarray(999))
  })

  test('so can a part of a large one, from anywhere to anywhere', async () => {
    const { storage } = await open()
    const [size, edge] = [3 * 1_048_576, 1_048_576]
    const bytes = bytesOf(size)
    await storage.save(key, chunked(bytes))
    const ranges = [
      [0, 0],
      [edge - 1, edge],
      [edge, edge],
      [edge, 2 * edge - 1],
      [5, size - 1],
      [size - 1, size - 1]
    ]
    for (const [start = 0, end = 0] of ranges)
      expect((await read(await storage.open(key, { start, end }))).equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  test('a file that is not there has no size, cannot be opened, and can be removed all the same', async () => {
    const { storage } = await open()
    expect(await storage.size(key)).toBe(null)
    await expect(storage.open(key)).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' })
    await storage.remove(key)
    await storage.save(key, chunked(bytesOf(10)))
    await storage.remove(key)
    expect(await storage.size(key)).toBe(null)
  })

  test('a folder is removed with all that is in it, and its namesakes stay', async () => {
    const { storage } = await open()
    const keys = ['c1/a.jpg', 'c1/2026-11/b.jpg', 'c12/c.jpg', 'quick-messages/1/d.jpg']
    for (const name of keys) await storage.save(name, chunked(bytesOf(10)))
    await storage.removeFolder('c1')
    await storage.removeFolder('never-there')
    const sizes = await Promise.all(keys.map((name) => storage.size(name)))
    expect(sizes).toEqual([null, null, 10, 10])
  })

  test.each([10_000, 12_000_000])('more than the limit of %i bytes is refused and leaves nothing', async (limit) => {
    const { storage, isClean } = await open()
    const source = chunked(bytesOf(limit + 1))
    await expect(storage.save(key, source, limit)).rejects.toMatchObject({
      code: 'ERR_MEDIA_TOO_LARGE',
      details: { values: { megabytes: Math.floor(limit / 1_048_576) } }
    })
    expect(source.destroyed).toBe(true)
    expect(await storage.size(key)).toBe(null)
    expect(isClean()).toBe(true)
    expect(await storage.save(key, chunked(bytesOf(limit)), limit)).toEqual({ key, size: limit })
  })

  test.each([10_000, 12_000_000])(
    'a source that breaks after %i bytes passes its error on and leaves nothing',
    async (size) => {
      const { storage, isClean } = await open()
      const source = Readable.from(
        (async function* () {
          yield* chunked(bytesOf(size))
          throw new Error('the line dropped')
        })()
      )
      await expect(storage.save(key, source)).rejects.toThrow('the line dropped')
      expect(await storage.size(key)).toBe(null)
      expect(isClean()).toBe(true)
    }
  )

  test('a new file under the same key takes the place of the old one only when it is complete', async () => {
    const { storage } = await open()
    await storage.save(key, chunked(bytesOf(10)))
    const broken = Readable.from(
      (async function* () {
        yield bytesOf(5)
        throw new Error('no')
      })()
    )
    await expect(storage.save(key, broken)).rejects.toThrow('no')
    expect(await storage.size(key)).toBe(10)
    await storage.save(key, chunked(bytesOf(20)))
    expect(await storage.size(key)).toBe(20)
  })

  test.each([
    '../secret',
    '/etc/passwd',
    'c1/../../x',
    'c1//x',
    'c1/.hidden',
    'c1/a b',
    'c1/a\\b',
    '',
    'c1/x\n',
    'c1/'
  ])('the key %j is refused', async (bad) => {
    const { storage } = await open()
    await expect(storage.save(bad, chunked(bytesOf(1)))).rejects.toThrow('not a storage key')
    await expect(storage.open(bad)).rejects.toThrow('not a storage key')
    await expect(storage.size(bad)).rejects.toThrow('not a storage key')
    await expect((async () => storage.remove(bad))()).rejects.toThrow('not a storage key')
  })
})

test('files on disk can be read by the server alone', async () => {
  const folder = freshFolder()
  const storage = await createDiskStorage(path.join(folder, 'media'))
  await storage.save(key, chunked(bytesOf(10)))
  expect(statSync(path.join(folder, 'media', key)).mode & 0o777).toBe(0o600)
  expect(statSync(path.join(folder, 'media/c12')).mode & 0o777).toBe(0o700)
  expect(await storage.size('c12/2026-11')).toBe(null)
  await expect(storage.open('c12/2026-11')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' })
})

test('at the start what interrupted uploads left is removed, what still grows is not', async () => {
  const folder = freshFolder()
  const incoming = path.join(folder, '.incoming')
  mkdirSync(incoming)
  for (const name of ['dead', 'growing']) writeFileSync(path.join(incoming, name), 'x')
  const hourAgo = new Date(Date.now() - 3_600_000)
  utimesSync(path.join(incoming, 'dead'), hourAgo, hourAgo)
  await createDiskStorage(folder)
  expect(readdirSync(incoming)).toEqual(['growing'])
})

test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'root: a full disk is ERR_STORAGE_FULL, and the half file does not stay on it',
  async () => {
    const disk = freshFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'guiche-test', disk])
    cleanups.push(() => execFileSync('umount', [disk]))
    const storage = await createDiskStorage(disk)
    const full = storage.save(key, chunked(bytesOf(2_000_000)))
    await expect(full).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
    expect(existsSync(path.join(disk, key))).toBe(false)
    expect(readdirSync(path.join(disk, '.incoming'))).toEqual([])
    await storage.save(key, chunked(bytesOf(500_000)))
    expect(await storage.size(key)).toBe(500_000)
  }
)

test.each([
  { status: 507, code: 'XMinioStorageFull', expected: 'ERR_STORAGE_FULL', bytes: 100 },
  { status: 403, code: 'QuotaExceeded', expected: 'ERR_STORAGE_FULL', bytes: 12_000_000 },
  { status: 403, code: 'AccessDenied', expected: undefined, bytes: 100 }
])('what a store answers with $code is told apart', async ({ status, code, expected, bytes }) => {
  const s3 = await freshS3()
  const storage = await createStorage({ storageUrl: s3.url, dataDir: '/nowhere' })
  s3.refuse({ status, code })
  const source = chunked(bytesOf(bytes))
  const error = await storage.save(key, source).catch((problem: unknown) => problem)
  expect((error as { code?: string }).code).toBe(expected)
  expect((error as Error).message).toContain(expected ?? 'AccessDenied')
  expect(source.destroyed).toBe(true)
  expect(s3.objects.size).toBe(0)
})

test('the address of a store names bucket, prefix, region and endpoint', () => {
  expect(readS3Url('s3://ke%2By:sec%2Fret@s3.example.com:9000/desk/guiche/media?region=sa-east-1')).toEqual({
    endpoint: 'https://s3.example.com:9000',
    region: 'sa-east-1',
    bucket: 'desk',
    prefix: 'guiche/media/',
    credentials: { accessKeyId: 'ke+y', secretAccessKey: 'sec/ret' }
  })
  expect(readS3Url('s3://k:s@x/desk?endpoint=http://127.0.0.1:9000').endpoint).toBe('http://127.0.0.1:9000')
})

test.each([
  's3://host/bucket',
  's3://key:hush@host',
  'https://key:hush@host/bucket',
  'nonsense',
  's3://k:hush@h/b?endpoint=ftp://h'
])('the address %s is refused in a sentence without its secret', (bad) => {
  expect(() => readS3Url(bad)).toThrow(/^STORAGE_URL: /)
  expect(() => readS3Url(bad)).not.toThrow(/hush/)
})
