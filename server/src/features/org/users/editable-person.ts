// Somebody whose account the caller may change.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { User } from '@guiche/shared/features/org/users.ts'
import type { Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { mayEdit } from './users.policy.ts'
import { userById } from './users.service.ts'

/** Errors: ERR_NO_USER_FOUND, ERR_NO_PERMISSION for a super user who is somebody else. */
export async function editablePerson(ctx: Ctx, actor: Actor, userId: number): Promise<User> {
  const user = await userById(ctx, actor.companyId, userId)
  if (!mayEdit(actor, user)) throw new AppError('ERR_NO_PERMISSION')
  return user
}
