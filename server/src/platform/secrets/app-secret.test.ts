// The application secret is made once, kept to ourselves, and never silently replaced.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadAppSecret } from './app-secret.ts'
import { BadConfiguration } from '../config/env.ts'

let folder: string
let dataDir: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'guiche-secret-'))
  dataDir = path.join(folder, 'data')
  file = path.join(dataDir, 'secrets.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a configured secret is taken as it is and nothing is written', async () => {
  const appSecret = 'configured by somebody, long enough'
  expect(await loadAppSecret({ appSecret, dataDir })).toBe(appSecret)
  expect(existsSync(file)).toBe(false)
})

test('without one a secret is made, kept in a file of mode 600 and found again', async () => {
  const made = await loadAppSecret({ appSecret: undefined, dataDir })
  expect(made).toMatch(/^[\w-]{64}$/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ appSecret: made })
  expect(await loadAppSecret({ appSecret: undefined, dataDir })).toBe(made)
  expect(await loadAppSecret({ appSecret: undefined, dataDir: path.join(folder, 'other') })).not.toBe(made)
})

test('starts at the same moment agree on one secret and leave nothing else', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => loadAppSecret({ appSecret: undefined, dataDir })))
  expect(new Set(made).size).toBe(1)
  expect(readdirSync(dataDir)).toEqual(['secrets.json'])
})

test.each(['', '{', '{"appSecret":"short"}', '{}'])(
  'a damaged file (%j) stops the start and stays as it is',
  async (text) => {
    await loadAppSecret({ appSecret: undefined, dataDir })
    writeFileSync(file, text)
    const start = loadAppSecret({ appSecret: undefined, dataDir })
    await expect(start).rejects.toThrow(BadConfiguration)
    await expect(start).rejects.toThrow(`APP_SECRET: ${file} is damaged`)
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
)
