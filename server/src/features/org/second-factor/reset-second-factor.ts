// What an admin does for somebody who lost their second factor.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { endSessions } from '#features/org/sessions/sessions.service.ts'
import { editablePerson } from '#features/org/users/editable-person.ts'
import { mailAboutFactor } from './mail-about-factor.ts'
import * as repo from './second-factor.repo.ts'

/** ISO 8601, null while it is off. Errors: those of `editablePerson`. */
export async function showSecondFactorOf(ctx: Ctx, actor: Actor, userId: number): Promise<{ since: string | null }> {
  const { companyId } = await editablePerson(ctx, actor, userId)
  const factor = await repo.findFactor(ctx.db, { companyId, userId })
  return { since: factor?.confirmedAt?.toISOString() ?? null }
}

/**
 * Switches the factor of somebody else off, ends their logins and tells them by mail. Errors: those of a recent login and of
 * `editablePerson`, ERR_NO_PERMISSION for the own one, ERR_SECOND_FACTOR_OFF.
 */
export async function resetSecondFactor(ctx: Ctx, caller: Caller, userId: number): Promise<{ since: null }> {
  const { actor } = caller
  const { companyId, name } = await editablePerson(ctx, actor, userId)
  if (userId === actor.id) throw new AppError('ERR_NO_PERMISSION')
  await caller.confirm()
  const person = { companyId, userId }
  await inTransaction(ctx, async (tx) => {
    if (!(await repo.deleteFactor(tx.db, person))) throw new AppError('ERR_SECOND_FACTOR_OFF')
    await endSessions(tx, person, 'factor-changed')
    await mailAboutFactor(tx, person, { change: 'reset', admin: actor.name })
    recordAudit(tx, { companyId, action: 'second-factor.reset', subject: { type: 'user', id: userId, label: name } })
  })
  return { since: null }
}
