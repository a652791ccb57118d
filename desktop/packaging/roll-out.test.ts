// The percentage of a rollout is written into every description of a feed, which is signed anew; nothing else changes there.
import { generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { signedBytes } from '#main/updates/signed-feed.ts'
import { rollOut } from './roll-out.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')

const description = `version: 0.2.0
files:
  - url: guiche-0.2.0-linux-x86_64.AppImage
    sha512: ${'A'.repeat(86)}==
    size: 1048576
releaseDate: '2026-11-21T12:00:00.000Z'
releaseNotes: |
  ## pt

  - Mais rápido
`

function makeFeed(names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-feed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of names) writeFileSync(join(folder, name), description)
  return folder
}

test('every system gets the percentage, signed, and the last call counts', () => {
  const folder = makeFeed(['latest.yml', 'latest-mac.yml', 'latest-linux-arm64.yml', 'notes.yml'])
  rollOut(folder, 'admin', 10, privateKey)
  expect(rollOut(folder, 'admin', 50, privateKey)).toContain('latest-mac.yml: 0.2.0 for 50 %')
  for (const name of ['latest.yml', 'latest-mac.yml', 'latest-linux-arm64.yml']) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(parse(text)).toEqual({ ...(parse(description) as object), stagingPercentage: 50 })
    const signature = Buffer.from(readFileSync(join(folder, `${name}.sig`), 'utf8'), 'base64')
    expect(verify(null, signedBytes({ edition: 'admin', name }, text), publicKey, signature)).toBe(true)
  }
  expect(readFileSync(join(folder, 'notes.yml'), 'utf8')).toBe(description)
})

test.each([-1, 101, 12.5, Number.NaN])('%s is no percentage', (percent) => {
  const folder = makeFeed(['latest.yml'])
  expect(() => rollOut(folder, 'standard', percent, privateKey)).toThrow('0 to 100')
  expect(readFileSync(join(folder, 'latest.yml'), 'utf8')).toBe(description)
})

test('a folder that is no feed is refused', () => {
  expect(() => rollOut(makeFeed(['notes.yml']), 'standard', 10, privateKey)).toThrow('holds no feed')
})
