// Passwords: what is accepted, argon2id, and a check that takes as long for people who do not exist.
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isStrongPassword } from '@guiche/shared/kernel/passwords.ts'
import type { Ctx } from '#platform/ctx.ts'

/** OWASP's first recommendation for argon2id is 19 MiB, two passes, one lane; the memory may be set higher. */
const hashOf = (password: string, memoryCost: number): Promise<string> =>
  hash(password, { memoryCost, timeCost: 2, parallelism: 1 })

/** Errors: ERR_PASSWORD_TOO_WEAK where the server wants strong ones. */
export async function hashPassword({ config }: Pick<Ctx, 'config'>, password: string): Promise<string> {
  if (config.wantsStrongPasswords && !isStrongPassword(password)) {
    throw new AppError('ERR_PASSWORD_TOO_WEAK', { fields: { password: 'ERR_PASSWORD_TOO_WEAK' } })
  }
  return hashOf(password, config.passwordMemory)
}

const decoys = new Map<number, Promise<string>>()

function decoyOf(memory: number): Promise<string> {
  const made = decoys.get(memory) ?? hashOf('nobody has this password', memory)
  decoys.set(memory, made)
  return made
}

/** Compares; without a stored hash it works as long as with one and answers no. */
export async function isRightPassword(
  { config }: Pick<Ctx, 'config'>,
  stored: string | undefined,
  password: string
): Promise<boolean> {
  const isRight = await verify(stored ?? (await decoyOf(config.passwordMemory)), password)
  return isRight && stored !== undefined
}
