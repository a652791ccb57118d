// Whether somebody may be signed in now: by hours and leave, which never bind the only admin who is free of both.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isAtWork, isOnLeave, nextWork, type Leave } from '@guiche/shared/features/org/work-hours.ts'
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

/** The leave of somebody that lasts now, or null. */
export function presentLeave(person: repo.BoundPerson, now: Date): Leave | null {
  const { leaveFrom: from, leaveUntil: until, standInId, timeZone } = person
  if (from === null || until === null) return null
  const leave = { from, until, standInId }
  return isOnLeave(leave, timeZone, now) ? leave : null
}

function onLeave(person: repo.BoundPerson, now: Date): AppError | null {
  const leave = presentLeave(person, now)
  if (leave === null) return null
  const { until } = leave
  return new AppError('ERR_ON_LEAVE', { message: `This person is on leave until ${until}.`, values: { until } })
}

/**
 * Whether hours and leave may bind somebody: never a super user, who runs the server, and no admin whose company has no other admin
 * that is free of them.
 */
export const mayBeBound = async (
  ctx: Ctx,
  person: repo.Person & { profile: string; super: boolean }
): Promise<boolean> =>
  !person.super && (!isAdmin(person as repo.BoundPerson) || (await repo.hasOtherFreeAdmin(ctx.db, person)))

/** Why somebody with times may not be signed in now, or null. */
export async function refusalNow(ctx: Ctx, person: repo.BoundPerson): Promise<AppError | null> {
  const refusal = onLeave(person, ctx.now()) ?? outsideHours(person, ctx.now())
  return refusal !== null && (await mayBeBound(ctx, person)) ? refusal : null
}

/** Why somebody may not be signed in now, or null: ERR_ON_LEAVE with the last day, ERR_OUTSIDE_HOURS with the moment from which they may. */
export async function signInRefusal(ctx: Ctx, person: repo.Person): Promise<AppError | null> {
  const found = await repo.findBound(ctx.db, person)
  return found ? refusalNow(ctx, found) : null
}
