// Events of help videos.
import type { Help } from '@guiche/shared/features/library/helps.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const helpSaved = domainEvent<{ record: Help; isNew: boolean }>('help saved')
export const helpDeleted = domainEvent<{ id: number }>('help deleted')
