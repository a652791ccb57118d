// Takes the description of an update only when it is signed with a key that was built in: whoever holds the server of
// the feed, or a mirror of it, cannot offer a program of their own. The files are named in it with their checksums.
import { createPublicKey, verify } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import type { AppUpdater } from 'electron-updater'
import type { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'

type Provider = typeof GenericProvider

/** True when `signature` (base64) is of these bytes and was made with the private half of one of `keys` (SPKI, base64). */
function isSignedBy(keys: readonly string[], text: string, signature: string): boolean {
  const bytes = Buffer.from(signature.trim(), 'base64')
  return keys.some((key) => {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return publicKey.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), publicKey, bytes)
  })
}

function refused(why: string): Error {
  return Object.assign(new Error(`the feed is not signed by us: ${why}`), { code: 'ERR_UPDATER_INVALID_SIGNATURE' })
}

function isMissing(error: unknown): boolean {
  return (error as { statusCode?: number } | null)?.statusCode === 404
}

/** electron-updater's provider of plain files, which looks for `latest*.yml.sig` beside every `latest*.yml`. */
export function signedProvider(provider: Provider, url: string, keys: readonly string[]) {
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
      if (!isSignedBy(keys, text ?? '', signature ?? '')) throw refused('another signature')
      return text
    }
  }
}
