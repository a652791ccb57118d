// Whether somebody may be signed in now: by their hours, which never bind the only admin that nothing else lets in.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isAtWork, nextWork } from '@guiche/shared/features/org/work-hours.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './work-times.repo.ts'

function outsideHours({ hours, timeZone }: repo.BoundPerson, now: Date): AppError | null {
  if (hours === null || isAtWork(hours, timeZone, now)) return null
  const opens = nextWork(hours, timeZone, now)?.toISOString()
  return new AppError('ERR_OUTSIDE_HOURS', {
    message: opens
      ? `Outside the hours of this account, which begin at ${opens}.`
      : 'Outside the hours of this account.',
    ...(opens ? { values: { opens } } : {})
  })
}

/**
 * Whether hours may bind somebody: never a super user, who runs the server, and no admin whose company has no other admin
 * that is free of them.
 */
export const mayBeBound = async (
  ctx: Ctx,
  person: repo.Person & { profile: string; super: boolean }
): Promise<boolean> =>
  !person.super && (!isAdmin(person as repo.BoundPerson) || (await repo.hasOtherFreeAdmin(ctx.db, person)))

/** Why somebody with times may not be signed in now, or null. */
export async function refusalNow(ctx: Ctx, person: repo.BoundPerson): Promise<AppError | null> {
  const refusal = outsideHours(person, ctx.now())
  return refusal !== null && (await mayBeBound(ctx, person)) ? refusal : null
}

/** Why somebody may not be signed in now, or null: ERR_OUTSIDE_HOURS with the moment from which they may, in ISO 8601. */
export async function signInRefusal(ctx: Ctx, person: repo.Person): Promise<AppError | null> {
  const found = await repo.findBound(ctx.db, person)
  return found ? refusalNow(ctx, found) : null
}
