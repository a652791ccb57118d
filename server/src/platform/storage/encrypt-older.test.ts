// Files of before there were keys are encrypted beside servers that run: none is lost, none comes back, whatever ends it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { lockOlderFiles, openForBackup } from '#backup/tables.repo.ts'
import { openDatabase, rawOf, type Database } from '#database/client.ts'
import { createSecrets } from '#platform/secrets/secrets.ts'
import type { TestDatabase } from '#test/server/postgres-server.ts'
import { startS3StandIn, type S3StandIn } from '#test/server/s3-stand-in.ts'
import { createTestDatabase } from '#test/server/test-database.ts'
import { createDiskStorage } from './disk-storage.ts'
import { createOlderFilesWork } from './encrypt-older.ts'
import { encryptStorage, openEncryption } from './encrypt-storage.ts'
import { readS3Url } from './s3-address.ts'
import { createS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

const secrets = createSecrets('the secret under which keys of files are sealed')
const noon = new Date('2026-11-28T12:00:00Z')
const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000)
const never = () => false

let database: TestDatabase
let db: Database
let folder: string
let s3: S3StandIn
let logged: { msg: string; left?: number; encrypted?: number; waits?: boolean; failed?: number; ofNobody?: number }[]
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, max: 8 })
  folder = mkdtempSync(path.join(tmpdir(), 'guiche-older-'))
  s3 = await startS3StandIn()
})
afterAll(async () => {
  await db.$client.end({ timeout: 5 })
  await database.drop()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  logged = []
  await rawOf(db)`delete from companies`
  await rawOf(db)`insert into companies (id, name) values (1, 'Um'), (2, 'Dois')`
})

const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line) as never) })

/** Another start, or another node. */
function openNode(raw: Storage) {
  const parts = openEncryption(raw, db, secrets, log)
  return { storage: encryptStorage(parts), work: createOlderFilesWork(parts) }
}
const openers: Record<string, () => Promise<Storage>> = {
  disk: () => createDiskStorage(mkdtempSync(path.join(folder, 'files-'))),
  s3: async () => {
    s3.objects.clear()
    return createS3Storage(readS3Url(s3.url))
  }
}

const contentOf = (key: string): Buffer => Buffer.alloc(key.endsWith('.mp4') ? 2_500_000 : 1000, `${key} `)
const keys = ['c1/2026-10/a.jpg', 'c1/2026-10/film.mp4', 'quick-messages/1/b.pdf', 'c2/c.ogg', 'announcements/d.png']

async function fill(raw: Storage, names = keys): Promise<void> {
  for (const key of names) await raw.save(key, Readable.from([contentOf(key)]))
}
const namesIn = async (raw: Storage) => (await Array.fromAsync(raw.list())).toSorted()
const sealed = (names: string[]) => names.map((name) => `sealed/${name}`).toSorted()
async function expectReadable(storage: Storage, names = keys): Promise<void> {
  for (const key of names) {
    expect((await buffer(await storage.open(key))).equals(contentOf(key))).toBe(true)
    expect(await storage.size(key)).toBe(contentOf(key).length)
  }
}

describe.each(Object.keys(openers))('on %s', (kind) => {
  const open = () => (openers[kind] as (typeof openers)[string])()

  test('all of them are encrypted, readable before and after it, and the log says how far it is', async () => {
    const raw = await open()
    await fill(raw)
    const { storage, work } = openNode(raw)
    await expectReadable(storage)
    await work(noon, never)
    expect(await namesIn(raw)).toEqual(sealed(keys))
    await expectReadable(storage)
    expect(logged).toMatchObject([
      { msg: 'files of before are encrypted', encrypted: 5, left: 0, failed: 0, waits: false }
    ])
    // A restored backup may bring files of before: a day later it looks again, and not each minute.
    await fill(raw, ['c2/late.jpg'])
    await work(later(1), never)
    expect(await raw.size('c2/late.jpg')).toBe(1000)
    await work(later(24), never)
    expect(await raw.size('c2/late.jpg')).toBe(null)
    await expectReadable(storage, ['c2/late.jpg'])
  })

  test.each(['save', 'open', 'remove', 'size'] as const)(
    'it may be ended at any %s: nothing is lost, and the next start goes on',
    async (step) => {
      const raw = await open()
      await fill(raw)
      for (let calls = 0; ; calls++) {
        let left = calls
        const ending = (): never => {
          throw new Error('the process was ended')
        }
        // From one call on nothing works any more, as after a kill.
        const dying = Object.fromEntries(
          Object.entries(raw).map(([name, call]) => [
            name,
            (...given: unknown[]) => {
              if (left <= 0 || (name === step && left-- === 0)) ending()
              return (call as (...all: unknown[]) => unknown)(...given)
            }
          ])
        ) as unknown as Storage
        await openNode(dying)
          .work(noon, never)
          .catch(() => {})
        await expectReadable(openNode(raw).storage)
        if (left > 0) break
      }
      await openNode(raw).work(noon, never)
      expect(await namesIn(raw)).toEqual(sealed(keys))
      await expectReadable(openNode(raw).storage)
    }
  )

  test('what comes out of the store otherwise than it went in does not take the place of the file', async () => {
    const raw = await open()
    await fill(raw)
    const spoiling: Storage = {
      ...raw,
      save: async (key, source) => {
        const bytes = await buffer(source)
        bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
        return raw.save(key, Readable.from([bytes]))
      }
    }
    await openNode(spoiling).work(noon, never)
    expect(logged.at(-1)).toMatchObject({ encrypted: 0, left: 5, failed: 5 })
    expect(await namesIn(raw)).toEqual(keys.toSorted())
    await expectReadable(openNode(raw).storage)
  })
})

test('a file that is removed while it is being encrypted does not come back, and a newer one stays', async () => {
  const raw = await (openers['disk'] as () => Promise<Storage>)()
  await fill(raw, ['c1/gone.jpg', 'c1/new.jpg', 'c1/person/x.jpg'])
  const { storage } = openNode(raw)
  const acts: Record<string, () => Promise<unknown>> = {
    'sealed/c1/gone.jpg': () => storage.remove('c1/gone.jpg'),
    'sealed/c1/new.jpg': () => storage.save('c1/new.jpg', Readable.from(['newer'])),
    'sealed/c1/person/x.jpg': () => storage.removeFolder('c1/person')
  }
  const acting: Promise<unknown>[] = []
  const slow: Storage = {
    ...raw,
    save: async (key, source) => {
      const act = acts[key]?.()
      if (act) acting.push(act)
      // Long enough for the other one to have looked whether the file is there.
      await rawOf(db)`select pg_sleep(0.2)`
      return raw.save(key, source)
    }
  }
  await openNode(slow).work(noon, never)
  expect(acting).toHaveLength(3)
  await Promise.all(acting)
  expect(await namesIn(raw)).toEqual(['sealed/c1/new.jpg'])
  expect((await buffer(await storage.open('c1/new.jpg'))).toString()).toBe('newer')
})

test('two nodes at once do it together, and it waits while a backup copies', async () => {
  const raw = await (openers['disk'] as () => Promise<Storage>)()
  await fill(raw)
  const backup = openForBackup(database.url)
  await lockOlderFiles(backup)
  const [one, other] = [openNode(raw), openNode(raw)]
  await one.work(noon, never)
  expect(logged.at(-1)).toMatchObject({ waits: true, encrypted: 0, left: 5 })
  expect(await namesIn(raw)).toEqual(keys.toSorted())
  // People remove files meanwhile.
  await one.storage.remove('c2/c.ogg')
  await backup.end()
  await expect
    .poll(async () => {
      await Promise.all([one.work(noon, never), other.work(noon, never)])
      return namesIn(raw)
    })
    .toEqual(sealed(keys.filter((key) => key !== 'c2/c.ogg')))
  const { storage } = openNode(raw)
  await expectReadable(
    storage,
    keys.filter((key) => key !== 'c2/c.ogg')
  )
  expect(await rawOf(db)`select from company_file_keys where company_id = 1`).toHaveLength(1)
})

test('a server that stops ends it after the file, a full disk ends it for now, and files of nobody stay', async () => {
  const raw = await (openers['disk'] as () => Promise<Storage>)()
  await fill(raw, [...keys, 'c9/of-nobody.jpg'])
  const { work } = openNode(raw)
  let asked = 0
  await work(noon, () => asked++ > 1)
  expect((await namesIn(raw)).filter((name) => name.startsWith('sealed/'))).toHaveLength(logged.at(-1)?.encrypted ?? 0)
  const full: Storage = { ...raw, save: () => Promise.reject(new AppError('ERR_STORAGE_FULL')) }
  await expect(openNode(full).work(noon, never)).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL' })
  await work(noon, never)
  expect(await namesIn(raw)).toEqual(['c9/of-nobody.jpg', ...sealed(keys)])
  expect(logged.at(-1)).toMatchObject({ left: 1, ofNobody: 1 })
})
