// The refresh token: names its login, carries a secret, and follows from the one before.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/secrets/secrets.ts'

export interface RefreshToken {
  companyId: number
  sessionId: string
  /** 256 bits, base64url. */
  secret: string
}

const form = /^(\d{1,15})\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([\w-]{43})$/

/** Null for text that no server of ours has made. */
export function parseRefreshToken(text: string | undefined): RefreshToken | null {
  const [, companyId, sessionId, secret] = form.exec(text ?? '') ?? []
  return companyId && sessionId && secret ? { companyId: Number(companyId), sessionId, secret } : null
}

export const formatRefreshToken = ({ companyId, sessionId, secret }: RefreshToken): string =>
  `${companyId}.${sessionId}.${secret}`

export const newSecret = (): string => randomBytes(32).toString('base64url')

/**
 * The secret that follows. It is derived, so that two tabs that refresh at once with one token get one and the
 * same new token, although only hashes are stored.
 */
export const nextSecret = (secrets: Secrets, { sessionId, secret }: RefreshToken): string =>
  secrets.sign('refresh-token', `${sessionId}.${secret}`)

/** What is stored of a secret. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const isSameHash = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Exchanges that are followed back: about ten days of use without a pause. */
const longestChain = 1000

/** True for a genuine token that was exchanged long ago: the stored one follows from it. */
export function isAncestor(secrets: Secrets, token: RefreshToken, storedHash: string): boolean {
  let at = token
  for (let step = 0; step < longestChain; step++) {
    at = { ...at, secret: nextSecret(secrets, at) }
    if (hashOfSecret(at.secret) === storedHash) return true
  }
  return false
}
