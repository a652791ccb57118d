// Every minute: whoever is signed in outside of their hours is not any more, their sockets neither; leaves begin and end.
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { dayIn } from '@guiche/shared/features/org/work-hours.ts'
import { endSessions } from '#features/org/sessions/sessions.service.ts'
import { userSaved } from '#features/org/users/users.events.ts'
import { userById } from '#features/org/users/users.service.ts'
import { beginLeave, deleteLeave } from './set-leave.ts'
import { refusalNow } from './sign-in-times.ts'
import * as repo from './work-times.repo.ts'

/** Says in the log whose logins ended, and why. */
async function endLogins(tx: Ctx, { companyId, userId, name }: repo.BoundPerson): Promise<void> {
  const sessions = await endSessions(tx, { companyId, userId }, 'outside-hours')
  if (sessions.length === 0) return
  const subject = { type: 'user', id: userId, label: name }
  recordAudit(tx, { companyId, action: 'login.ended', subject, before: { sessions }, after: { why: 'outside-hours' } })
}

async function moveLeave(tx: Ctx, person: repo.BoundPerson): Promise<void> {
  const { companyId, userId } = person
  if ((person.leaveUntil ?? '') < dayIn(person.timeZone, tx.now())) return deleteLeave(tx, person)
  if (await beginLeave(tx, person)) {
    tx.bus.emit(userSaved, { user: await userById(tx, companyId, userId), isNew: false, rightsChanged: false })
  }
}

/** Days begin fourteen hours before those of UTC where they begin first. */
const firstZone = 'Pacific/Kiritimati'

/** Those whom nothing lets be signed in now; their hours may have changed since they signed in. */
export async function sweepWorkTimes(ctx: Ctx): Promise<void> {
  for (const person of await repo.boundAndSignedIn(ctx.db, ctx.now())) {
    const refusal = await refusalNow(ctx, person)
    if (refusal) await inTransaction(ctx, (tx) => endLogins(tx, person))
  }
  for (const person of await repo.leavesUntil(ctx.db, dayIn(firstZone, ctx.now()))) {
    await inTransaction(ctx, (tx) => moveLeave(tx, person))
  }
}
