// Changing a user: what the person may, what others may who look after people, and what follows for logins and rooms.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { standingOf, type User, type UserPatch } from '@guiche/shared/features/org/users.ts'
import type { Caller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { lockCompany } from '#features/org/plans/plans.service.ts'
import { ownQueueIds } from '#features/org/queues/queues.service.ts'
import { lockedRole } from '#features/org/roles/roles.service.ts'
import { invalidateActors } from '#features/org/sessions/actor-cache.ts'
import { endSessions, lockRunningSession } from '#features/org/sessions/sessions.service.ts'
import type { AccountChange } from './account-change-mail.ts'
import { mailAccountChange } from './mail-account-change.ts'
import { hashPassword } from './passwords.ts'
import { recordUserChange } from './record-user.ts'
import { afterCredentialsChange, userSaved } from './users.events.ts'
import { losesAdmin, mayChangeMembership, mayEdit, type MembershipChanges } from './users.policy.ts'
import * as repo from './users.repo.ts'
import { ownConnection, userById } from './users.service.ts'

/** Admins have no role: who gets one is no admin any more, and who becomes an admin loses it. */
function placeAfter(before: User, patch: UserPatch): { profile: User['profile']; roleId: number | null } {
  const profile = patch.profile ?? (patch.roleId != null && before.profile === 'admin' ? 'user' : before.profile)
  const roleId = patch.roleId === undefined ? (before.role?.id ?? null) : patch.roleId
  return { profile, roleId: profile === 'admin' ? null : roleId }
}

/** What single grants are left: a role says all that its people may. */
const permissionsAfter = (before: User, patch: UserPatch): User['permissions'] =>
  placeAfter(before, patch).roleId === null ? (patch.permissions ?? before.permissions) : []

/** Forms send every field: only a value that differs is a change. */
function changesOf(before: User, patch: UserPatch): MembershipChanges {
  const { profile, roleId } = placeAfter(before, patch)
  const own = before.queues.map((queue) => queue.id)
  const asked = patch.queueIds ?? own
  return {
    profile: profile !== before.profile,
    role: roleId !== (before.role?.id ?? null),
    queues: own.some((id) => !asked.includes(id)) || asked.some((id) => !own.includes(id)),
    allTicket: patch.allTicket !== undefined && patch.allTicket !== before.allTicket,
    permissions: String(permissionsAfter(before, patch)) !== String(before.permissions),
    connection: patch.whatsappId !== undefined && patch.whatsappId !== before.whatsappId
  }
}

/**
 * Own name, mail address and password for everyone, the rest for whoever looks after people. A new password ends the other
 * logins. A new password, mail address, profile, role or permission asks for the caller's own password or a fresh login; a new password or
 * mail address is told by mail to the address before it.
 * Errors: ERR_CURRENT_PASSWORD_REQUIRED, ERR_CURRENT_PASSWORD_WRONG, ERR_TOO_MANY_REQUESTS, ERR_NO_PERMISSION, ERR_NO_USER_FOUND, ERR_NO_ROLE_FOUND, ERR_LAST_ADMIN, ERR_EMAIL_ALREADY_EXISTS, ERR_NO_QUEUE_FOUND,
 * ERR_NO_WAPP_FOUND, those of `checkPassword`.
 */
export async function updateUser(ctx: Ctx, caller: Caller, id: number, patch: UserPatch): Promise<User> {
  const { actor } = caller
  const { companyId } = actor
  const known = await userById(ctx, companyId, id)
  if (!mayEdit(actor, known)) throw new AppError('ERR_NO_PERMISSION')
  if (patch.companyId !== undefined && patch.companyId !== companyId) throw new AppError('ERR_NO_PERMISSION')
  const isConfirmed = opensToOthers(known, patch)
  if (isConfirmed) await caller.confirm()
  const passwordHash = patch.password ? await hashPassword(ctx, patch.password) : undefined

  return inTransaction(ctx, async (tx) => {
    // Two admins who demote each other at once would both see another admin left.
    await lockCompany(tx, companyId)
    await repo.lockUser(tx.db, companyId, actor.id)
    await lockRunningSession(tx, companyId, actor.sessionId)
    const current = await userById(tx, companyId, id)
    const credentials = credentialChanges(current, patch)
    // Somebody else has changed the same since: what is asked for is a change after all.
    if (!isConfirmed && opensToOthers(current, patch)) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    await mailAccountChange(tx, { companyId, userId: id }, credentials, { by: actor, newEmail: patch.email })
    const changes = changesOf(current, patch)
    const { profile, roleId } = placeAfter(current, patch)
    const permissions = permissionsAfter(current, patch)
    const before = standingOf(current)
    const after = {
      ...before,
      ...{ profile, permissions, queueIds: patch.queueIds ?? before.queueIds },
      role: roleId === null ? null : await lockedRole(tx, companyId, roleId),
      allTicket: patch.allTicket === undefined ? before.allTicket : patch.allTicket === 'enabled'
    }
    if (!mayEdit(actor, current) || !mayChangeMembership(actor, { userId: id, changes, after })) {
      throw new AppError('ERR_NO_PERMISSION')
    }
    if (losesAdmin(current, after) && (await repo.countOtherAdmins(tx.db, companyId, id)) === 0) {
      throw new AppError('ERR_LAST_ADMIN')
    }
    await repo.updateUser(tx.db, companyId, id, {
      updatedAt: tx.now(),
      ...(patch.name === undefined ? {} : { name: patch.name }),
      ...(patch.email === undefined ? {} : { email: patch.email }),
      ...(passwordHash === undefined ? {} : { passwordHash }),
      ...(changes.profile ? { profile } : {}),
      ...(changes.role ? { roleId } : {}),
      ...(changes.allTicket ? { allTicket: patch.allTicket === 'enabled' } : {}),
      ...(changes.permissions ? { permissions } : {}),
      ...(changes.connection ? { connectionId: await ownConnection(tx, companyId, patch.whatsappId ?? null) } : {})
    })
    if (changes.queues) {
      await repo.setQueues(tx.db, companyId, id, await ownQueueIds(tx, companyId, patch.queueIds ?? []))
    }
    if (passwordHash !== undefined) {
      const except = actor.id === id ? { except: actor.sessionId } : {}
      await endSessions(tx, { companyId, userId: id }, 'password-changed', except)
    }
    if (credentials.length > 0) await afterCredentialsChange.run(tx, companyId, id)
    await invalidateActors(tx, companyId, id)
    const user = await userById(tx, companyId, id)
    recordUserChange(tx, current, user, passwordHash !== undefined)
    const { connection: _, ...rights } = changes
    const rightsChanged = Object.values(rights).includes(true)
    tx.bus.emit(userSaved, { user, isNew: false, rightsChanged })
    return user
  })
}

/** What of the patch opens or closes the account. */
function credentialChanges(before: User, patch: UserPatch): AccountChange[] {
  return [
    ...(patch.password ? (['password'] as const) : []),
    ...(patch.email === undefined || patch.email === before.email.toLowerCase() ? [] : (['email'] as const))
  ]
}

/** Opens the account, or more of the company, to whoever holds it. */
function opensToOthers(before: User, patch: UserPatch): boolean {
  const { profile, role, permissions } = changesOf(before, patch)
  return profile || role || permissions || credentialChanges(before, patch).length > 0
}

/** Sets a password that was forgotten, ends every login of the person and tells them by mail. */
export async function replacePassword(tx: Ctx, companyId: number, userId: number, password: string): Promise<void> {
  const passwordHash = await hashPassword(tx, password, { field: 'newPassword', isReset: true })
  await repo.updateUser(tx.db, companyId, userId, { passwordHash, updatedAt: tx.now() })
  await endSessions(tx, { companyId, userId }, 'password-changed')
  await mailAccountChange(tx, { companyId, userId }, ['password'], { by: 'reset-code' })
  await afterCredentialsChange.run(tx, companyId, userId)
}
