// The own second factor: set up, confirmed, its recovery codes, switched off.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { SecondFactorSetup, SecondFactorState } from '@guiche/shared/features/org/second-factor.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { sealText } from '#platform/secrets/sealed-text.ts'
import { recordGuess } from '#features/org/sessions/record-guesses.ts'
import { lockRunningSession } from '#features/org/sessions/sessions.service.ts'
import { attempt } from '#features/org/sessions/slow-down.ts'
import { requireOwnPassword } from '#features/org/users/require-recent-login.ts'
import { lockUser } from '#features/org/users/users.service.ts'
import { takeAnyCode, takeAppCode } from './check-code.ts'
import { mailAboutFactor } from './mail-about-factor.ts'
import * as repo from './second-factor.repo.ts'
import { replaceCodes, switchOn } from './switch-on.ts'
import { addressOf, newSecret } from './totp.ts'

const personOf = ({ companyId, id }: Actor): repo.Person => ({ companyId, userId: id })

export async function showSecondFactor(ctx: Ctx, actor: Actor): Promise<SecondFactorState> {
  const factor = await repo.findFactor(ctx.db, personOf(actor))
  const recoveryCodesLeft = factor?.confirmedAt ? await repo.countCodes(ctx.db, personOf(actor)) : 0
  return { since: factor?.confirmedAt?.toISOString() ?? null, recoveryCodesLeft }
}

/** Nothing changes until a code of it is confirmed. The caller holds the user's row. Errors: ERR_SECOND_FACTOR_ON. */
export async function beginSecondFactor(tx: Ctx, person: repo.Person, email: string): Promise<SecondFactorSetup> {
  const secret = newSecret()
  if (!(await repo.saveDraft(tx.db, person, sealText(tx, secret)))) throw new AppError('ERR_SECOND_FACTOR_ON')
  return { secret, address: addressOf(secret, email) }
}

/** Errors: those of a recent login, and ERR_SECOND_FACTOR_ON. */
export async function startSecondFactor(ctx: Ctx, caller: Caller): Promise<SecondFactorSetup> {
  await caller.confirm()
  const { actor } = caller
  return inTransaction(ctx, async (tx) => {
    await lockUser(tx, actor.companyId, actor.id)
    return beginSecondFactor(tx, personOf(actor), actor.email)
  })
}

const recordChange = (tx: Ctx, { companyId, id, name }: Actor, change: 'on' | 'off' | 'new-codes'): void =>
  recordAudit(tx, { companyId, action: `second-factor.${change}`, subject: { type: 'user', id, label: name } })

/** Counts guesses of codes. Errors: ERR_TOO_MANY_REQUESTS, ERR_SECOND_FACTOR_CODE_WRONG, and those of `work`. */
async function withCode<T>(ctx: Ctx, actor: Actor, work: (tx: Ctx) => Promise<T | null>): Promise<T> {
  const { companyId, id, name, sessionId } = actor
  const tried = await attempt(ctx, 'factor', `${companyId}.${id}`, sessionId)
  const done = await inTransaction(ctx, async (tx) => {
    await lockUser(tx, companyId, id)
    await lockRunningSession(tx, companyId, sessionId)
    return work(tx)
  })
  if (done === null) {
    await recordGuess(ctx, { companyId, userId: id, name, action: 'login.failed', after: { with: 'second-factor' } })
    throw new AppError('ERR_SECOND_FACTOR_CODE_WRONG', { fields: { code: 'ERR_SECOND_FACTOR_CODE_WRONG' } })
  }
  await tried.succeeded()
  return done
}

/** Errors: ERR_SECOND_FACTOR_OFF without a setup, ERR_SECOND_FACTOR_ON, and those of `withCode`. */
export function confirmSecondFactor(ctx: Ctx, actor: Actor, code: string): Promise<{ recoveryCodes: string[] }> {
  const person = personOf(actor)
  return withCode(ctx, actor, async (tx) => {
    const factor = await repo.findFactor(tx.db, person)
    if (!factor) throw new AppError('ERR_SECOND_FACTOR_OFF')
    if (factor.confirmedAt) throw new AppError('ERR_SECOND_FACTOR_ON')
    const recoveryCodes = await switchOn(tx, factor, { code, except: actor.sessionId })
    if (recoveryCodes === null) return null
    recordChange(tx, actor, 'on')
    return { recoveryCodes }
  })
}

/** The factor that is on. Errors: ERR_SECOND_FACTOR_OFF. */
async function presentFactor(tx: Ctx, person: repo.Person): Promise<repo.FactorRow> {
  const factor = await repo.findFactor(tx.db, person)
  if (!factor?.confirmedAt) throw new AppError('ERR_SECOND_FACTOR_OFF')
  return factor
}

/** Errors: ERR_SECOND_FACTOR_OFF, and those of `withCode`. */
export function renewRecoveryCodes(ctx: Ctx, actor: Actor, code: string): Promise<{ recoveryCodes: string[] }> {
  const person = personOf(actor)
  return withCode(ctx, actor, async (tx) => {
    if (!(await takeAppCode(tx, await presentFactor(tx, person), code))) return null
    await mailAboutFactor(tx, person, { change: 'new-codes' })
    recordChange(tx, actor, 'new-codes')
    return { recoveryCodes: await replaceCodes(tx, person) }
  })
}

/** Errors: ERR_CURRENT_PASSWORD_WRONG, ERR_SECOND_FACTOR_OFF, and those of `withCode`. */
export async function removeSecondFactor(
  ctx: Ctx,
  actor: Actor,
  { password, code }: { password: string; code: string }
): Promise<void> {
  await requireOwnPassword(ctx, actor, password, 'password')
  const person = personOf(actor)
  await withCode(ctx, actor, async (tx) => {
    if (!(await takeAnyCode(tx, await presentFactor(tx, person), code))) return null
    await repo.deleteFactor(tx.db, person)
    await mailAboutFactor(tx, person, { change: 'off' })
    recordChange(tx, actor, 'off')
    return true
  })
}
