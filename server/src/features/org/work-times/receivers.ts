// Who may be given work: nobody who is on leave.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import { presentLeave } from './sign-in-times.ts'
import * as repo from './work-times.repo.ts'

/** Whether somebody of the company is on leave, with the day until which; null for whoever is here. */
async function leaveNow(ctx: Ctx, companyId: number, userId: number) {
  const found = await repo.findBound(ctx.db, { companyId, userId })
  const leave = found && presentLeave(found, ctx.now())
  return leave ? { name: found.name, until: leave.until } : null
}

/** Errors: ERR_USER_ON_LEAVE with the name and the last day. */
export async function requirePresent(ctx: Ctx, companyId: number, userId: number): Promise<void> {
  const away = await leaveNow(ctx, companyId, userId)
  if (away) throw new AppError('ERR_USER_ON_LEAVE', { values: { user: away.name, until: away.until } })
}

export const isPresent = async (ctx: Ctx, companyId: number, userId: number): Promise<boolean> =>
  (await leaveNow(ctx, companyId, userId)) === null
