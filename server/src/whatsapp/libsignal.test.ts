// libsignal as it is patched: the same cryptography with key objects, and not a word on the console.
import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

interface SignalCrypto {
  calculateMAC(key: Buffer, data: Buffer): Buffer
  verifyMAC(data: Buffer, key: Buffer, mac: Buffer, length: number): void
  deriveSecrets(input: Buffer, salt: Buffer, info: Buffer, chunks?: number): Buffer[]
  encrypt(key: Buffer, data: Buffer, iv: Buffer): Buffer
  decrypt(key: Buffer, data: Buffer, iv: Buffer): Buffer
}
const fromBaileys = createRequire(import.meta.resolve('@whiskeysockets/baileys'))
const crypto = fromBaileys('libsignal/src/crypto.js') as SignalCrypto

const mac = (key: Buffer, ...data: Uint8Array[]) => createHmac('sha256', key).update(Buffer.concat(data)).digest()

it('computes what RFC 5869, HMAC and AES say', () => {
  const [key, salt, data, iv] = [randomBytes(32), randomBytes(32), randomBytes(500), randomBytes(16)]
  const info = Buffer.from('WhisperRatchet')
  const pseudoRandom = mac(salt, data)
  const first = mac(pseudoRandom, info, Uint8Array.of(1))
  const second = mac(pseudoRandom, first, info, Uint8Array.of(2))
  const third = mac(pseudoRandom, second, info, Uint8Array.of(3))
  expect(crypto.deriveSecrets(data, salt, info)).toEqual([first, second, third])
  expect(crypto.deriveSecrets(data, salt, info, 2)).toEqual([first, second])
  expect(crypto.deriveSecrets(data, salt, info, 1)).toEqual([first])
  expect(crypto.calculateMAC(key, data)).toEqual(mac(key, data))
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  const sealed = Buffer.concat([cipher.update(data), cipher.final()])
  expect(crypto.encrypt(key, data, iv)).toEqual(sealed)
  expect(crypto.decrypt(key, sealed, iv)).toEqual(data)
  expect(() => crypto.decrypt(randomBytes(32), sealed, iv)).toThrow()
})

it('takes the right code and no other', () => {
  const [key, data] = [randomBytes(32), randomBytes(77)]
  expect(() => crypto.verifyMAC(data, key, mac(key, data).subarray(0, 8), 8)).not.toThrow()
  expect(() => crypto.verifyMAC(data, key, randomBytes(8), 8)).toThrow('Bad MAC')
  expect(() => crypto.verifyMAC(data, key, Buffer.alloc(7), 8)).toThrow('Bad MAC length')
  expect(() => crypto.deriveSecrets(data, Buffer.alloc(31), data)).toThrow('salt')
})

it('prints nothing anywhere: its sessions hold private keys', () => {
  const folder = join(dirname(fromBaileys.resolve('libsignal')), 'src')
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(files).toContain('session_record.js')
  const texts = ['../index.js', ...files].map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
  expect(texts.filter(([, text]) => /\bconsole\b|process\.std/.test(text)).map(([name]) => name)).toEqual([])
  // What it says with NODE_DEBUG=libsignal are words, never a session.
  const said = texts.flatMap(([, text]) => [...text.matchAll(/\bdebug\((.*)\);/g)].map(([, what]) => what))
  expect(said.length).toBeGreaterThan(10)
  expect(said.filter((what) => /\b(?:session|oldestSession|bucket)\b(?![^"']*["'])/.test(what ?? ''))).toEqual([
    '"Unhandled bucket type (for naming): %s", typeof bucket'
  ])
})
