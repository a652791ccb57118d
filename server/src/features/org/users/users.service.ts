// Rules of users: lists, who sees what of whom, creating within the plan, and letting go of queues and connections.
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Preferences } from '@guiche/shared/features/org/preferences.ts'
import type { User, UserDraft } from '@guiche/shared/features/org/users.ts'
import { companyInReach, type Actor, type Caller } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { claimSeat } from '#features/org/plans/plans.service.ts'
import { ownQueueIds } from '#features/org/queues/queues.service.ts'
import { invalidateActors } from '#features/org/sessions/actor-cache.ts'
import { lockedRole } from '#features/org/roles/roles.service.ts'
import { lockRunningSession } from '#features/org/sessions/sessions.service.ts'
import { hashPassword } from './passwords.ts'
import { recordNewUser } from './record-user.ts'
import { userSaved } from './users.events.ts'
import { asColleague, mayAdd, maySeeAll } from './users.policy.ts'
import * as preferences from './preferences.repo.ts'
import * as repo from './users.repo.ts'

/** Users a page. */
const pageSize = 20

/** Errors: ERR_NO_USER_FOUND. */
export async function userById(ctx: Ctx, companyId: number, id: number): Promise<User> {
  const [user] = await repo.usersByIds(ctx.db, companyId, [id])
  if (!user) throw new AppError('ERR_NO_USER_FOUND')
  return user
}

/** What somebody has chosen for themselves. */
export const preferencesOf = (ctx: Ctx, companyId: number, id: number): Promise<Preferences> =>
  preferences.preferencesOf(ctx.db, companyId, id)

/** Holds the user's row until the transaction ends; false when there is no such user. */
export const lockUser = (tx: Ctx, companyId: number, id: number): Promise<boolean> =>
  repo.lockUser(tx.db, companyId, id)

/** A page by name; the search looks at names and mail addresses. */
export async function listUsers(ctx: Ctx, actor: Actor, query: { searchParam: string; pageNumber: number }) {
  const search = query.searchParam.trim()
  const offset = (query.pageNumber - 1) * pageSize
  const [found, count] = await Promise.all([
    repo.pageOfUsers(ctx.db, actor.companyId, search, { offset, limit: pageSize }),
    repo.countUsers(ctx.db, actor.companyId, search)
  ])
  return { users: found, count, hasMore: offset + found.length < count }
}

/** Everybody of a company by name, for pickers. */
export const listAllUsers = (ctx: Ctx, actor: Actor, asked: number | undefined): Promise<User[]> =>
  repo.usersOf(ctx.db, companyInReach(actor, asked))

/** Those who administer a company. */
export const adminsOf = async (ctx: Ctx, companyId: number): Promise<User[]> =>
  (await repo.usersOf(ctx.db, companyId)).filter(isAdmin)

/** Everything for admins and the person, what colleagues see for others. Errors: ERR_NO_USER_FOUND. */
export async function showUser(ctx: Ctx, actor: Actor, id: number): Promise<User> {
  const user = await userById(ctx, actor.companyId, id)
  return maySeeAll(actor, id) ? user : asColleague(user)
}

/** Errors: ERR_NO_WAPP_FOUND when it is not a connection of the company. */
export async function ownConnection(ctx: Ctx, companyId: number, id: number | null): Promise<number | null> {
  if (id !== null && !(await repo.hasConnection(ctx.db, companyId, id))) {
    throw new AppError('ERR_NO_WAPP_FOUND', { fields: { whatsappId: 'ERR_NO_WAPP_FOUND' } })
  }
  return id
}

type Position = Pick<UserDraft, 'profile' | 'queueIds' | 'allTicket' | 'permissions' | 'roleId'>

/**
 * What somebody who comes in is to be, within what the actor may and sees. Admins have no role, and a role leaves no single
 * grants. Errors: ERR_NO_ROLE_FOUND, ERR_NO_PERMISSION.
 */
export async function positionOf(
  tx: Ctx,
  actor: Actor,
  { profile, queueIds, allTicket, permissions, roleId }: Position
) {
  const role = profile === 'admin' || roleId == null ? null : await lockedRole(tx, actor.companyId, roleId)
  const granted = role === null ? (permissions ?? []) : []
  const place = { profile, queueIds, allTicket: allTicket === 'enabled', permissions: granted }
  if (!mayAdd(actor, { ...place, super: false, role })) throw new AppError('ERR_NO_PERMISSION')
  return { ...place, roleId: role?.id ?? null }
}

/**
 * Whoever adds somebody signed in lately or types the own password: with a login of their own, a thief would be recent.
 * Errors: those of `confirm` and of `positionOf`, ERR_PLAN_LIMIT_USERS, ERR_EMAIL_ALREADY_EXISTS, those of `checkPassword`,
 * ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND.
 */
export async function createUser(ctx: Ctx, caller: Caller, draft: UserDraft): Promise<User> {
  const { companyId, sessionId } = caller.actor
  if (draft.companyId !== undefined && draft.companyId !== companyId) throw new AppError('ERR_NO_PERMISSION')
  await caller.confirm()
  const passwordHash = await hashPassword(ctx, draft.password)
  return inTransaction(ctx, async (tx) => {
    await lockRunningSession(tx, companyId, sessionId)
    const place = await positionOf(tx, caller.actor, draft)
    return addUser(tx, companyId, {
      ...place,
      name: draft.name,
      email: draft.email,
      passwordHash,
      connectionId: draft.whatsappId ?? null
    })
  })
}

type NewUser = Omit<repo.NewUserRow, 'companyId'> & Pick<UserDraft, 'queueIds'>

/**
 * Adds somebody within the plan, in the transaction of whoever lets them in.
 * Errors: ERR_PLAN_LIMIT_USERS, ERR_EMAIL_ALREADY_EXISTS, ERR_NO_QUEUE_FOUND, ERR_NO_WAPP_FOUND.
 */
export async function addUser(tx: Ctx, companyId: number, { queueIds, ...person }: NewUser): Promise<User> {
  await claimSeat(tx, companyId, 'users')
  const queues = await ownQueueIds(tx, companyId, queueIds)
  const connectionId = await ownConnection(tx, companyId, person.connectionId ?? null)
  const id = await repo.insertUser(tx.db, { ...person, companyId, connectionId })
  await repo.setQueues(tx.db, companyId, id, queues)
  const user = await userById(tx, companyId, id)
  recordNewUser(tx, user)
  tx.bus.emit(userSaved, { user, isNew: true, rightsChanged: false })
  return user
}

/** Those of some mail addresses, in lower case, that somebody of any company signs in with. */
export const knownEmails = (ctx: Ctx, emails: readonly string[]): Promise<string[]> => repo.knownEmails(ctx.db, emails)

/** As it was typed, or its hash where it was checked before. */
export type NewPassword = string | { hash: string }

interface FirstUser {
  companyId: number
  name: string
  email: string
  password: NewPassword
  super?: boolean
  preferences?: Partial<Preferences>
}

/** The first admin of a company that has just been made. Errors: ERR_EMAIL_ALREADY_EXISTS, those of `checkPassword`. */
export async function createFirstAdmin(tx: Ctx, { password, ...person }: FirstUser): Promise<void> {
  const passwordHash = typeof password === 'string' ? await hashPassword(tx, password) : password.hash
  const id = await repo.insertUser(tx.db, { ...person, passwordHash, profile: 'admin', allTicket: true })
  recordNewUser(tx, await userById(tx, person.companyId, id))
}

export const superUserExists = (ctx: Ctx): Promise<boolean> => repo.superUserExists(ctx.db)

/** Who runs the installation, each in the company of the login. */
export const superUsers = (ctx: Ctx): Promise<{ companyId: number; id: number }[]> => repo.superUsers(ctx.db)

/** Tells of users as they are now, after something that they carry has changed. */
async function announceUsers(tx: Ctx, companyId: number, ids: readonly number[], rightsChanged: boolean) {
  for (const user of await repo.usersByIds(tx.db, companyId, ids)) {
    tx.bus.emit(userSaved, { user, isNew: false, rightsChanged })
  }
}

/** Users keep a copy of their queues' names and colours on every screen: they are announced when those change. */
export function announceUsersOfQueue(ctx: Ctx, companyId: number, queueId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await announceUsers(tx, companyId, await repo.userIdsOfQueue(tx.db, companyId, queueId), false)
  })
}

/** Users carry a copy of their role, and their sockets stand in the rooms of what it lets them see. */
export function announceUsersOfRole(ctx: Ctx, companyId: number, roleId: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await announceUsers(tx, companyId, await repo.userIdsOfRole(tx.db, companyId, roleId), true)
  })
}

/** Takes a queue that is about to be deleted from everybody who has it. */
export async function releaseQueue(tx: Ctx, companyId: number, queueId: number): Promise<void> {
  const userIds = await repo.removeQueue(tx.db, companyId, queueId)
  if (userIds.length === 0) return
  await invalidateActors(tx, companyId)
  await announceUsers(tx, companyId, userIds, true)
}

/** Takes a default connection that is about to be deleted from everybody who has it. */
export async function releaseConnection(tx: Ctx, companyId: number, connectionId: number): Promise<void> {
  const userIds = await repo.removeConnection(tx.db, companyId, connectionId)
  if (userIds.length === 0) return
  await invalidateActors(tx, companyId)
  await announceUsers(tx, companyId, userIds, false)
}
