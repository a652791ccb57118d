// The whole of the contact that is looked at, kept by calls and by events alike.
import { contactEvent, showContact, type Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { tagEvent } from '@guiche/shared/features/inbox/tags.ts'
import { listen } from '#platform/net/realtime.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { contactAfter } from '#features/inbox/contacts/contacts.store.ts'

const own = ofLogin<{ id: number | null }>(() => ({ id: null }))

/** A list of the one. */
const details = createWholeList<Contact>(
  async (read) => {
    const { id } = own()
    return id === null ? [] : [await read(showContact, { params: { id } })]
  },
  () => 0,
  ({ id }) => id === own().id
)

/** The contact, null while it is not known, and why it could not be had. */
export function useContactDetails(): { contact: Contact | null; error: unknown } {
  const { items, error } = details.use()
  return { contact: items[0] ?? null, error }
}

/** Shows a contact; what is known of another is let go. */
export function showContactDetails(id: number): void {
  if (own().id !== id) details.empty()
  own().id = id
  void details.refresh()
}
export const reloadContactDetails = details.refresh

/** Puts in a contact that was just saved. */
export const putContactDetails = details.upsert

applyEvent(details, contactEvent, (event) => {
  if (event.action === 'reload') return null
  if (event.action !== 'delete') return { row: event.contact }
  // One that was merged is asked for under the other's id.
  return event.mergedInto === undefined ? { gone: event.contactId } : null
})
listen(contactEvent, ({ action }) => {
  // An import completes contacts as well.
  if (action === 'reload' && own().id !== null) void details.refresh()
})
listen(tagEvent, (event) => {
  const [contact] = details.use.getState().items
  const changed = contact && contactAfter(contact, event)
  if (changed) details.patch(contact.id, { tags: changed.tags })
})
