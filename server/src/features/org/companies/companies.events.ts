// Events of companies.
import { domainEvent } from '#platform/domain-event.ts'

export const companyCreated = domainEvent<{ companyId: number }>('company created')
