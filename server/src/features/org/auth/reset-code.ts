// Codes for a forgotten password: short, kept as a keyed hash.
import { newReadableCode, normalisedCode } from '#platform/secrets/readable-code.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'

const length = 6

export const newResetCode = (): string => newReadableCode(length)

/** Without the application secret, a stored code cannot be found by trying all of them. */
export const hashResetCode = (secrets: Secrets, userId: number, code: string): string =>
  secrets.sign('password-reset', `${userId}:${normalisedCode(code)}`)

export const isResetCode = (secrets: Secrets, userId: number, typed: string, hash: string): boolean =>
  secrets.verify('password-reset', `${userId}:${normalisedCode(typed)}`, hash)
