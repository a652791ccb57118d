// What an admin does for somebody who lost their second factor.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { FactorOfPerson } from '@guiche/shared/features/org/second-factor.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { endSessions } from '#features/org/sessions/sessions.service.ts'
import { editablePerson } from '#features/org/users/editable-person.ts'
import { mailAboutFactor } from './mail-about-factor.ts'
import { countPasskeys, deletePasskeys } from './passkeys.repo.ts'
import * as repo from './second-factor.repo.ts'

/** Errors: those of `editablePerson`. */
export async function showSecondFactorOf(ctx: Ctx, actor: Actor, userId: number): Promise<FactorOfPerson> {
  const { companyId } = await editablePerson(ctx, actor, userId)
  const person = { companyId, userId }
  const factor = await repo.findFactor(ctx.db, person)
  return { since: factor?.confirmedAt?.toISOString() ?? null, passkeys: await countPasskeys(ctx.db, person) }
}

/**
 * Switches the factor of somebody else off, removes their passkeys, ends their logins and tells them by mail. Errors: those of a recent login and of
 * `editablePerson`, ERR_NO_PERMISSION for the own one, ERR_SECOND_FACTOR_OFF.
 */
export async function resetSecondFactor(ctx: Ctx, caller: Caller, userId: number): Promise<FactorOfPerson> {
  const { actor } = caller
  const { companyId, name } = await editablePerson(ctx, actor, userId)
  if (userId === actor.id) throw new AppError('ERR_NO_PERMISSION')
  await caller.confirm()
  const person = { companyId, userId }
  await inTransaction(ctx, async (tx) => {
    const hadCode = await repo.deleteFactor(tx.db, person)
    const hadPasskeys = (await deletePasskeys(tx.db, person)) > 0
    if (!hadCode && !hadPasskeys) throw new AppError('ERR_SECOND_FACTOR_OFF')
    await endSessions(tx, person, 'factor-changed')
    await mailAboutFactor(tx, person, { change: 'reset', admin: actor.name })
    recordAudit(tx, { companyId, action: 'second-factor.reset', subject: { type: 'user', id: userId, label: name } })
  })
  return { since: null, passkeys: 0 }
}
