// Events of contacts, and the hooks of those who hold on to a contact.
import type { ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import type { Contact } from '@guiche/shared/features/inbox/contacts.ts'
import type { FileGroup } from '#features/inbox/erasure/erasure.service.ts'
import { domainEvent } from '#platform/events/domain-event.ts'
import { hook } from '#platform/events/hooks.ts'

export const contactSaved = domainEvent<{ contact: Contact; isNew: boolean }>('contact saved')
export const contactRemoved = domainEvent<{ companyId: number; contactId: number; mergedInto?: number }>(
  'contact removed'
)
/** An import began, went on or ended. */
export const contactImportMoved = domainEvent<{ companyId: number; import: ContactImport }>('contact import moved')
/** A person wrote for the first time: a picture and a better name may be looked for. */
export const contactAppeared = domainEvent<{ companyId: number; contactIds: number[]; connectionId: number }>(
  'contact appeared'
)

/** Whoever is about to be erased, and by what copies of them are found. */
export interface ErasedPerson {
  isGroup: boolean
  /** The contact's own, and those of contacts that were merged into it. */
  contactIds: Set<number>
  names: Set<string>
  /** Digits, in both spellings. */
  numbers: Set<string>
  /** `5511…@s.whatsapp.net`, `…@lid` or `…@g.us`. */
  addresses: Set<string>
  /** Stored files that were the person's: they go unless somebody else needs them. */
  files: FileGroup[]
}

/** Runs before a contact is deleted: steps add by what else the person is known. */
export const whoIsErased = hook<[companyId: number, person: ErasedPerson]>('who is erased')
/**
 * Runs in the transaction that deletes a contact, while it is still there. Every step removes its copies of the person, or
 * takes out of them who it was.
 */
export const beforeContactDelete =
  hook<[companyId: number, contactId: number, person: ErasedPerson]>('before contact delete')
export interface ContactMove {
  from: number
  into: number
  /** Numbers of rows that went from the one to the other, by the name of their table. */
  moved: Record<string, number[]>
}
/** Runs in the transaction that merges two contacts by hand, while both are still there; steps write into `moved`. */
export const beforeContactMerge = hook<[companyId: number, move: ContactMove]>('before contact merge')
/** Runs in the transaction that takes a merge back, when both contacts are there again: what was moved returns. */
export const afterMergeUndone = hook<[companyId: number, move: ContactMove]>('after merge undone')
/** Two contacts prove to be one person: what only one contact can have of each is settled here, before rows move. */
export const beforeContactsJoin = hook<[companyId: number, from: number, into: number]>('before contacts join')
/** Everything of the other contact belongs to this one now. */
export const afterContactsJoin = hook<[companyId: number, into: number]>('after contacts join')
