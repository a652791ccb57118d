// Secrets sealed with a key of the system: what lies on the disk, and what happens without a key.
import { app, safeStorage } from 'electron'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sealedStorage } from './sealed-storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'guiche-sealed-'))
const { hostState } = safeStorage as unknown as { hostState: { isAvailable: boolean; backend: string } }

beforeAll(async () => {
  app.setPath('userData', folder)
  await app.whenReady()
})
afterEach(() => {
  Object.assign(hostState, { isAvailable: true, backend: 'gnome_libsecret' })
})
afterAll(() => rmSync(folder, { recursive: true }))

const onDisk = () => readFileSync(join(folder, 'sealed.json'), 'utf8')

test('a secret survives the app, and the disk does not show it', async () => {
  await sealedStorage().set('refresh token https://desk.example', 'geheim')
  expect(await sealedStorage().get('refresh token https://desk.example')).toBe('geheim')
  expect(onDisk()).not.toContain('geheim')
  expect(onDisk()).not.toContain(Buffer.from('geheim').toString('base64'))
})

test('a deleted secret is gone from the disk', async () => {
  await sealedStorage().set('gone', 'geheim')
  await sealedStorage().delete('gone')
  expect(await sealedStorage().get('gone')).toBeNull()
  expect(onDisk()).not.toContain('gone')
})

test.each([
  ['there is no key', { isAvailable: false }],
  ['the key is one that is written in the program', { backend: 'basic_text' }]
])('nothing is taken where %s', async (_, state) => {
  Object.assign(hostState, state)
  await expect(sealedStorage().set('name', 'geheim')).rejects.toThrow('no key')
})
