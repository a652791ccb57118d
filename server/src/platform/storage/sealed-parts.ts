// Encrypts files by the AWS Encryption SDK, part by part; loaded with the first file.
import { createHash } from 'node:crypto'
import { buildDecrypt } from '@aws-crypto/decrypt-node'
import { buildEncrypt } from '@aws-crypto/encrypt-node'
import {
  AlgorithmSuiteIdentifier,
  CommitmentPolicy,
  MultiKeyringNode,
  type KeyringNode
} from '@aws-crypto/material-management-node'
import { RawAesKeyringNode, RawAesWrappingSuiteIdentifier } from '@aws-crypto/raw-aes-keyring-node'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { overhead, partSize, sealedPartSize } from './sealed-sizes.ts'

export type { KeyringNode }

const policy = { commitmentPolicy: CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT, maxEncryptedDataKeys: 1 }
const { encrypt: encryptMessage } = buildEncrypt(policy)
const { decrypt: decryptMessage } = buildDecrypt(policy)

export interface FileKey {
  /** UUID. */
  id: string
  /** 32 bytes. */
  bytes: Uint8Array
}

export function keyringOf({ id, bytes }: FileKey): KeyringNode {
  return new RawAesKeyringNode({
    keyNamespace: 'guiche',
    keyName: id,
    // The library takes no bytes that share their memory with others.
    unencryptedMasterKey: Uint8Array.from(bytes),
    wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING
  })
}

/** Opens what any of them encrypted; each file names its key. */
export const anyOf = (keyrings: KeyringNode[]): KeyringNode => new MultiKeyringNode({ children: keyrings })

/** Which part of which file a message is: authenticated with it, so that none is taken for another, left out or moved. */
function markOf(key: string, part: number, isLast: boolean): Record<string, string> {
  return {
    file: createHash('sha256').update(key).digest('base64url'),
    part: String(part).padStart(10, '0'),
    last: isLast ? '1' : '0'
  }
}

async function sealPart(keyring: KeyringNode, plain: Buffer, mark: Record<string, string>): Promise<Buffer> {
  const { result } = await encryptMessage(keyring, plain, {
    suiteId: AlgorithmSuiteIdentifier.ALG_AES256_GCM_IV12_TAG16_HKDF_SHA512_COMMIT_KEY,
    encryptionContext: mark,
    plaintextLength: plain.length,
    // One frame a part: an exact multiple would add an empty one, and its bytes.
    frameLength: 2 * partSize
  })
  if (result.length !== plain.length + overhead) throw new Error('an encrypted part has another size than it must have')
  return result
}

/**
 * The bytes of `source` in pieces of `size`, the last one shorter, or empty. All lie in the same memory: each is done with
 * before the next is asked for.
 */
async function* inPieces(
  source: AsyncIterable<Buffer>,
  size: number
): AsyncGenerator<{ bytes: Buffer; isEnd: boolean }> {
  // Grows with the file: most are far smaller than a piece.
  let piece = Buffer.alloc(0)
  let used = 0
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length;) {
      // With one byte more it is known that the piece is not the end.
      if (used === size) {
        yield { bytes: piece, isEnd: false }
        used = 0
      }
      const wanted = Math.min(size, used + chunk.length - at)
      if (wanted > piece.length) {
        const larger = Buffer.allocUnsafe(Math.min(size, Math.max(wanted, 2 * piece.length)))
        piece.copy(larger, 0, 0, used)
        piece = larger
      }
      const taken = chunk.copy(piece, used, at)
      used += taken
      at += taken
    }
  }
  yield { bytes: piece.subarray(0, used), isEnd: true }
}

/** The file of this key, encrypted; a few parts of it are in memory at a time. */
export async function* sealParts(
  keyring: KeyringNode,
  key: string,
  source: AsyncIterable<Buffer>
): AsyncGenerator<Buffer> {
  let part = 0
  for await (const { bytes, isEnd } of inPieces(source, partSize)) {
    yield await sealPart(keyring, bytes, markOf(key, part++, isEnd))
  }
}

/** A stored file that was changed, cut or exchanged, or whose key is gone. */
export const damaged = (why: string | Error): AppError =>
  new AppError('ERR_FILE_DAMAGED', { cause: typeof why === 'string' ? new Error(why) : why })

async function openPart(keyring: KeyringNode, sealed: Buffer, key: string, part: number) {
  const { plaintext, messageHeader } = await decryptMessage(keyring, sealed).catch((error: unknown) => {
    throw damaged(error as Error)
  })
  const isLast = messageHeader.encryptionContext['last'] === '1'
  const wanted = markOf(key, part, isLast)
  const isOurs = Object.entries(wanted).every(([name, value]) => messageHeader.encryptionContext[name] === value)
  if (!isOurs) throw damaged(`this is not part ${part} of the file`)
  // Bytes behind the message, or a part that ends too early.
  if (plaintext.length + overhead !== sealed.length || (!isLast && plaintext.length !== partSize))
    throw damaged(`part ${part} has a size that it cannot have`)
  return { plain: plaintext, isLast }
}

/**
 * What `sealParts` made, from the part `first` on, and only parts that are whole. `until` is the last byte of the file that
 * is wanted; null for its end, which must come then. Errors: ERR_FILE_DAMAGED, before anything of the part concerned.
 */
export async function* openParts(
  keyring: KeyringNode,
  key: string,
  sealed: AsyncIterable<Buffer>,
  { first, until }: { first: number; until: number | null }
): AsyncGenerator<Buffer> {
  let part = first
  for await (const { bytes, isEnd } of inPieces(sealed, sealedPartSize)) {
    const { plain, isLast } = await openPart(keyring, bytes, key, part++)
    if (isLast && !isEnd) throw damaged('something follows its end')
    // Of a file that was cut between two parts not even the one before goes out as its end.
    if (isEnd && !isLast && (until === null || part * partSize <= until)) throw damaged('its end is missing')
    yield plain
  }
}
