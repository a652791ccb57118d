// Takes the description of an update only when it is signed with a key that was built in: whoever holds the server of
// the feed, or a mirror of it, cannot offer a program of their own, nor one of ours in another's place: the signature is also
// over the edition and the name of the description. The files are named in it with their checksums.
import { createPublicKey, verify } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'

type Provider = typeof GenericProvider

/** Where a description belongs. */
export interface DescriptionTarget {
  edition: string
  /** Of the file, without folders. */
  name: string
}

/** What is signed of a description. Neither an edition nor a name has a line break. */
export function signedBytes({ edition, name }: DescriptionTarget, description: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`guiche feed\n${edition}\n${name}\n`), Buffer.from(description)])
}

/** True when `signature` (base64) is of `text` and was made with the private half of one of `keys` (SPKI, base64). */
function isSignedBy(keys: readonly string[], text: Buffer, signature: string): boolean {
  const bytes = Buffer.from(signature.trim(), 'base64')
  return keys.some((key) => {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return publicKey.asymmetricKeyType === 'ed25519' && verify(null, text, publicKey, bytes)
  })
}

function refused(why: string): Error {
  return Object.assign(new Error(`the feed is not signed by us: ${why}`), { code: 'ERR_UPDATER_INVALID_SIGNATURE' })
}

function isMissing(error: unknown): boolean {
  return (error as { statusCode?: number } | null)?.statusCode === 404
}

export interface SignedFeed {
  /** Address of the folder. */
  feed: string
  /** Public keys, SPKI in base64; a description that none of them signed is refused. */
  keys: readonly string[]
  /** Of the app; a description of another one is refused. */
  edition: string
}

/** electron-updater's provider of plain files, which looks for `latest*.yml.sig` beside every `latest*.yml`. */
export function signedProvider(provider: Provider, { feed: url, keys, edition }: SignedFeed) {
  // A class, as electron-updater demands of a provider of one's own.
  return class SignedProvider extends provider {
    constructor(_options: unknown, updater: AppUpdater, runtimeOptions: ProviderRuntimeOptions) {
      super({ provider: 'generic', url }, updater, runtimeOptions)
    }

    protected override async httpRequest(address: URL, headers?: OutgoingHttpHeaders | null) {
      const text = await super.httpRequest(address, headers)
      const beside = new URL(address)
      beside.pathname += '.sig'
      const signature = await super.httpRequest(beside, headers).catch((error: unknown) => {
        throw isMissing(error) ? refused('no signature') : error
      })
      const name = address.pathname.slice(address.pathname.lastIndexOf('/') + 1)
      if (!isSignedBy(keys, signedBytes({ edition, name }, text ?? ''), signature ?? ''))
        throw refused('another signature')
      return text
    }

    /** A signature over a description says nothing about a file that it gives without its bytes' number and checksum. */
    override async getLatestVersion(): Promise<UpdateInfo> {
      const info = await super.getLatestVersion()
      // Tells what was signed, which need not be what its type says.
      const files = info.files as Partial<UpdateInfo['files'][number]>[] | undefined
      const isWhole = files?.every(({ sha512, size }) => Boolean(sha512) && Number.isInteger(size))
      if (!isWhole || files?.length === 0) throw refused('a file without size or checksum')
      return info
    }
  }
}
