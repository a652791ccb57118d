// Events of roles.
import type { Role } from '@guiche/shared/features/org/roles.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

/** People carry a copy of their role: they are announced when it changes. */
export const roleSaved = domainEvent<{ role: Role; isNew: boolean }>('role saved')
export const roleDeleted = domainEvent<{ companyId: number; roleId: number }>('role deleted')
