// Events of invitations.
import type { Invitation } from '@guiche/shared/features/org/invitations.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const invitationSaved = domainEvent<{ companyId: number; invitation: Invitation; isNew: boolean }>(
  'invitation saved'
)
export const invitationDeleted = domainEvent<{ companyId: number; invitationId: number }>('invitation deleted')
