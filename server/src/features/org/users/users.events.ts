// Events of users, and the hook of those who hold on to a user.
import type { User } from '@guiche/shared/features/org/users.ts'
import { domainEvent } from '#platform/events/domain-event.ts'
import { hook } from '#platform/events/hooks.ts'

/** `rightsChanged`: the user's sockets belong into other rooms now. */
export const userSaved = domainEvent<{ user: User; isNew: boolean; rightsChanged: boolean }>('user saved')
export const userDeleted = domainEvent<{ companyId: number; userId: number }>('user deleted')

/** Runs in the transaction that changes somebody's password or mail address: what was made for the old ones ends here. */
export const afterCredentialsChange = hook<[companyId: number, userId: number]>('after credentials change')

/** Runs in the transaction that deletes a user, while the user is still there: let go of them here. */
export const beforeUserDelete = hook<[companyId: number, userId: number]>('before user delete')
