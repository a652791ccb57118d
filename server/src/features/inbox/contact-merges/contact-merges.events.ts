// Events of merged contacts.
import type { ContactDistinction, ContactMerge } from '@guiche/shared/features/inbox/contact-merges.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

/** Two contacts became one, or two again. */
export const contactsMerged = domainEvent<{ companyId: number; merge: ContactMerge }>('contacts merged')

/** Contacts that look like one person were said not to be, or that was taken back. */
export const contactsDistinguished = domainEvent<{ companyId: number; record: ContactDistinction }>(
  'contacts distinguished'
)
export const distinctionRemoved = domainEvent<{ companyId: number; id: number }>('distinction removed')
