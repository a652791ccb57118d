// Admins say in which hours somebody may sign in.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { User } from '@guiche/shared/features/org/users.ts'
import type { WorkHours } from '@guiche/shared/features/org/work-hours.ts'
import type { Actor } from '#platform/actor.ts'
import { recordChange } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { lockCompany } from '#features/org/plans/plans.service.ts'
import { editablePerson } from '#features/org/users/editable-person.ts'
import { userSaved } from '#features/org/users/users.events.ts'
import { userById } from '#features/org/users/users.service.ts'
import { mayBeBound } from './sign-in-times.ts'
import * as repo from './work-times.repo.ts'

/** Hours that limit nothing are none. */
function limitOf(hours: WorkHours | null): WorkHours | null {
  const isLimit = hours?.schedules.some(({ startTime, endTime }) => startTime !== '' && endTime !== '')
  return hours !== null && (isLimit || hours.daysOff.length > 0) ? hours : null
}

/** Errors: those of `editablePerson`, ERR_LAST_FREE_ADMIN. */
export function setWorkHours(ctx: Ctx, actor: Actor, userId: number, wish: WorkHours | null): Promise<User> {
  const { companyId } = actor
  return inTransaction(ctx, async (tx) => {
    // Of two admins who limit each other at once the second finds nobody free.
    await lockCompany(tx, companyId)
    const before = await editablePerson(tx, actor, userId)
    const hours = limitOf(wish)
    const person = { companyId, userId }
    if (hours !== null && !(await mayBeBound(tx, { ...before, userId }))) throw new AppError('ERR_LAST_FREE_ADMIN')
    await repo.saveHours(tx.db, person, hours)
    const user = await userById(tx, companyId, userId)
    recordChange(
      tx,
      { companyId, action: 'work-hours.changed', subject: { type: 'user', id: userId, label: user.name } },
      { before: shown(before), after: shown(user) },
      { shown: ['schedules', 'daysOff'] }
    )
    tx.bus.emit(userSaved, { user, isNew: false, rightsChanged: false })
    return user
  })
}

function shown({ workHours }: User) {
  return { schedules: workHours?.schedules ?? [], daysOff: workHours?.daysOff ?? [] }
}
