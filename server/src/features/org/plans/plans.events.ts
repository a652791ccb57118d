// Events of plans.
import { domainEvent } from '#platform/events/domain-event.ts'

/** A plan is new or gone, or its limits, features or price are others than before; these companies have it. */
export const planChanged = domainEvent<{ companyIds: number[] }>('plan changed')
