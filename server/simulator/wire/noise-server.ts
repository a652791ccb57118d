// Server side of WhatsApp's Noise_XX handshake and of the encrypted frames that follow it.
import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { Curve, decodeDecompressedBinaryNode, proto, type BinaryNode } from '@whiskeysockets/baileys'
import * as tokens from '@whiskeysockets/baileys/lib/WABinary/constants.js'
import { newKeyPair, type KeyPair } from './keys.ts'

const MODE = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0')
const INTRO = Buffer.from([0x57, 0x41, 0x06, 0x03])
const TAG = 16
const NOTHING = Buffer.alloc(0)

/**
 * The public certificate chain as the service presents it, replayed with a static key of our own:
 * the client checks the signatures inside the chain but does not bind its leaf to the server's static key.
 */
const certificateChain = readFileSync(new URL('../assets/noise-cert-chain.bin', import.meta.url))

function ivOf(counter: number): Buffer {
  const iv = Buffer.alloc(12)
  iv.writeUInt32BE(counter, 8)
  return iv
}

// Key objects instead of bytes: this Node takes five times as long for a cipher whose key is a buffer.
function seal(key: KeyObject, counter: number, aad: Buffer, plain: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, ivOf(counter))
  cipher.setAAD(aad)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function open(key: KeyObject, counter: number, aad: Buffer, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, ivOf(counter))
  decipher.setAAD(aad)
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
  return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG)), decipher.final()])
}

function frame(payload: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(3 + payload.length)
  out.writeUIntBE(payload.length, 0, 3)
  out.set(payload, 3)
  return out
}

/** The hash of all that was said so far, and the key that follows from the secrets so far. */
function makeHandshakeState() {
  let hash: Buffer = MODE
  let salt: Buffer = MODE
  let key: Buffer = MODE
  let counter = 0

  const authenticate = (data: Uint8Array) => {
    hash = createHash('sha256').update(hash).update(data).digest()
  }
  const derive = (secret: Uint8Array): [Buffer, Buffer] => {
    const both = Buffer.from(hkdfSync('sha256', secret, salt, '', 64))
    return [both.subarray(0, 32), both.subarray(32)]
  }
  const mix = (secret: Uint8Array) => {
    ;[salt, key] = derive(secret)
    counter = 0
  }
  const encrypt = (plain: Uint8Array): Buffer => {
    const sealed = seal(createSecretKey(key), counter++, hash, plain)
    authenticate(sealed)
    return sealed
  }
  const decrypt = (sealed: Uint8Array): Buffer => {
    const plain = open(createSecretKey(key), counter++, hash, sealed)
    authenticate(sealed)
    return plain
  }
  const transportKeys = (): KeyObject[] => derive(NOTHING).map((bytes) => createSecretKey(bytes))
  return { authenticate, mix, encrypt, decrypt, transportKeys }
}

export interface NoiseServer {
  /** Feed bytes of the socket; handshake answers go out through `write`. */
  receive(data: Uint8Array): void
  /** Encrypt an encoded binary node into a frame. Only after `onLogin`. */
  seal(encodedNode: Uint8Array): Buffer
}

export interface NoiseEvents {
  write(frame: Buffer): void
  /** The handshake is done: the client's noise key and its payload. */
  onLogin(clientKey: Buffer, payload: proto.ClientPayload): void
  onNode(node: BinaryNode): void
}

export function makeNoiseServer(events: NoiseEvents): NoiseServer {
  const ephemeral: KeyPair = newKeyPair()
  const fixed: KeyPair = newKeyPair()
  const { authenticate, mix, encrypt, decrypt, transportKeys } = makeHandshakeState()
  let clientEphemeral: Buffer = NOTHING
  let stage: 'intro' | 'hello' | 'finish' | 'transport' = 'intro'
  let pending: Buffer = NOTHING
  let receiveKey: KeyObject | undefined
  let sendKey: KeyObject | undefined
  let received = 0
  let sent = 0

  const hello = (payload: Buffer) => {
    clientEphemeral = Buffer.from(proto.HandshakeMessage.decode(payload).clientHello!.ephemeral!)
    authenticate(clientEphemeral)
    authenticate(ephemeral.public)
    mix(Curve.sharedKey(ephemeral.private, clientEphemeral))
    const serverStatic = encrypt(fixed.public)
    mix(Curve.sharedKey(fixed.private, clientEphemeral))
    const serverHello = { ephemeral: ephemeral.public, static: serverStatic, payload: encrypt(certificateChain) }
    events.write(frame(proto.HandshakeMessage.encode({ serverHello }).finish()))
    stage = 'finish'
  }

  const finish = (payload: Buffer) => {
    const { clientFinish } = proto.HandshakeMessage.decode(payload)
    const clientKey = decrypt(clientFinish!.static!)
    mix(Curve.sharedKey(ephemeral.private, clientKey))
    const login = proto.ClientPayload.decode(decrypt(clientFinish!.payload!))
    ;[receiveKey, sendKey] = transportKeys()
    stage = 'transport'
    events.onLogin(clientKey, login)
  }

  const transport = (payload: Buffer) => {
    if (!receiveKey) throw new Error('a frame before the handshake')
    const plain = open(receiveKey, received++, NOTHING, payload)
    const body = plain[0]! & 2 ? inflateSync(plain.subarray(1)) : plain.subarray(1)
    events.onNode(decodeDecompressedBinaryNode(body, tokens))
  }

  const skipIntro = (): boolean => {
    // Routing information of an earlier session may come first: "ED" 00 01 length(3) bytes.
    let offset = 0
    if (pending.length >= 7 && pending.subarray(0, 2).toString() === 'ED') offset = 7 + pending.readUIntBE(4, 3)
    if (pending.length < offset + INTRO.length) return false
    if (!pending.subarray(offset, offset + 4).equals(INTRO)) throw new Error('not a WhatsApp client')
    authenticate(INTRO)
    pending = pending.subarray(offset + 4)
    stage = 'hello'
    return true
  }

  return {
    receive(data) {
      pending = pending.length ? Buffer.concat([pending, data]) : Buffer.from(data)
      if (stage === 'intro' && !skipIntro()) return
      while (pending.length >= 3) {
        const size = pending.readUIntBE(0, 3)
        if (pending.length < size + 3) return
        const payload = pending.subarray(3, size + 3)
        pending = pending.subarray(size + 3)
        if (stage === 'transport') transport(payload)
        else if (stage === 'finish') finish(payload)
        else hello(payload)
      }
    },
    seal(encodedNode) {
      if (!sendKey) throw new Error('nothing can be sent before the handshake')
      return frame(seal(sendKey, sent++, NOTHING, encodedNode))
    }
  }
}
