// The devices at which somebody is signed in: everybody's own, and for admins those of their people.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Login } from '@guiche/shared/features/org/logins.ts'
import type { Actor, Caller } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { endSessions, runningSessions } from '#features/org/sessions/sessions.service.ts'
import { editablePerson } from './editable-person.ts'

/** Errors: those of `editablePerson`. */
async function personOf(ctx: Ctx, actor: Actor, userId: number) {
  const { companyId, name } = await editablePerson(ctx, actor, userId)
  return { companyId, userId, name }
}

/** Errors: those of `personOf`. */
export async function listLogins(ctx: Ctx, actor: Actor, userId = actor.id): Promise<Login[]> {
  const rows = await runningSessions(ctx, await personOf(ctx, actor, userId))
  return rows.map(({ id, browser, system, address, createdAt, rotatedAt }) => ({
    id,
    browser,
    system,
    address,
    createdAt: createdAt.toISOString(),
    seenAt: rotatedAt.toISOString(),
    isThis: id === actor.sessionId
  }))
}

/** Whoever ended them is in the log as well as whose they were. */
function endRecorded(
  ctx: Ctx,
  { name, ...person }: Awaited<ReturnType<typeof personOf>>,
  which: Parameters<typeof endSessions>[3]
): Promise<string[]> {
  return inTransaction(ctx, async (tx) => {
    const sessions = await endSessions(tx, person, 'ended', which)
    const subject = { type: 'user', id: person.userId, label: name }
    const { companyId } = person
    if (sessions.length > 0) recordAudit(tx, { companyId, action: 'login.ended', subject, before: { sessions } })
    return sessions
  })
}

/** Its socket ends with it. Errors: those of `personOf` and `confirm`, ERR_NO_LOGIN_FOUND. */
export async function endLogin(
  ctx: Ctx,
  { actor, confirm }: Caller,
  loginId: string,
  userId = actor.id
): Promise<{ ended: number }> {
  const person = await personOf(ctx, actor, userId)
  await confirm()
  const ended = await endRecorded(ctx, person, { only: loginId })
  if (ended.length === 0) throw new AppError('ERR_NO_LOGIN_FOUND')
  return { ended: ended.length }
}

/** Ends all of somebody but the one that asks. Errors: those of `personOf` and `confirm`. */
export async function endLogins(ctx: Ctx, { actor, confirm }: Caller, userId = actor.id): Promise<{ ended: number }> {
  const person = await personOf(ctx, actor, userId)
  await confirm()
  const ended = await endRecorded(ctx, person, { except: actor.sessionId })
  return { ended: ended.length }
}
