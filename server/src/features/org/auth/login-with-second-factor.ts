// The second half of a sign-in: a challenge of the first, and a code or a second factor that is set up by then.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { SecondFactorSetup } from '@guiche/shared/features/org/second-factor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import {
  beginDemandedFactor,
  confirmDemandedFactor,
  passSecondFactor,
  readChallenge,
  type Challenge
} from '#features/org/second-factor/pass-second-factor.ts'
import { recordGuess } from '#features/org/sessions/record-guesses.ts'
import { attempt, oneByOne } from '#features/org/sessions/slow-down.ts'
import { lockAccount, type Account } from './auth.repo.ts'
import { enter, type SignedIn } from './auth.service.ts'
import type { LoginSource } from './known-callers.ts'

interface Typed {
  challenge: string
  code: string
}

/** Whose login it is. Errors: ERR_SECOND_FACTOR_EXPIRED. */
function challengeIn(ctx: Ctx, text: string): Challenge {
  const challenge = readChallenge(ctx, text)
  if (!challenge) throw new AppError('ERR_SECOND_FACTOR_EXPIRED')
  return challenge
}

type Step<T> = (tx: Ctx, account: Account, answer: { challenge: Challenge; code: string }) => Promise<T>

/** Tries a code, counted as a guess. Errors: ERR_TOO_MANY_REQUESTS, ERR_SECOND_FACTOR_EXPIRED, ERR_SECOND_FACTOR_CODE_WRONG. */
async function tryCode<T extends object>(
  ctx: Ctx,
  typed: Typed,
  source: LoginSource,
  step: Step<T | 'wrong' | 'expired'>
): Promise<T> {
  const challenge = challengeIn(ctx, typed.challenge)
  const { companyId, userId } = challenge
  const key = `${companyId}.${userId}`
  return oneByOne(key, source.address, async () => {
    const tried = await attempt(ctx, 'factor', key, source.address)
    let name = ''
    const passed = await inTransaction(ctx, async (tx) => {
      const account = await lockAccount(tx.db, challenge)
      name = account?.name ?? ''
      return account ? step(tx, account, { challenge, code: typed.code }) : 'expired'
    }).catch(async (error: unknown) => {
      // The code was right: what is refused then, such as a sign-in outside the hours, is no guess.
      if (error instanceof AppError) await tried.succeeded()
      throw error
    })
    if (passed === 'wrong') {
      await recordGuess(ctx, { companyId, userId, name, action: 'login.failed', after: { with: 'second-factor' } })
      throw new AppError('ERR_SECOND_FACTOR_CODE_WRONG', { fields: { code: 'ERR_SECOND_FACTOR_CODE_WRONG' } })
    }
    if (passed === 'expired') throw new AppError('ERR_SECOND_FACTOR_EXPIRED')
    await tried.succeeded()
    return passed
  })
}

/** Errors: those of `tryCode`, ERR_COMPANY_INACTIVE. */
export function loginWithSecondFactor(ctx: Ctx, typed: Typed, source: LoginSource): Promise<SignedIn> {
  return tryCode(ctx, typed, source, async (tx, account, answer) => {
    const outcome = await passSecondFactor(tx, account, answer)
    return outcome === 'passed' ? enter(tx, account, source) : outcome
  })
}

/** For whoever has to set one up before the login. Errors: ERR_SECOND_FACTOR_EXPIRED. */
export function startDemandedFactor(ctx: Ctx, text: string): Promise<SecondFactorSetup> {
  const challenge = challengeIn(ctx, text)
  return inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx.db, challenge)
    const setup = account && (await beginDemandedFactor(tx, account, challenge))
    if (!setup) throw new AppError('ERR_SECOND_FACTOR_EXPIRED')
    return setup
  })
}

/** Switches it on and signs in. Errors: those of `tryCode`, ERR_COMPANY_INACTIVE. */
export function loginWithNewFactor(
  ctx: Ctx,
  typed: Typed,
  source: LoginSource
): Promise<SignedIn & { recoveryCodes: string[] }> {
  return tryCode(ctx, typed, source, async (tx, account, answer) => {
    const outcome = await confirmDemandedFactor(tx, account, answer)
    if (typeof outcome === 'string') return outcome
    const { companyId, userId, name, email } = account
    recordAudit(tx, {
      companyId,
      action: 'second-factor.on',
      subject: { type: 'user', id: userId, label: name },
      by: { id: userId, name, email }
    })
    return { ...(await enter(tx, account, source)), recoveryCodes: outcome }
  })
}
