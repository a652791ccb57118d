// Events of companies.
import { domainEvent } from '#platform/event-bus.ts'

export const companyCreated = domainEvent<{ companyId: number }>('company created')
