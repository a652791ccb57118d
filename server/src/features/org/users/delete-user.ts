// Deleting a user: never oneself, never the last admin, and only after everybody has let go of them.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { lockCompany } from '#features/org/plans/plans.service.ts'
import { endSessions } from '#features/org/sessions/sessions.service.ts'
import { recordUserGone } from './record-user.ts'
import { beforeUserDelete, userDeleted } from './users.events.ts'
import { mayEdit } from './users.policy.ts'
import * as repo from './users.repo.ts'
import { userById } from './users.service.ts'

/** Errors: ERR_CANNOT_DELETE_SELF, ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_LAST_ADMIN. */
export async function deleteUser(ctx: Ctx, actor: Actor, id: number): Promise<void> {
  const { companyId } = actor
  if (actor.id === id) throw new AppError('ERR_CANNOT_DELETE_SELF')
  await inTransaction(ctx, async (tx) => {
    // Two admins who delete each other at once would both see another admin left.
    await lockCompany(tx, companyId)
    const user = await userById(tx, companyId, id)
    if (!mayEdit(actor, user)) throw new AppError('ERR_NO_PERMISSION')
    if (isAdmin(user) && (await repo.countOtherAdmins(tx.db, companyId, id)) === 0) throw new AppError('ERR_LAST_ADMIN')
    await beforeUserDelete.run(tx, companyId, id)
    await endSessions(tx, { companyId, userId: id }, 'user-removed')
    await repo.deleteUser(tx.db, companyId, id)
    recordUserGone(tx, user)
    tx.bus.emit(userDeleted, { companyId, userId: id })
  })
}
