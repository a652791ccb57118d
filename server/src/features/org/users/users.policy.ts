// Who may see and change what of a user.
import { hasPermission, isAdmin, type Grantee } from '@guiche/shared/kernel/access.ts'
import type { User } from '@guiche/shared/features/org/users.ts'
import type { Actor } from '#platform/actor.ts'

/** Admins and the person see everything. */
export const maySeeAll = (actor: Actor, userId: number): boolean => isAdmin(actor) || actor.id === userId

/** What colleagues see of each other: no mail address, no default connection, no hours. */
export const asColleague = (user: User): User => ({ ...user, email: '', whatsappId: null, workHours: null })

/** Everybody edits themselves, admins edit everybody; only a super user touches a super user. */
export const mayEdit = (actor: Actor, user: Pick<User, 'id' | 'super'>): boolean =>
  actor.id === user.id || (isAdmin(actor) && (!user.super || actor.super))

/** What follows from the place in the company and not from the person. */
export interface MembershipChanges {
  profile: boolean
  queues: boolean
  allTicket: boolean
  permissions: boolean
  connection: boolean
}

export function mayChangeMembership(actor: Actor, changes: MembershipChanges): boolean {
  return (
    (!changes.profile || hasPermission(actor, 'user-modal:editProfile')) &&
    (!changes.queues || hasPermission(actor, 'user-modal:editQueues')) &&
    (!(changes.allTicket || changes.permissions || changes.connection) || isAdmin(actor))
  )
}

/** True when someone stops being an admin. */
export const losesAdmin = (before: Grantee, after: Grantee): boolean => isAdmin(before) && !isAdmin(after)
