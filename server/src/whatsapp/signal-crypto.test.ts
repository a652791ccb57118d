// The faster cryptography is the same cryptography.
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { useFastSignalCrypto, signalCrypto } from './signal-crypto.ts'

it('gives what libsignal gives, and takes its place once that is proven', () => {
  const original = { ...signalCrypto() }
  const [key, salt, data, iv] = [randomBytes(32), randomBytes(32), randomBytes(500), randomBytes(16)]
  const run = (m: typeof original) => [
    m.calculateMAC(key, data),
    ...m.deriveSecrets(data, salt, key),
    ...m.deriveSecrets(data, salt, key, 2),
    m.encrypt(key, data, iv),
    m.decrypt(key, m.encrypt(key, data, iv), iv)
  ]
  const before = run(original)
  expect(useFastSignalCrypto(pino({ level: 'silent' }))).toBe(true)
  expect(signalCrypto().calculateMAC).not.toBe(original.calculateMAC)
  expect(run(signalCrypto())).toEqual(before)
  expect(() => signalCrypto().verifyMAC(data, key, randomBytes(8), 8)).toThrow('Bad MAC')
  expect(() => signalCrypto().verifyMAC(data, key, Buffer.alloc(7), 8)).toThrow('Bad MAC length')
  expect(() => signalCrypto().decrypt(randomBytes(32), before.at(-2) ?? data, iv)).toThrow()
})
