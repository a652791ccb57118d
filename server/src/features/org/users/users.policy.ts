// Who may see and change what of a user.
import { hasPermission, isAdmin, isWithin, type Grantee, type Standing } from '@guiche/shared/kernel/access.ts'
import { standingOf, type User } from '@guiche/shared/features/org/users.ts'
import type { Actor } from '#platform/actor.ts'

/** Whoever looks after people, and the person, see everything. */
export const maySeeAll = (actor: Actor, userId: number): boolean =>
  hasPermission(actor, 'users-page:write') || actor.id === userId

/** What colleagues see of each other: no mail address, no default connection, no hours. */
export const asColleague = (user: User): User => ({ ...user, email: '', whatsappId: null, workHours: null })

/** Everybody edits themselves, whoever looks after people those within their own rights; only a super user a super user. */
export const mayEdit = (actor: Actor, user: User): boolean =>
  actor.id === user.id || (hasPermission(actor, 'users-page:write') && isWithin(actor, standingOf(user)))

/** What follows from the place in the company and not from the person. */
export interface MembershipChanges {
  profile: boolean
  role: boolean
  queues: boolean
  allTicket: boolean
  permissions: boolean
  connection: boolean
}

interface Membership {
  /** Null for somebody who is not there yet. */
  userId: number | null
  changes: MembershipChanges
  /** As it would be then. */
  after: Standing
}

/** Admins change it; others that of people who stay within their own rights, and never their own. */
export function mayChangeMembership(actor: Actor, { userId, changes, after }: Membership): boolean {
  if (isAdmin(actor) || !Object.values(changes).includes(true)) return true
  const { profile, role, permissions, queues, allTicket } = changes
  return (
    actor.id !== userId &&
    hasPermission(actor, 'users-page:write') &&
    (!(profile || role || permissions) || hasPermission(actor, 'user-modal:editProfile')) &&
    (!(queues || allTicket) || hasPermission(actor, 'user-modal:editQueues')) &&
    isWithin(actor, after)
  )
}

/** The same for somebody who comes in, starting from an attendant without queues. */
export function mayAdd(actor: Actor, after: Standing): boolean {
  const changes = {
    profile: after.profile !== 'user',
    role: after.role != null,
    queues: after.queueIds.length > 0,
    allTicket: after.allTicket,
    permissions: (after.permissions?.length ?? 0) > 0,
    connection: false
  }
  return isWithin(actor, after) && mayChangeMembership(actor, { userId: null, changes, after })
}

/** True when someone stops being an admin. */
export const losesAdmin = (before: Grantee, after: Grantee): boolean => isAdmin(before) && !isAdmin(after)
