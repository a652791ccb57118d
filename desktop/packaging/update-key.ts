// The key that signs the feeds of updates (ed25519): made once, kept by the pipeline, its public half built into the app.
// `npm run update-key -w desktop` prints a new one.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Edition } from '#icons/draw-signs.ts'
import { signedBytes, type DescriptionTarget } from '#main/updates/signed-feed.ts'

/** Reads a private key from its PEM. Errors: it is none of ed25519. */
export function readUpdateKey(pem: string): KeyObject {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('GUICHE_UPDATE_KEY is a private key of ed25519, as PEM')
  return key
}

/** The public half as the app takes it: SPKI in base64, one line. */
export function publicHalf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
}

/** Public keys that a build trusts: that of `GUICHE_UPDATE_KEY`, and those of `GUICHE_UPDATE_TRUSTED` (commas between them). */
export function trustedKeys(env: NodeJS.ProcessEnv): string[] {
  const pem = env['GUICHE_UPDATE_KEY']
  const others = env['GUICHE_UPDATE_TRUSTED']?.split(',').map((key) => key.trim()) ?? []
  return [...(pem ? [publicHalf(readUpdateKey(pem))] : []), ...others.filter((key) => key !== '')]
}

/** Names of the descriptions in a folder of packages, one a system. */
export function descriptionsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^latest[\w-]*\.yml$/.test(name))
}

/** The signature of a description, in base64. */
export function signatureOf(key: KeyObject, place: DescriptionTarget, description: string | Uint8Array): string {
  return sign(null, signedBytes(place, description), key).toString('base64')
}

/**
 * Writes `latest*.yml.sig` beside each description of an edition's feed, over edition, name and the file as it is; answers
 * with their paths.
 */
export function signFeed(folder: string, edition: Edition, key: KeyObject): string[] {
  return descriptionsIn(folder).map((name) => {
    writeFileSync(
      join(folder, `${name}.sig`),
      `${signatureOf(key, { edition, name }, readFileSync(join(folder, name)))}\n`
    )
    return join(folder, `${name}.sig`)
  })
}

if (import.meta.main) {
  const { privateKey } = generateKeyPairSync('ed25519')
  process.stdout.write(
    `Keep this as the secret GUICHE_UPDATE_KEY; whoever has it can sign updates:\n\n` +
      `${privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()}\n` +
      `Its public half, for GUICHE_UPDATE_TRUSTED of builds that still sign with another key:\n\n` +
      `${publicHalf(privateKey)}\n`
  )
}
