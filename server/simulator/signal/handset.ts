// A Signal party of the simulator (a customer's handset, or the phone itself): keys, sessions, encryption.
import { randomInt } from 'node:crypto'
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from 'libsignal'
import { newIdentityKeyPair, newKeyPair, withKeyType, xeddsaSign, type KeyPair } from '../wire/keys.ts'
import type { Bundle, Handset } from '../model.ts'

export type CipherType = 'pkmsg' | 'msg'

export function newHandset(name: string): Handset {
  return {
    name,
    identity: newIdentityKeyPair(),
    registrationId: randomInt(1, 16380),
    preKeys: new Map(),
    nextPreKeyId: 1,
    sessions: new Map(),
    senderKeys: new Map()
  }
}

function newSignedPreKey(handset: Handset) {
  const keyPair = newKeyPair()
  const signature = xeddsaSign(handset.identity, withKeyType(keyPair.public))
  return { id: 1, keyPair, value: keyPair.public, signature }
}

/** A bundle with a fresh one-time prekey. */
export function makeBundle(handset: Handset): Bundle & { preKey: { id: number; value: Buffer } } {
  const { id: signedId, value, signature } = (handset.signedPreKey ??= newSignedPreKey(handset))
  const id = handset.nextPreKeyId++
  const preKey = newKeyPair()
  handset.preKeys.set(id, preKey)
  return {
    registrationId: handset.registrationId,
    identity: handset.identity.public,
    signedPreKey: { id: signedId, value, signature },
    preKey: { id, value: preKey.public }
  }
}

const signalPair = (pair: KeyPair) => ({ privKey: pair.private, pubKey: withKeyType(pair.public) })

function storageOf(handset: Handset, working?: { record: SessionRecord | undefined }): SignalStorage {
  return {
    loadSession: async (id) => (working ? working.record : handset.sessions.get(id)),
    storeSession: async (id, record) => {
      handset.sessions.set(id, record)
    },
    isTrustedIdentity: () => true,
    loadPreKey: async (id) => {
      const pair = handset.preKeys.get(Number(id))
      return pair && signalPair(pair)
    },
    removePreKey: (id) => {
      handset.preKeys.delete(id)
    },
    loadSignedPreKey: () => signalPair((handset.signedPreKey ??= newSignedPreKey(handset)).keyPair),
    getOurRegistrationId: () => handset.registrationId,
    getOurIdentity: () => signalPair(handset.identity)
  }
}

// libsignal queues work per address over the whole process: the handset's name keeps handsets apart.
const addressOf = (handset: Handset, peer: string) => new ProtocolAddress(`${handset.name}>${peer}`, 0)
const sessionId = (handset: Handset, peer: string) => addressOf(handset, peer).toString()

export const hasSession = (handset: Handset, peer: string): boolean =>
  handset.sessions.get(sessionId(handset, peer))?.haveOpenSession() ?? false

function dropSession(handset: Handset, peer: string): void {
  handset.sessions.delete(sessionId(handset, peer))
}

/** Start a session towards a device from its bundle; an old one is replaced. */
export async function openSession(handset: Handset, peer: string, bundle: Bundle): Promise<void> {
  dropSession(handset, peer)
  await new SessionBuilder(storageOf(handset), addressOf(handset, peer)).initOutgoing({
    registrationId: bundle.registrationId,
    identityKey: withKeyType(bundle.identity),
    signedPreKey: {
      keyId: bundle.signedPreKey.id,
      publicKey: withKeyType(bundle.signedPreKey.value),
      signature: bundle.signedPreKey.signature
    },
    preKey: (bundle.preKey && {
      keyId: bundle.preKey.id,
      publicKey: withKeyType(bundle.preKey.value)
    }) as { keyId: number; publicKey: Buffer }
  })
}

export async function encryptFor(
  handset: Handset,
  peer: string,
  padded: Buffer
): Promise<{ type: CipherType; ciphertext: Buffer }> {
  const { type, body } = await new SessionCipher(storageOf(handset), addressOf(handset, peer)).encrypt(padded)
  return { type: type === 3 ? 'pkmsg' : 'msg', ciphertext: Buffer.from(body as unknown as Uint8Array) }
}

/** Decrypt; a failed attempt leaves the session untouched. */
export async function decryptFrom(
  handset: Handset,
  peer: string,
  type: CipherType,
  ciphertext: Buffer
): Promise<Buffer> {
  const current = handset.sessions.get(sessionId(handset, peer))
  const working = { record: current && SessionRecord.deserialize(current.serialize()) }
  const cipher = new SessionCipher(storageOf(handset, working), addressOf(handset, peer))
  return type === 'pkmsg' ? cipher.decryptPreKeyWhisperMessage(ciphertext) : cipher.decryptWhisperMessage(ciphertext)
}
