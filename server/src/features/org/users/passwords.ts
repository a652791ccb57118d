// Passwords: what is accepted, argon2id, and a check that takes as long for people who do not exist.
import { hash, verify } from '@node-rs/argon2'
import { AppError, type ErrorCode } from '@guiche/shared/kernel/app-error.ts'
import { composedRule, isComposedPassword, isLongPassword, passwordLengths } from '@guiche/shared/kernel/passwords.ts'
import type { Ctx } from '#platform/ctx.ts'
import { isMadeOfContextWords } from './context-words.ts'
import { isCommonPassword } from './frequent-passwords.ts'

/** OWASP's first recommendation for argon2id is 19 MiB, two passes, one lane; the memory may be set higher. */
const hashOf = (password: string, memoryCost: number): Promise<string> =>
  hash(password, { memoryCost, timeCost: 2, parallelism: 1 })

/** What the form calls the field, and whether it is the one for forgotten passwords, which has a plain rule of its own. */
interface Form {
  field: string
  isReset?: boolean
}

/**
 * Errors, each with the field: ERR_VALIDATION where plain ones do; ERR_PASSWORD_TOO_WEAK, ERR_PASSWORD_COMMON where the
 * server wants strong ones.
 */
export async function checkPassword(
  { config }: Pick<Ctx, 'config'>,
  password: string,
  { field, isReset = false }: Form
): Promise<void> {
  const refuse = (code: ErrorCode, sentence: string = code) => new AppError(code, { fields: { [field]: sentence } })
  if (config.wantsStrongPasswords) {
    if (!isLongPassword(password)) throw refuse('ERR_PASSWORD_TOO_WEAK')
    if (isMadeOfContextWords(password) || (await isCommonPassword(password))) throw refuse('ERR_PASSWORD_COMMON')
    return
  }
  if (isReset && !isComposedPassword(password)) throw refuse('ERR_VALIDATION', composedRule)
  if (password.length > passwordLengths.plain.max) throw refuse('ERR_VALIDATION', 'Too Long!')
}

/** The hash of a new password; argon2id reads all of its characters. Errors: those of `checkPassword`. */
export async function hashPassword(
  ctx: Pick<Ctx, 'config'>,
  password: string,
  form: Form = { field: 'password' }
): Promise<string> {
  await checkPassword(ctx, password, form)
  return hashOf(password, ctx.config.passwordMemory)
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
