// Encryption of media files as WhatsApp does it: one key a file, AES-CBC and a truncated HMAC.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const infos: Record<string, string> = {
  image: 'WhatsApp Image Keys',
  sticker: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
  history: 'WhatsApp History Keys'
}

export const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest()

function keysOf(mediaKey: Uint8Array, kind: string) {
  const all = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), infos[kind] ?? infos.document!, 112))
  return { iv: all.subarray(0, 16), cipher: all.subarray(16, 48), mac: all.subarray(48, 80) }
}

const macOf = (key: Buffer, iv: Buffer, body: Uint8Array) =>
  createHmac('sha256', key).update(iv).update(body).digest().subarray(0, 10)

export interface EncryptedMedia {
  mediaKey: Buffer
  blob: Buffer
  fileSha256: Buffer
  fileEncSha256: Buffer
}

export function encryptMedia(plain: Uint8Array, kind: string): EncryptedMedia {
  const mediaKey = randomBytes(32)
  const { iv, cipher, mac } = keysOf(mediaKey, kind)
  const aes = createCipheriv('aes-256-cbc', cipher, iv)
  const body = Buffer.concat([aes.update(plain), aes.final()])
  const blob = Buffer.concat([body, macOf(mac, iv, body)])
  return { mediaKey, blob, fileSha256: sha256(plain), fileEncSha256: sha256(blob) }
}

/** Decrypt a blob of the media host; throws when the MAC or a hash is wrong. */
export function decryptMedia(
  blob: Buffer,
  kind: string,
  expected: { mediaKey: Uint8Array; fileSha256: Uint8Array | null; fileEncSha256: Uint8Array | null }
): Buffer {
  const { iv, cipher, mac } = keysOf(expected.mediaKey, kind)
  if (expected.fileEncSha256?.length && !sha256(blob).equals(expected.fileEncSha256))
    throw new Error('the uploaded file does not match fileEncSha256')
  const body = blob.subarray(0, -10)
  if (!macOf(mac, iv, body).equals(blob.subarray(-10))) throw new Error('the MAC of the uploaded file is wrong')
  const aes = createDecipheriv('aes-256-cbc', cipher, iv)
  const plain = Buffer.concat([aes.update(body), aes.final()])
  if (expected.fileSha256?.length && !sha256(plain).equals(expected.fileSha256))
    throw new Error('the file does not match fileSha256')
  return plain
}
