// Codes for a forgotten password: short, without letters that look alike, kept as a keyed hash.
import { randomInt } from 'node:crypto'
import type { Secrets } from '#platform/secrets/secrets.ts'

/** Neither 0 and O, 1, I and L, 2 and Z, 5 and S, 8 and B, nor U and V. */
const letters = 'ACDEFGHJKMNPQRTWXY34679'
const length = 6

export const newResetCode = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** As people type it: any case, with spaces or a dash. */
const normalised = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Without the application secret, a stored code cannot be found by trying all of them. */
export const hashResetCode = (secrets: Secrets, userId: number, code: string): string =>
  secrets.sign('password-reset', `${userId}:${normalised(code)}`)

export const isResetCode = (secrets: Secrets, userId: number, typed: string, hash: string): boolean =>
  secrets.verify('password-reset', `${userId}:${normalised(typed)}`, hash)
