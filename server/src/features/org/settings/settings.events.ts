// Events of settings.
import type { Setting } from '@guiche/shared/features/org/settings.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const settingSaved = domainEvent<{ companyId: number; setting: Setting }>('setting saved')
