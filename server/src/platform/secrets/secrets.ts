// Secrets: the application secret and what is derived from it: encryption at rest and signatures.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject
} from 'node:crypto'

export interface Secrets {
  /** AES-256-GCM with a random nonce: nonce(12) || tag(16) || ciphertext. */
  encrypt(plain: Uint8Array): Buffer
  /** Errors: throws when the bytes were changed or belong to a secret that is not accepted. */
  decrypt(sealed: Uint8Array): Buffer
  /** HMAC-SHA256 of a text under a purpose, base64url. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
  /** Keys of access tokens: the first signs, each is accepted. */
  tokenKeys: readonly [string, ...string[]]
}

export interface OtherKeys {
  /** Secrets that open and verify, and with which nothing is written: of before a change of the secret, or of after it. */
  accepted?: readonly string[]
  /** Keys of purposes that outlive the secret. */
  lasting?: ReadonlyMap<string, Buffer>
}

const derive = (appSecret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', appSecret, 'guiche', purpose, 32))

export const signingKeyOf = (appSecret: string, purpose: string): Buffer => derive(appSecret, `sign:${purpose}`)

// A key object: with a buffer every cipher would cost five times as much.
const sealingKeyOf = (appSecret: string): KeyObject => createSecretKey(derive(appSecret, 'encryption'))

const tokenKeyOf = (appSecret: string): string => derive(appSecret, 'access-token').toString('base64url')

function decryptWith(key: KeyObject, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

/** The bytes under the first key that opens them. Errors: that of the first key. */
function decryptWithAny([first, ...others]: [KeyObject, ...KeyObject[]], sealed: Uint8Array): Buffer {
  try {
    return decryptWith(first, sealed)
  } catch (error) {
    for (const key of others) {
      try {
        return decryptWith(key, sealed)
      } catch {
        // Sealed under a further one, or none.
      }
    }
    throw error
  }
}

const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url')

function isSameText(given: Buffer, expected: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** Derives everything from one secret of at least 32 characters, and accepts what others made. */
export function createSecrets(appSecret: string, { accepted = [], lasting = new Map() }: OtherKeys = {}): Secrets {
  const sealingKeys: [KeyObject, ...KeyObject[]] = [sealingKeyOf(appSecret), ...accepted.map(sealingKeyOf)]
  const signingKeys = new Map<string, [Buffer, ...Buffer[]]>()
  const keysFor = (purpose: string): [Buffer, ...Buffer[]] => {
    const known = signingKeys.get(purpose)
    if (known) return known
    const kept = lasting.get(purpose)
    const keys: [Buffer, ...Buffer[]] = kept
      ? [kept]
      : [signingKeyOf(appSecret, purpose), ...accepted.map((other) => signingKeyOf(other, purpose))]
    signingKeys.set(purpose, keys)
    return keys
  }
  return {
    encrypt: (plain) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealingKeys[0], nonce)
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decrypt: (sealed) => decryptWithAny(sealingKeys, sealed),
    sign: (purpose, text) => hmac(keysFor(purpose)[0], text),
    verify: (purpose, text, signature) =>
      keysFor(purpose).some((key) => isSameText(Buffer.from(signature), Buffer.from(hmac(key, text)))),
    tokenKeys: [tokenKeyOf(appSecret), ...accepted.map(tokenKeyOf)]
  }
}
