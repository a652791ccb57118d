// Passwords: argon2id, and a check that takes as long for people who do not exist.
import { hash, verify } from '@node-rs/argon2'

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, strength)

let decoy: Promise<string> | undefined

/** Compares; without a stored hash it works as long as with one and answers no. */
export const isRightPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('nobody has this password')
  const isRight = await verify(stored ?? (await decoy), password)
  return isRight && stored !== undefined
}
