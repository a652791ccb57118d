// The company's contacts, page by page, kept by calls and by events alike.
import { create } from 'zustand'
import { contactEvent, listContacts, type Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { tagEvent, type TagBrief } from '@guiche/shared/features/inbox/tags.ts'
import type { ReceivedPayload } from '@guiche/shared/kernel/wire-event.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

type TagEvent = ReceivedPayload<typeof tagEvent>

/** Null when none of the tags is meant. */
function tagsAfter(tags: TagBrief[], event: TagEvent): TagBrief[] | null {
  const tagId = event.action === 'delete' ? event.tagId : event.tag.id
  if (!tags.some(({ id }) => id === tagId)) return null
  if (event.action === 'delete') return tags.filter(({ id }) => id !== tagId)
  const { id, name, color } = event.tag
  return tags.map((tag) => (tag.id === id ? { id, name, color } : tag))
}

/** Null when the contact carries no such tag. */
export function contactAfter(contact: Contact, event: TagEvent): Contact | null {
  const tags = tagsAfter(contact.tags, event)
  return tags && { ...contact, tags }
}

/** Only contacts that have all of these tags are listed. */
export const useContactFilter = create<{ tags: TagBrief[] }>(() => ({ tags: [] }))

export const contacts = createPagedList<Contact>({
  fetchPage: async (query, read) => {
    const { tags } = useContactFilter.getState()
    const filter = tags.length > 0 ? { tags: tags.map(({ id }) => id) } : {}
    const { contacts: items, count, hasMore } = await read(listContacts, { query: { ...query, ...filter } })
    return { items, count, hasMore }
  },
  compare: (a, b) => a.name.localeCompare(b.name),
  filter: ({ tags }) => useContactFilter.getState().tags.every((asked) => tags.some(({ id }) => id === asked.id)),
  matches: ({ name, number }, search) => name.toLowerCase().includes(search) || number.includes(search)
})

export function setContactFilter(tags: TagBrief[]): void {
  useContactFilter.setState({ tags })
  void contacts.refresh()
}

applyEvent(contacts, contactEvent, (event) => {
  if (event.action === 'reload') return null
  if (event.action === 'delete') return { gone: event.contactId }
  return { row: event.contact, isNew: event.action === 'create' }
})
listen(contactEvent, ({ action }) => {
  if (action === 'reload' && contacts.use.getState().phase !== 'idle') void contacts.refresh()
})

listen(tagEvent, (event) => {
  const asked = tagsAfter(useContactFilter.getState().tags, event)
  // A tag that is gone is asked for no more.
  if (asked && event.action === 'delete') setContactFilter(asked)
  else if (asked) useContactFilter.setState({ tags: asked })
  for (const contact of contacts.use.getState().items) {
    const changed = contactAfter(contact, event)
    if (changed) contacts.upsert(changed, false)
  }
})
onLifecycle({ signedOut: () => useContactFilter.setState({ tags: [] }) })
