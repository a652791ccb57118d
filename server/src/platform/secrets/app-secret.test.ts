// The application secret is made once, kept to ourselves, and never silently replaced.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadAppSecrets, replaceSecretFile } from './app-secret.ts'
import { BadConfiguration } from '../config/env.ts'

let folder: string
let dataDir: string
let file: string

async function load(place = dataDir): Promise<string> {
  return (await loadAppSecrets({ appSecret: undefined, acceptedSecrets: [], dataDir: place })).current
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'guiche-secret-'))
  dataDir = path.join(folder, 'data')
  file = path.join(dataDir, 'secrets.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a configured secret is taken as it is and nothing is written', async () => {
  const appSecret = 'configured by somebody, long enough'
  expect((await loadAppSecrets({ appSecret, acceptedSecrets: [], dataDir })).current).toBe(appSecret)
  expect(existsSync(file)).toBe(false)
})

test('without one a secret is made, kept in a file of mode 600 and found again', async () => {
  const made = await load()
  expect(made).toMatch(/^[\w-]{64}$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ appSecret: made })
  expect(await load()).toBe(made)
  expect(await load(path.join(folder, 'other'))).not.toBe(made)
})

test('starts at the same moment agree on one secret and leave nothing else', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => load()))
  expect(new Set(made).size).toBe(1)
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
})

test.each(['', '{', '{"appSecret":"short"}', '{}'])(
  'a damaged file (%j) stops the start and stays as it is',
  async (text) => {
    await load()
    writeFileSync(file, text)
    const start = load()
    await expect(start).rejects.toThrow(BadConfiguration)
    await expect(start).rejects.toThrow(`APP_SECRET: ${file} is damaged`)
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
)

test('a secret of before is accepted until its day, and one that is configured besides always', async () => {
  const [before, long, besides] = [
    'the secret of the week before, long',
    'one of long ago, long enough too',
    'a further one'
  ]
  await load()
  const at = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString()
  const accepted = [
    { secret: before, until: at(1) },
    { secret: long, until: at(-1) }
  ]
  await replaceSecretFile(file, { appSecret: 'the secret of today, which is as long', accepted })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
  expect(await loadAppSecrets({ appSecret: undefined, acceptedSecrets: [besides], dataDir })).toEqual({
    current: 'the secret of today, which is as long',
    accepted: [before, besides]
  })
})
