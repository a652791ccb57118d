// Passwords: what is accepted, argon2id, and a check that takes as long for people who do not exist.
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isStrongPassword } from '@guiche/shared/kernel/passwords.ts'
import type { Ctx } from '#platform/ctx.ts'

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const hashOf = (password: string): Promise<string> => hash(password, strength)

/** Errors: ERR_PASSWORD_TOO_WEAK where the server wants strong ones. */
export const hashPassword = async ({ config }: Pick<Ctx, 'config'>, password: string): Promise<string> => {
  if (config.wantsStrongPasswords && !isStrongPassword(password)) {
    throw new AppError('ERR_PASSWORD_TOO_WEAK', { fields: { password: 'ERR_PASSWORD_TOO_WEAK' } })
  }
  return hashOf(password)
}

let decoy: Promise<string> | undefined

/** Compares; without a stored hash it works as long as with one and answers no. */
export const isRightPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hashOf('nobody has this password')
  const isRight = await verify(stored ?? (await decoy), password)
  return isRight && stored !== undefined
}
