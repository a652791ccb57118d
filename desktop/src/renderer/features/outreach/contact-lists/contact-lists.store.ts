// The company's contact lists, page by page, kept by calls and by events alike.
import {
  contactListEvent,
  deleteContactList,
  listContactLists,
  type ContactList
} from '@guiche/shared/features/outreach/contact-lists.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'

export const contactLists = createPagedList<ContactList>({
  fetchPage: async (query, read) => {
    const { records: items, count, hasMore } = await read(listContactLists, { query })
    return { items, count, hasMore }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  matches: ({ name }, search) => name.toLowerCase().includes(search)
})

applyEvent(contactLists, contactListEvent, (event) =>
  event.action === 'delete' ? { gone: event.id } : { row: event.record, isNew: event.action === 'create' }
)

/** Deletes a list with everybody in it. Errors: ApiError. */
export async function removeContactList(id: number): Promise<void> {
  await call(deleteContactList, { params: { id } })
  contactLists.remove(id)
}
