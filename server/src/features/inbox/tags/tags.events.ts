// Events of tags.
import type { Tag } from '@guiche/shared/features/inbox/tags.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const tagCreated = domainEvent<Tag>('tag created')
export const tagChanged = domainEvent<Tag>('tag changed')
/** Tickets gained or lost these tags. */
export const tagUsesMoved = domainEvent<{ companyId: number; tagIds: number[] }>('tag uses moved')
export const tagDeleted = domainEvent<{ companyId: number; tagId: number }>('tag deleted')
