// The one place that asks who is really there, before something that opens the account or the company to somebody else.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { lockRunningSession } from '#features/org/sessions/sessions.service.ts'
import { recordGuess } from '#features/org/sessions/record-guesses.ts'
import { attempt } from '#features/org/sessions/slow-down.ts'
import { isRightPassword } from './passwords.ts'
import { accountOf } from './users.repo.ts'

/** Milliseconds after signing in, with the password, in which nobody is asked for it again. */
const recent = 5 * 60_000

const refuse = (code: 'ERR_CURRENT_PASSWORD_REQUIRED' | 'ERR_CURRENT_PASSWORD_WRONG', field = 'currentPassword') =>
  new AppError(code, { fields: { [field]: code } })

/** Errors: ERR_CURRENT_PASSWORD_WRONG beside `field`, ERR_TOO_MANY_REQUESTS. */
export async function requireOwnPassword(
  ctx: Ctx,
  { companyId, id, name, sessionId }: Actor,
  password: string,
  field?: string
): Promise<void> {
  const tried = await attempt(ctx, 'confirm', `${companyId}.${id}`, sessionId)
  const account = await accountOf(ctx.db, companyId, id)
  if (!(await isRightPassword(ctx, account?.passwordHash, password))) {
    await recordGuess(ctx, { companyId, userId: id, name, action: 'login.failed', after: { with: 'current-password' } })
    throw refuse('ERR_CURRENT_PASSWORD_WRONG', field)
  }
  await tried.succeeded()
}

/**
 * Passes for whoever signed in within the last five minutes, or types the own password. A password that is given has to be
 * right in any case. Refreshing a token is no login.
 * Errors: ERR_CURRENT_PASSWORD_REQUIRED, ERR_CURRENT_PASSWORD_WRONG, ERR_TOO_MANY_REQUESTS, ERR_SESSION_ENDED,
 * ERR_SESSION_TAKEN_OVER.
 */
export async function requireRecentLogin(
  ctx: Ctx,
  actor: Actor,
  currentPassword: string | null | undefined
): Promise<void> {
  const { companyId, sessionId } = actor
  const since = await inTransaction(ctx, (tx) => lockRunningSession(tx, companyId, sessionId))
  if (!currentPassword) {
    if (ctx.now().getTime() - since.getTime() <= recent) return
    throw refuse('ERR_CURRENT_PASSWORD_REQUIRED')
  }
  await requireOwnPassword(ctx, actor, currentPassword)
}
