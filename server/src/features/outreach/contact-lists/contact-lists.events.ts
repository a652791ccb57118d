// Events of contact lists.
import type { ContactList, ContactListItem } from '@guiche/shared/features/outreach/contact-lists.ts'
import { domainEvent } from '#platform/events/domain-event.ts'

/** A list is new, has another name, or its people or their numbers changed. */
export const contactListSaved = domainEvent<{ record: ContactList; isNew: boolean }>('contact list saved')
/** `fileKeys` name the files of imports that had not ended. */
export const contactListDeleted = domainEvent<{ companyId: number; id: number; fileKeys: string[] }>(
  'contact list deleted'
)
export const contactListItemSaved = domainEvent<{ record: ContactListItem; isNew: boolean }>('contact list item saved')
export const contactListItemDeleted = domainEvent<{ companyId: number; id: number; contactListId: number }>(
  'contact list item deleted'
)
