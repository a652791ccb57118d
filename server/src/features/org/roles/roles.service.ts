// Rules of roles: admins alone make them, a change counts at once, and what people hold is not deleted under them.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { mostRoles, type Role, type RoleDraft } from '@guiche/shared/features/org/roles.ts'
import type { Caller } from '#platform/actor.ts'
import { recordChange, recordGone, recordMade } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { lockCompany } from '#features/org/plans/plans.service.ts'
import { invalidateActors } from '#features/org/sessions/actor-cache.ts'
import { lockRunningSession } from '#features/org/sessions/sessions.service.ts'
import { roleDeleted, roleSaved } from './roles.events.ts'
import * as repo from './roles.repo.ts'

const audited = { shown: ['name', 'permissions'] } as const

const subjectOf = ({ id, name }: Role) => ({ type: 'role', id, label: name })

/** By name. */
export const listRoles = (ctx: Ctx, companyId: number): Promise<Role[]> => repo.rolesOf(ctx.db, companyId)

/** Errors: ERR_NO_ROLE_FOUND. */
async function roleById(ctx: Ctx, companyId: number, id: number): Promise<Role> {
  const role = await repo.roleById(ctx.db, companyId, id)
  if (!role) throw new AppError('ERR_NO_ROLE_FOUND')
  return role
}

/** A role that somebody gets in this transaction, during which nobody changes it. Errors: ERR_NO_ROLE_FOUND beside `roleId`. */
export async function lockedRole(tx: Ctx, companyId: number, id: number): Promise<Role> {
  if (!(await repo.lockRoleForUse(tx.db, companyId, id))) {
    throw new AppError('ERR_NO_ROLE_FOUND', { fields: { roleId: 'ERR_NO_ROLE_FOUND' } })
  }
  return roleById(tx, companyId, id)
}

/** Errors: those of `confirm`, ERR_ROLE_NAME_ALREADY_EXISTS, ERR_TOO_MANY_ROLES. */
export async function createRole(ctx: Ctx, caller: Caller, { name, permissions }: RoleDraft): Promise<Role> {
  const { companyId, sessionId } = caller.actor
  await caller.confirm()
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    await lockCompany(tx, companyId)
    if ((await repo.rolesOf(tx.db, companyId)).length >= mostRoles) throw new AppError('ERR_TOO_MANY_ROLES')
    const role = await roleById(tx, companyId, await repo.insertRole(tx.db, { companyId, name, permissions }))
    recordMade(tx, { companyId, action: 'role.created', subject: subjectOf(role) }, role, audited)
    tx.bus.emit(roleSaved, { role, isNew: true })
    return role
  })
}

/**
 * Whoever has the role may at once what it says now. Errors: those of `confirm`, ERR_NO_ROLE_FOUND,
 * ERR_ROLE_NAME_ALREADY_EXISTS.
 */
export async function updateRole(
  ctx: Ctx,
  caller: Caller,
  id: number,
  { name, permissions }: RoleDraft
): Promise<Role> {
  const { companyId, sessionId } = caller.actor
  await caller.confirm()
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    await repo.lockRole(tx.db, companyId, id)
    const before = await roleById(tx, companyId, id)
    await repo.changeRole(tx.db, { companyId, id }, { name, permissions, updatedAt: tx.now() })
    const role = await roleById(tx, companyId, id)
    await invalidateActors(tx, companyId)
    const entry = { companyId, action: 'role.changed', subject: subjectOf(role) } as const
    recordChange(tx, entry, { before, after: role }, audited)
    tx.bus.emit(roleSaved, { role, isNew: false })
    return role
  })
}

/** Errors: ERR_NO_ROLE_FOUND, ERR_ROLE_IN_USE with the number of those who have it. */
export function deleteRole(ctx: Ctx, companyId: number, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await repo.lockRole(tx.db, companyId, id)
    const role = await roleById(tx, companyId, id)
    const place = { companyId, id, now: tx.now() }
    const holders = await repo.countHolders(tx.db, place)
    if (holders > 0) throw new AppError('ERR_ROLE_IN_USE', { values: { count: holders } })
    await repo.releaseInvitations(tx.db, place)
    await repo.deleteRole(tx.db, companyId, id)
    recordGone(tx, { companyId, action: 'role.deleted', subject: subjectOf(role) }, role, audited)
    tx.bus.emit(roleDeleted, { companyId, roleId: id })
  })
}
