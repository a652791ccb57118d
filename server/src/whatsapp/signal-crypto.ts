// Makes libsignal's symmetric cryptography several times faster: Node is slow with keys that are plain buffers.
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Logger } from 'pino'

interface SignalCrypto {
  calculateMAC(key: Buffer, data: Buffer): Buffer
  verifyMAC(data: Buffer, key: Buffer, mac: Buffer, length: number): void
  deriveSecrets(input: Buffer, salt: Buffer, info: Buffer, chunks?: number): Buffer[]
  encrypt(key: Buffer, data: Buffer, iv: Buffer): Buffer
  decrypt(key: Buffer, data: Buffer, iv: Buffer): Buffer
}

const calculateMAC = (key: Buffer, data: Buffer): Buffer =>
  createHmac('sha256', createSecretKey(key)).update(data).digest()

const fast: SignalCrypto = {
  calculateMAC,
  verifyMAC: (data, key, mac, length) => {
    const expected = calculateMAC(key, data).subarray(0, length)
    if (mac.length !== length || expected.length !== length) throw new Error('Bad MAC length')
    if (!mac.equals(expected)) throw new Error('Bad MAC')
  },
  deriveSecrets: (input, salt, info, chunks = 3) => {
    const bytes = Buffer.from(hkdfSync('sha256', createSecretKey(input), salt, info, 32 * chunks))
    return Array.from({ length: chunks }, (_, n) => bytes.subarray(32 * n, 32 * n + 32))
  },
  encrypt: (key, data, iv) => {
    const aes = createCipheriv('aes-256-cbc', createSecretKey(key), iv)
    return Buffer.concat([aes.update(data), aes.final()])
  },
  decrypt: (key, data, iv) => {
    const aes = createDecipheriv('aes-256-cbc', createSecretKey(key), iv)
    return Buffer.concat([aes.update(data), aes.final()])
  }
}

/** Every function of one module gives the same as that of the other. */
function isSame(one: SignalCrypto, other: SignalCrypto): boolean {
  const [key, salt, data, iv] = [randomBytes(32), randomBytes(32), randomBytes(77), randomBytes(16)]
  const mac = one.calculateMAC(key, data)
  const isVerified = ({ verifyMAC }: SignalCrypto, given: Buffer) => {
    try {
      verifyMAC(data, key, given, 8)
      return true
    } catch {
      return false
    }
  }
  const sealed = one.encrypt(key, data, iv)
  return (
    mac.equals(other.calculateMAC(key, data)) &&
    [1, 2, 3].every((chunks) =>
      Buffer.concat(one.deriveSecrets(data, salt, key, chunks)).equals(
        Buffer.concat(other.deriveSecrets(data, salt, key, chunks))
      )
    ) &&
    sealed.equals(other.encrypt(key, data, iv)) &&
    other.decrypt(key, sealed, iv).equals(data) &&
    [one, other].every((each) => isVerified(each, mac.subarray(0, 8)) && !isVerified(each, randomBytes(8)))
  )
}

/** The module Baileys works with, wherever it is installed. */
export const signalCrypto = (): SignalCrypto =>
  createRequire(import.meta.resolve('@whiskeysockets/baileys'))('libsignal/src/crypto.js') as SignalCrypto

/** Replaces libsignal's functions for this process, after proving that ours give the same. True when they do. */
export function useFastSignalCrypto(log: Logger): boolean {
  try {
    const module = signalCrypto()
    if (!isSame({ ...module }, fast)) throw new Error('different results')
    Object.assign(module, fast)
    return true
  } catch (error) {
    log.warn({ err: error }, 'libsignal keeps its own cryptography')
    return false
  }
}
