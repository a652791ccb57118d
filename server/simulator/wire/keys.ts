// Key pairs of the simulated handsets: Curve25519 pairs whose XEdDSA signatures are made by the native Ed25519.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface KeyPair {
  public: Buffer
  private: Buffer
}

/** A Curve25519 pair that can also sign: the Ed25519 seed its private scalar comes from is kept beside it. */
export interface IdentityKeyPair extends KeyPair {
  seed: Buffer
}

const X25519_PRIVATE_DER = Buffer.from('302e020100300506032b656e04220420', 'hex')
const ED25519_PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex')

function publicOf(prefix: Buffer, secret: Buffer): Buffer {
  const key = createPrivateKey({ key: Buffer.concat([prefix, secret]), format: 'der', type: 'pkcs8' })
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
}

export function newKeyPair(): KeyPair {
  const pair = generateKeyPairSync('x25519', {
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' }
  })
  return { public: Buffer.from(pair.publicKey.subarray(-32)), private: Buffer.from(pair.privateKey.subarray(-32)) }
}

export function newIdentityKeyPair(seed: Buffer = randomBytes(32)): IdentityKeyPair {
  const scalar = createHash('sha512').update(seed).digest().subarray(0, 32)
  scalar[0]! &= 248
  scalar[31] = (scalar[31]! & 127) | 64
  const secret = Buffer.from(scalar)
  return { seed, private: secret, public: Buffer.from(publicOf(X25519_PRIVATE_DER, secret)) }
}

/**
 * XEdDSA signature (64 bytes) that `Curve.verify` of Baileys accepts.
 * The private scalar is the Ed25519 scalar of the seed, so the native signature fits; the sign bit of the Edwards key
 * travels in the last byte, as Signal does it. Signing with the scalar itself costs 20 ms in JavaScript.
 */
export function xeddsaSign(identity: IdentityKeyPair, message: Uint8Array): Buffer {
  const key = createPrivateKey({
    key: Buffer.concat([ED25519_PRIVATE_DER, identity.seed]),
    format: 'der',
    type: 'pkcs8'
  })
  const signature = sign(null, message, key)
  const edwards = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  signature[63]! |= edwards[31]! & 128
  return signature
}

/** A Curve25519 public key with Signal's type byte in front. */
export const withKeyType = (publicKey: Uint8Array): Buffer =>
  publicKey.length === 33 ? Buffer.from(publicKey) : Buffer.concat([Buffer.from([5]), publicKey])
