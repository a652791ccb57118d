// Events of the integrations of queues.
import type { Integration } from '@guiche/shared/features/automation/integrations.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

export const integrationSaved = domainEvent<{ integration: Integration; isNew: boolean }>('integration saved')
export const integrationRemoved = domainEvent<{ companyId: number; integrationId: number }>('integration removed')
