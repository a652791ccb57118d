// Secrets: the application secret and what is derived from it: encryption at rest and signatures.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual
} from 'node:crypto'

export interface Secrets {
  /** AES-256-GCM with a random nonce: nonce(12) || tag(16) || ciphertext. */
  encrypt(plain: Uint8Array): Buffer
  /** Errors: throws when the bytes were changed or belong to another secret. */
  decrypt(sealed: Uint8Array): Buffer
  /** HMAC-SHA256 of a text under a purpose, base64url. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
  /** Key for access tokens. */
  tokenKey: string
}

/** Derives everything from one secret of at least 32 characters. */
export function createSecrets(appSecret: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', appSecret, 'guiche', purpose, 32))
  // A key object: with a buffer every cipher would cost five times as much.
  const encryptionKey = createSecretKey(derive('encryption'))
  const signingKeys = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const known = signingKeys.get(purpose) ?? derive(`sign:${purpose}`)
    signingKeys.set(purpose, known)
    return known
  }
  const sign = (purpose: string, text: string) => createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')
  return {
    encrypt: (plain) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decrypt: (sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
    },
    sign,
    verify: (purpose, text, signature) => {
      const expected = Buffer.from(sign(purpose, text))
      const given = Buffer.from(signature)
      return expected.length === given.length && timingSafeEqual(expected, given)
    },
    tokenKey: derive('access-token').toString('base64url')
  }
}
