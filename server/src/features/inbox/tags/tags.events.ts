// Events of tags.
import type { Tag } from '@guiche/shared/features/inbox/tags.ts'
import { domainEvent } from '#platform/domain-event.ts'

export const tagCreated = domainEvent<Tag>('tag created')
