// The key pair by which push services know this server.
import { createECDH } from 'node:crypto'
import type { Secrets } from '#platform/secrets/secrets.ts'

export interface VapidKeys {
  /** Base64url, as browsers and the library take them. */
  publicKey: string
  privateKey: string
}

/** Follows from the application's secret: the same on every node, and written nowhere. */
export function vapidKeysOf(secrets: Pick<Secrets, 'sign'>): VapidKeys {
  const privateKey = secrets.sign('vapid', 'key 1')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey }
}
