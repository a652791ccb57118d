// What the console leaves on the disk: read again after a restart, by its owner alone, and by nobody without the key.
import syncFs, { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { largestPendingFile } from '#bridge/snapshot-channels.ts'
import type { Person } from '../login/person.ts'
import { createSnapshotStore } from './snapshot-store.ts'
import { memoryStorage, type SecretStorage } from '../login/secret-storage.ts'
import { createSecureStore } from '../login/secure-store.ts'
import { memoryLog } from '../testing/memory-settings.ts'

const ana: Person = { companyId: 1, userId: 1 }
const bia: Person = { companyId: 1, userId: 2 }
const desk = 'https://desk.example'
const other = 'https://other.example'
const first = '0d7f7c70-1111-4a53-9d4e-2f6f3f1f8a11'
const second = '0d7f7c70-2222-4a53-9d4e-2f6f3f1f8a11'

function build() {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const inner = memoryStorage()
  const state = { isLocked: false, server: desk }
  const keychain: SecretStorage = {
    kind: 'keychain',
    // A locked keychain says nothing, and takes nothing.
    get: async (name) => (state.isLocked ? null : inner.get(name)),
    set: async (name, value) => {
      if (state.isLocked) throw new Error('locked')
      await inner.set(name, value)
    },
    delete: (name) => inner.delete(name)
  }
  const log = memoryLog()
  /** The app as it is after another start. */
  const start = () => {
    const kept = createSnapshotStore({
      folder,
      server: () => state.server,
      secrets: createSecureStore([keychain, memoryStorage()], log),
      log
    })
    const at = (person: Person, server = desk) => ({ ...person, server })
    return {
      ...kept,
      at,
      list: (person: Person) => kept.waiting(at(person), (room) => room.list()),
      keep: (person: Person, id: string, text: string) => kept.waiting(at(person), (room) => room.keep(id, text)),
      file: (person: Person, id: string) => kept.waiting(at(person), (room) => room.file(id))
    }
  }
  const files = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  return { state, inner, log, start, files }
}

test('the snapshot is there after a restart, and neither names nor contents of its files can be read', async () => {
  const { start, files } = build()
  const before = start()
  await before.signedIn(ana)
  await before.write(before.at(ana), 'desk', 'Maria espera por pão')
  await before.write(before.at(ana), 'thread-7', 'Bom dia, Maria')
  expect(await start().openingSnapshot()).toBe('Maria espera por pão')
  expect(await start().read(before.at(ana), 'thread-7')).toBe('Bom dia, Maria')
  expect(files()).toHaveLength(3)
  for (const file of files()) {
    expect(file).not.toMatch(/desk|thread|7$|owner/)
    expect(readFileSync(file, 'latin1')).not.toMatch(/Maria|userId|desk/)
  }
})

test('the keychain is asked before the page asks, so that the page does not wait for it', async () => {
  const { start, state } = build()
  const before = start()
  await before.signedIn(ana)
  await before.write(before.at(ana), 'desk', 'of Ana')
  const app = start()
  await app.warmUp()
  // What has been handed out by now needs no keychain any more.
  state.isLocked = true
  expect(await app.openingSnapshot()).toBe('of Ana')
})

test('the snapshot goes with its owner: at the end of the login, and when somebody else comes', async () => {
  const { start, files } = build()
  const app = start()
  await app.signedIn(ana)
  await app.write(app.at(ana), 'desk', 'of Ana')
  await app.signedIn(bia)
  expect(await app.openingSnapshot()).toBeNull()
  await app.write(app.at(ana), 'desk', 'late')
  expect(await app.openingSnapshot()).toBeNull()
  await app.write(app.at(bia), 'desk', 'of Bia')
  await app.signedOut()
  await app.write(app.at(bia), 'desk', 'later still')
  expect(await app.openingSnapshot()).toBeNull()
  expect(await start().openingSnapshot()).toBeNull()
  expect(files()).toEqual([])
})

test('a snapshot that cannot be wiped is shown to nobody, and is wiped at the next login', async () => {
  const { start } = build()
  const app = start()
  await app.signedIn(ana)
  await app.write(app.at(ana), 'thread-7', 'of Ana')
  const refuse = vi.spyOn(syncFs, 'rmSync').mockImplementation(() => {
    throw Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY' })
  })
  syncBuiltinESMExports()
  const release = (): void => {
    refuse.mockRestore()
    syncBuiltinESMExports()
  }
  onTestFinished(release)
  await expect(app.signedIn(bia)).rejects.toThrow('EBUSY')
  expect(await app.read(app.at(ana), 'thread-7')).toBeNull()
  expect(await app.read(app.at(bia), 'thread-7')).toBeNull()
  release()
  await app.signedIn(bia)
  expect(await app.read(app.at(bia), 'thread-7')).toBeNull()
  expect(await start().present()).toEqual(app.at(bia))
})

test('each server has its own snapshot, also for people with the same numbers', async () => {
  const { start, state } = build()
  const app = start()
  await app.signedIn(ana)
  await app.write(app.at(ana), 'desk', 'here')
  state.server = other
  await app.signedIn(ana)
  await app.write(app.at(ana), 'desk', 'late')
  expect(await app.openingSnapshot()).toBeNull()
  await app.write(app.at(ana, other), 'desk', 'there')
  state.server = desk
  expect(await app.openingSnapshot()).toBe('here')
  await app.forgetServer(other)
  state.server = other
  expect(await start().openingSnapshot()).toBeNull()
})

test('a file that was changed, cut off or moved is thrown away with a line in the log', async () => {
  for (const harm of [
    (bytes: Buffer) => bytes.fill(0, 30, 34),
    (bytes: Buffer) => bytes.subarray(0, 10),
    () => Buffer.alloc(0)
  ]) {
    const { start, files, log } = build()
    const app = start()
    await app.signedIn(ana)
    await app.write(app.at(ana), 'desk', 'Maria espera por pão')
    const before = files()
    for (const file of before) writeFileSync(file, harm(readFileSync(file)))
    expect(await start().openingSnapshot()).toBeNull()
    expect(log.lines.join()).toMatch(/kept file thrown away/)
    expect(log.lines.join()).not.toMatch(/Maria/)
  }
  const { start, files } = build()
  const app = start()
  await app.signedIn(ana)
  await app.write(app.at(ana), 'thread-1', 'one')
  const [owner, one] = files()
    .toSorted((a, b) => readFileSync(a).length - readFileSync(b).length)
    .toReversed()
  await app.write(app.at(ana), 'thread-2', 'two')
  const two = files().find((file) => file !== owner && file !== one) ?? ''
  writeFileSync(two, readFileSync(one ?? ''))
  expect(await app.read(app.at(ana), 'thread-2')).toBeNull()
})

test('a file that another program holds is tried again, and stays where it is until it can be read', async () => {
  const { start, log } = build()
  const app = start()
  await app.signedIn(ana)
  await app.keep(ana, first, 'um')
  await app.waiting(app.at(ana), (room) => room.storeFile(first, Buffer.from('an image')))
  const read = fs.readFile
  const refuse = (times: number) => {
    let left = times
    vi.spyOn(fs, 'readFile').mockImplementation((...args: unknown[]) => {
      if (left-- > 0) return Promise.reject(Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY' }))
      return (read as (...given: unknown[]) => Promise<Buffer>)(...args) as never
    })
    syncBuiltinESMExports()
  }
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  refuse(1)
  expect(await app.list(ana)).toEqual(['um'])
  refuse(2)
  expect(await app.list(ana)).toEqual([])
  refuse(2)
  expect(await app.file(ana, first)).toBeNull()
  refuse(0)
  expect(await app.list(ana)).toEqual(['um'])
  expect(Buffer.from((await app.file(ana, first)) ?? []).toString()).toBe('an image')
  expect(log.lines.join()).toMatch(/kept file not read .*EBUSY/)
})

test('what waits outlives the restart, the end of the login and another person, for its writer alone', async () => {
  const { start, files } = build()
  const app = start()
  await app.signedIn(ana)
  await app.keep(ana, first, 'um')
  await app.keep(ana, second, 'dois')
  expect(await app.waiting(app.at(ana), (room) => room.storeFile(second, Buffer.from('an image')))).toBe(true)
  await app.signedOut()
  await expect(app.list(ana)).rejects.toThrow('somebody else')
  await app.signedIn(bia)
  expect(await app.list(bia)).toEqual([])
  const again = start()
  await again.signedIn(ana)
  expect((await again.list(ana)).toSorted()).toEqual(['dois', 'um'])
  expect(Buffer.from((await again.file(ana, second)) ?? []).toString()).toBe('an image')
  for (const file of files()) expect(readFileSync(file, 'latin1')).not.toMatch(/dois|image/)
  await again.waiting(again.at(ana), (room) => room.drop(second))
  expect(await again.list(ana)).toEqual(['um'])
  expect(await again.file(ana, second)).toBeNull()
})

test('a file that is too large is not kept, and the console is told so', async () => {
  const { start } = build()
  const app = start()
  await app.signedIn(ana)
  const keep = (bytes: number) => app.waiting(app.at(ana), (room) => room.storeFile(first, new Uint8Array(bytes)))
  expect(await keep(largestPendingFile + 1)).toBe(false)
  expect(await app.file(ana, first)).toBeNull()
  expect(await keep(1_000_000)).toBe(true)
})

test('while the keychain is locked what waits is held in memory, and goes to the disk when it opens', async () => {
  const { start, state, files } = build()
  state.isLocked = true
  const app = start()
  await app.signedIn(ana)
  await app.keep(ana, first, 'um')
  await app.waiting(app.at(ana), (room) => room.storeFile(first, Buffer.from('an image')))
  await app.write(app.at(ana), 'desk', 'nothing of this')
  expect(files()).toEqual([])
  expect(await app.list(ana)).toEqual(['um'])
  state.isLocked = false
  await app.lookAgain(false)
  const again = start()
  expect(await again.list(ana)).toEqual(['um'])
  expect(Buffer.from((await again.file(ana, first)) ?? []).toString()).toBe('an image')
})

test('a locked keychain throws nothing away; only one that is open and has lost the key does', async () => {
  const { start, state, inner, log } = build()
  const app = start()
  await app.signedIn(ana)
  await app.keep(ana, first, 'um')
  state.isLocked = true
  const locked = start()
  await locked.signedIn(ana)
  expect(await locked.list(ana)).toEqual([])
  await locked.keep(ana, second, 'dois')
  state.isLocked = false
  await locked.lookAgain(false)
  expect((await locked.list(ana)).toSorted()).toEqual(['dois', 'um'])

  await inner.delete('data key')
  const lost = start()
  await lost.lookAgain(true)
  await lost.signedIn(ana)
  expect(await lost.list(ana)).toEqual([])
  expect(log.lines.join()).toMatch(/key of the kept files is gone/)
  await lost.keep(ana, second, 'três')
  expect(await start().list(ana)).toEqual(['três'])
})

test('what is dropped is off the disk: messages of a ticket and the files they showed, and nothing else', async () => {
  const { start, files } = build()
  const kept = start()
  await kept.signedIn(ana)
  const owner = kept.at(ana)
  await kept.write(owner, 'thread-1', 'words of somebody')
  await kept.write(owner, 'thread-2', 'words of another')
  await kept.writeMedia(owner, 'c1/a.jpg', Buffer.from('an image'))
  await kept.writeMedia(owner, 'c1/b.jpg', Buffer.from('another'))
  const before = files().length
  // Somebody else's late call reaches nothing.
  await kept.drop(kept.at(bia), { parts: ['thread-1'], media: ['c1/a.jpg'] })
  expect(files()).toHaveLength(before)
  await kept.drop(owner, { parts: ['thread-1', 'thread-9'], media: ['c1/a.jpg'] })
  expect(files()).toHaveLength(before - 2)
  expect([await kept.read(owner, 'thread-1'), await kept.read(owner, 'thread-2')]).toEqual([null, 'words of another'])
  expect(await kept.readMedia(owner, 'c1/a.jpg')).toBe(null)
  expect((await kept.readMedia(owner, 'c1/b.jpg'))?.toString()).toBe('another')
})
