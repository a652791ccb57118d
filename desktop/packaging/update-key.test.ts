// What a release must have before it is packed, and that the feed it comes with is signed by the key that was given.
import { generateKeyPairSync, verify } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { signedBytes, type DescriptionTarget } from '#main/updates/signed-feed.ts'
import { missingForRelease } from './pack.ts'
import { packSample } from './testing/pack-sample.ts'
import { publicHalf, readUpdateKey, trustedKeys } from './update-key.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

afterEach(() => {
  vi.unstubAllEnvs()
})

test('packing signs the description of the update', async () => {
  vi.stubEnv('GUICHE_UPDATE_URL', 'https://updates.example/guiche')
  vi.stubEnv('GUICHE_UPDATE_KEY', pem)
  // The tools that write packages are fetched elsewhere: a description is put where they would put it.
  const text = Buffer.from('version: 0.2.0\n')
  const { folder } = await packSample({
    edition: 'standard',
    system: 'linux',
    overrides: { afterPack: ({ outDir }) => Promise.resolve(writeFileSync(join(outDir, 'latest-linux.yml'), text)) }
  })
  const signature = Buffer.from(readFileSync(join(folder, 'out/latest-linux.yml.sig'), 'utf8'), 'base64')
  const signedFor = (place: DescriptionTarget) => verify(null, signedBytes(place, text), publicKey, signature)
  expect(signedFor({ edition: 'standard', name: 'latest-linux.yml' })).toBe(true)
  expect(signedFor({ edition: 'admin', name: 'latest-linux.yml' })).toBe(false)
  expect(signedFor({ edition: 'standard', name: 'latest.yml' })).toBe(false)
})

test('a release without certificates or key is not packed; a package for trying out is', () => {
  vi.stubEnv('GUICHE_SIGNING', 'required')
  expect(missingForRelease('linux')).toEqual(['GUICHE_UPDATE_URL', 'GUICHE_UPDATE_KEY'])
  vi.stubEnv('GUICHE_UPDATE_URL', 'https://updates.example/guiche')
  vi.stubEnv('GUICHE_UPDATE_KEY', pem)
  // A pipeline gives an empty text where it knows no secret.
  vi.stubEnv('CSC_LINK', '')
  expect(missingForRelease('linux')).toEqual([])
  expect(missingForRelease('win')).toEqual(['CSC_LINK', 'CSC_KEY_PASSWORD'])
  expect(missingForRelease('mac')).toContain('APPLE_ID')
  vi.stubEnv('GUICHE_SIGNING', '')
  expect(missingForRelease('mac')).toEqual([])
})

test('a build trusts its own key and those it is told, so that a key can be changed', () => {
  const next = publicHalf(generateKeyPairSync('ed25519').privateKey)
  expect(trustedKeys({})).toEqual([])
  expect(trustedKeys({ GUICHE_UPDATE_KEY: pem, GUICHE_UPDATE_TRUSTED: ` ${next}, ` })).toEqual([
    publicHalf(privateKey),
    next
  ])
})

test('another kind of key is refused', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  expect(() => readUpdateKey(rsa.export({ format: 'pem', type: 'pkcs8' }).toString())).toThrow('ed25519')
})
