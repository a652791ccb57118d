// Events of scheduled messages.
import type { Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const scheduleSaved = domainEvent<{ schedule: Schedule; isNew: boolean }>('schedule saved')
/** `fileKey` names an image that nobody needs any more. */
export const scheduleDeleted = domainEvent<{ companyId: number; scheduleId: number; fileKey: string | null }>(
  'schedule deleted'
)
