// Codes of an authenticator app (RFC 6238: SHA-1, six digits, thirty seconds), as every app of that kind makes them.
import { Secret, TOTP } from 'otpauth'

/** Seconds of a step. */
const period = 30
/** Steps before and after the present one whose codes are taken: clocks differ, and typing takes time. */
const window = 1

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'Guichê', label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** 160 bits, base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** What the app scans. */
export const addressOf = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The step that a code belongs to; null for one that is wrong now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
}
