// A forgotten password: a code by mail, then a new password for the code.
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { checkPassword } from '#features/org/users/passwords.ts'
import { replacePassword } from '#features/org/users/update-user.ts'
import { countResetAttempt, deleteReset, findAccount, lockReset, saveReset, type Account } from './auth.repo.ts'
import { knownCaller, nobody } from './known-callers.ts'
import { hashResetCode, isResetCode, newResetCode } from './reset-code.ts'
import { mailResetCode, makeResetCode } from './reset-jobs.ts'
import { recordGuess } from '#features/org/sessions/record-guesses.ts'
import { attempt, forgive } from '#features/org/sessions/slow-down.ts'

const validMinutes = 15
/** Wrong codes after which a new one is needed, of callers from where the person has never signed in. */
const mostAttempts = 5
/** Milliseconds that an answer takes at least where unknown addresses are hidden: what is known is also written down. */
const leastTime = 250

/** The network in which the person has signed in before. What others try elsewhere keeps nobody there from a new password. */
async function knownNetwork(ctx: Ctx, account: Account | undefined, address: string): Promise<string | null> {
  return (await knownCaller(ctx, account ?? nobody, { address, devices: undefined }))?.key ?? null
}

/**
 * Has a code made and mailed. The caller waits for a job alone, which is one for unknown addresses too where they are hidden:
 * neither the answer nor its time says whether somebody has the address.
 * Errors: ERR_TOO_MANY_REQUESTS; ERR_NO_USER_FOUND, unless unknown addresses are hidden.
 */
export async function requestReset(
  ctx: Ctx,
  email: string,
  { address, language }: { address: string; language: Language }
): Promise<void> {
  const account = await findAccount(ctx.db, email)
  await attempt(ctx, 'reset', (await knownNetwork(ctx, account, address)) ?? email, address)
  if (!account && !ctx.config.hideUnknownEmail) throw new AppError('ERR_NO_USER_FOUND')
  const least = ctx.config.hideUnknownEmail ? pause(leastTime) : undefined
  await inTransaction(ctx, async (tx) => {
    await tx.jobs.add(tx, makeResetCode, { email, language })
    if (account) await recordGuess(tx, { ...account, action: 'password.reset-requested' })
  })
  await least
}

/** Makes a code and has it mailed, where somebody has the address. */
export async function sendResetCode(ctx: Ctx, email: string, language: Language): Promise<void> {
  const account = await findAccount(ctx.db, email)
  if (!account) return
  const { companyId, userId, name } = account
  const code = newResetCode()
  const expiresAt = new Date(ctx.now().getTime() + validMinutes * 60_000)
  await inTransaction(ctx, async (tx) => {
    await saveReset(tx.db, { companyId, userId, codeHash: hashResetCode(tx.secrets, userId, code), expiresAt })
    await tx.jobs.add(tx, mailResetCode, {
      to: account.email,
      name,
      language,
      sealedCode: tx.secrets.encrypt(Buffer.from(code)).toString('base64'),
      minutes: validMinutes,
      goodUntil: expiresAt.getTime()
    })
  })
}

/** A code that was mailed to the address before, or for the password before, opens nothing any more. */
export async function dropResetCode(tx: Ctx, companyId: number, userId: number): Promise<void> {
  await deleteReset(tx.db, { companyId, userId })
}

interface Given {
  email: string
  code: string
  newPassword: string
}

/**
 * Sets the new password and ends every login.
 * Errors: those of `checkPassword`, ERR_TOO_MANY_REQUESTS, ERR_RESET_CODE_INVALID.
 */
export async function resetPassword(ctx: Ctx, given: Given, address: string): Promise<void> {
  await checkPassword(ctx, given.newPassword, { field: 'newPassword', isReset: true })
  // A wrong code of somebody is written down, and one of nobody is not: both are answered after the same time.
  const least = ctx.config.hideUnknownEmail ? pause(leastTime) : undefined
  try {
    await exchangeCode(ctx, given, address)
  } finally {
    await least
  }
}

async function exchangeCode(ctx: Ctx, { email, code, newPassword }: Given, address: string): Promise<void> {
  const account = await findAccount(ctx.db, email)
  const known = await knownNetwork(ctx, account, address)
  const tried = await attempt(ctx, 'code', known ?? email, address)
  if (!account) throw new AppError('ERR_RESET_CODE_INVALID')
  const { companyId, userId, name } = account
  // The wrong attempt has to be counted, so the refusal is an answer of the transaction and not its failure.
  const isDone = await inTransaction(ctx, async (tx) => {
    const person = { companyId, userId }
    const reset = await lockReset(tx.db, person)
    if (!reset || reset.expiresAt <= tx.now()) return false
    if (known === null && reset.attempts >= mostAttempts) return false
    if (!isResetCode(tx.secrets, userId, code, reset.codeHash)) {
      // Where the person is known, `attempt` alone counts.
      if (known === null) await countResetAttempt(tx.db, person)
      return false
    }
    await deleteReset(tx.db, person)
    await replacePassword(tx, companyId, userId, newPassword)
    recordAudit(tx, {
      companyId,
      action: 'password.reset',
      subject: { type: 'user', id: userId, label: name },
      by: { id: userId, name, email: account.email }
    })
    return true
  })
  if (!isDone) {
    await recordGuess(ctx, { companyId, userId, name, action: 'login.failed', after: { with: 'reset-code' } })
    throw new AppError('ERR_RESET_CODE_INVALID')
  }
  await tried.succeeded()
  await forgive(ctx, 'login', email)
}
