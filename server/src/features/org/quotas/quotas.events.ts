// Events of quotas.
import type { QuotaNotice } from '@guiche/shared/features/org/quotas.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

/** A limit is nearly or wholly full, for the first time in a month. */
export const quotaNoted = domainEvent<{ companyId: number; notice: QuotaNotice }>('quota noted')
