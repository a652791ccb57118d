// The company's contact lists, page by page, kept by calls and by events alike.
import {
  contactListEvent,
  deleteContactList,
  listContactLists,
  type ContactList
} from '@guiche/shared/features/outreach/contact-lists.ts'
import { call } from '#platform/net/http.ts'
import { createPagedList } from '#platform/state/paged-list.ts'
import { listen } from '#platform/net/realtime.ts'

export const contactLists = createPagedList<ContactList>({
  fetchPage: async (query) => {
    const { records: items, count, hasMore } = await call(listContactLists, { query })
    return { items, count, hasMore }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  matches: ({ name }, search) => name.toLowerCase().includes(search)
})

listen(contactListEvent, (event) => {
  if (contactLists.use.getState().phase === 'idle') return
  if (event.action === 'delete') contactLists.remove(event.id)
  else contactLists.upsert(event.record, event.action === 'create')
})

/** Deletes a list with everybody in it. Errors: ApiError. */
export async function removeContactList(id: number): Promise<void> {
  await call(deleteContactList, { params: { id } })
  contactLists.remove(id)
}
