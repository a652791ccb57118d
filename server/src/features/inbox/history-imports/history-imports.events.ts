// Events of imports.
import { domainEvent } from '#platform/events/domain-event.ts'

/** Contacts, tickets and messages are there that nobody was told of. */
export const historyImported = domainEvent<{ companyId: number; connectionId: number }>('history imported')
