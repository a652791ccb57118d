// Recovery codes: readable, fifty bits each, kept as keyed hashes.
import { recoveryCodeCount } from '@guiche/shared/features/org/second-factor.ts'
import { newReadableCode, normalisedCode } from '#platform/secrets/readable-code.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import type { Person } from './second-factor.repo.ts'

const half = 6

/** As they are shown. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => `${newReadableCode(half)}-${newReadableCode(half)}`)

/** Without the application secret, nobody who reads the table can try codes. */
export const hashOfCode = (secrets: Secrets, { companyId, userId }: Person, typed: string): string =>
  secrets.sign('recovery-code', `${companyId}.${userId}:${normalisedCode(typed)}`)
