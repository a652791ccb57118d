// Events of tags.
import type { Tag } from '@guiche/shared/features/inbox/tags.ts'
import { domainEvent } from '#platform/domain-event.ts'

export const tagCreated = domainEvent<Tag>('tag created')
export const tagChanged = domainEvent<Tag>('tag changed')
export const tagDeleted = domainEvent<{ companyId: number; tagId: number }>('tag deleted')
