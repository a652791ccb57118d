// Events of companies.
import { domainEvent } from '#platform/domain-event.ts'

/** A company opens at other hours than before. */
export const openingHoursSaved = domainEvent<{ companyId: number }>('opening hours saved')
export const companyCreated = domainEvent<{ companyId: number }>('company created')
