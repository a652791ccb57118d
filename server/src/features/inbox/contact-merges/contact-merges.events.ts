// Events of merged contacts.
import type { ContactMerge } from '@guiche/shared/features/inbox/contact-merges.ts'
import { domainEvent } from '#platform/domain-event.ts'

/** Two contacts became one, or two again. */
export const contactsMerged = domainEvent<{ companyId: number; merge: ContactMerge }>('contacts merged')
