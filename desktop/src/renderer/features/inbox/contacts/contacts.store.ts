// The company's contacts, page by page, kept by calls and by events alike.
import { contactEvent, deleteContact, listContacts, type Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { call } from '#platform/http.ts'
import { createPagedList } from '#platform/paged-list.ts'
import { listen } from '#platform/realtime.ts'

export const contacts = createPagedList<Contact>({
  fetchPage: async (query) => {
    const { contacts: items, count, hasMore } = await call(listContacts, { query })
    return { items, count, hasMore }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  matches: ({ name, number }, search) => name.toLowerCase().includes(search) || number.includes(search)
})

listen(contactEvent, (event) => {
  if (contacts.use.getState().phase === 'idle') return
  if (event.action === 'delete') contacts.remove(event.contactId)
  else contacts.upsert(event.contact, event.action === 'create')
})

/** Deletes a contact with its tickets and messages. Errors: ApiError. */
export const removeContact = async (id: number): Promise<void> => {
  await call(deleteContact, { params: { id } })
  contacts.remove(id)
}
