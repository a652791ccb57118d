// Events of contacts.
import type { Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { domainEvent } from '#platform/domain-event.ts'

export const contactSaved = domainEvent<{ contact: Contact; isNew: boolean }>('contact saved')
export const contactRemoved = domainEvent<{ companyId: number; contactId: number; mergedInto?: number }>(
  'contact removed'
)
/** A person wrote for the first time: a picture and a better name may be looked for. */
export const contactAppeared = domainEvent<{ companyId: number; contactIds: number[]; connectionId: number }>(
  'contact appeared'
)
