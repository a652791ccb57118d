// Events of announcements.
import type { Announcement } from '@guiche/shared/features/library/announcements.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const announcementSaved = domainEvent<{ record: Announcement; isNew: boolean }>('announcement saved')
export const announcementDeleted = domainEvent<{ id: number }>('announcement deleted')
