// Admins say when somebody is on leave and who stands in; a leave begins at once or by the clock.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { User } from '@guiche/shared/features/org/users.ts'
import { dayIn, type Leave } from '@guiche/shared/features/org/work-hours.ts'
import type { Actor } from '#platform/actor.ts'
import { recordChange } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { lockCompany } from '#features/org/plans/plans.service.ts'
import { endSessions } from '#features/org/sessions/sessions.service.ts'
import { editablePerson } from '#features/org/users/editable-person.ts'
import { userSaved } from '#features/org/users/users.events.ts'
import { userById } from '#features/org/users/users.service.ts'
import { isPresent } from './receivers.ts'
import { mayBeBound, presentLeave, refusalNow } from './sign-in-times.ts'
import { leaveBegun } from './work-times.events.ts'
import * as repo from './work-times.repo.ts'

const wrong = (field: string) => new AppError('ERR_VALIDATION', { fields: { [field]: 'ERR_VALIDATION' } })

async function announce(tx: Ctx, companyId: number, userId: number): Promise<User> {
  const user = await userById(tx, companyId, userId)
  tx.bus.emit(userSaved, { user, isNew: false, rightsChanged: false })
  return user
}

/** Hands over what they have and ends their logins, once a leave. Says whether it did. */
export async function beginLeave(tx: Ctx, who: repo.Person): Promise<boolean> {
  await repo.lockTimes(tx.db, who)
  const person = await repo.findBound(tx.db, who)
  const leave = person && presentLeave(person, tx.now())
  if (!leave || person.hasLeft) return false
  const { companyId, userId, name } = person
  await repo.markLeft(tx.db, who)
  const { standInId } = leave
  const isHere = standInId !== null && (await isPresent(tx, companyId, standInId))
  await leaveBegun.run(tx, { companyId, userId, name, standInId: isHere ? standInId : null })
  // An admin whom a leave does not bind goes on.
  if (await refusalNow(tx, person)) await endSessions(tx, who, 'on-leave')
  return true
}

/** A leave that is over is none. */
export async function deleteLeave(tx: Ctx, who: repo.Person): Promise<void> {
  await repo.saveLeave(tx.db, who, null)
  await announce(tx, who.companyId, who.userId)
}

function fieldsOf({ leave }: User) {
  return { from: leave?.from ?? null, until: leave?.until ?? null, standInId: leave?.standInId ?? null }
}

/** Saves or takes away a leave in the running transaction. */
async function changeLeave(tx: Ctx, before: User, leave: Leave | null): Promise<User> {
  const { companyId, id: userId, name } = before
  await repo.saveLeave(tx.db, { companyId, userId }, leave)
  if (leave !== null) await beginLeave(tx, { companyId, userId })
  const user = await announce(tx, companyId, userId)
  const subject = { type: 'user', id: userId, label: name }
  const states = { before: fieldsOf(before), after: fieldsOf(user) }
  recordChange(tx, { companyId, action: 'leave.changed', subject }, states, { shown: ['from', 'until', 'standInId'] })
  return user
}

/**
 * Errors: those of `editablePerson`, ERR_LAST_FREE_ADMIN, ERR_VALIDATION for a leave that is over by now, and for a stand-in who
 * is the person or nobody of the company.
 */
export function setLeave(ctx: Ctx, actor: Actor, userId: number, leave: Leave): Promise<User> {
  const { companyId, timeZone } = actor
  return inTransaction(ctx, async (tx) => {
    // Of two admins who send each other on leave at once the second finds nobody free.
    await lockCompany(tx, companyId)
    const before = await editablePerson(tx, actor, userId)
    if (leave.until < dayIn(timeZone, tx.now())) throw wrong('until')
    if (leave.standInId === userId) throw wrong('standInId')
    if (leave.standInId !== null) await userById(tx, companyId, leave.standInId)
    if (!(await mayBeBound(tx, { ...before, userId }))) throw new AppError('ERR_LAST_FREE_ADMIN')
    return changeLeave(tx, before, leave)
  })
}

/** Errors: those of `editablePerson`. */
export function endLeave(ctx: Ctx, actor: Actor, userId: number): Promise<User> {
  return inTransaction(ctx, async (tx) => changeLeave(tx, await editablePerson(tx, actor, userId), null))
}
