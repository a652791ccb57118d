// The whole of the contact that is looked at, kept by calls and by events alike.
import { create } from 'zustand'
import { contactEvent, showContact, type Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { tagEvent } from '@guiche/shared/features/inbox/tags.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { createNewest } from '#platform/state/newest.ts'
import { contactAfter } from '#features/inbox/contacts/contacts.store.ts'

interface DetailsState {
  id: number | null
  contact: Contact | null
  error: unknown
}

const empty: DetailsState = { id: null, contact: null, error: null }

export const useContactDetails = create<DetailsState>(() => empty)

const state = useContactDetails.getState
const asked = createNewest()

async function load(): Promise<void> {
  const { id } = state()
  if (id === null) return
  const isNewest = asked.begin()
  try {
    const contact = await call(showContact, { params: { id } })
    if (isNewest()) useContactDetails.setState({ contact, error: null })
  } catch (error) {
    if (isNewest()) useContactDetails.setState({ error })
  }
}

/** Shows a contact; what is known of another is let go. */
export function showContactDetails(id: number): void {
  if (state().id !== id) useContactDetails.setState({ ...empty, id })
  void load()
}
export const reloadContactDetails = load

/** Puts in a contact that was just saved. */
export function putContactDetails(contact: Contact): void {
  if (contact.id !== state().id) return
  asked.outdate()
  useContactDetails.setState({ contact, error: null })
}

listen(contactEvent, (event) => {
  // An import completes contacts as well.
  if (event.action === 'reload') void load()
  else if (event.action !== 'delete') putContactDetails(event.contact)
  else if (event.contactId === state().id && event.mergedInto === undefined) {
    asked.outdate()
    useContactDetails.setState(empty)
  }
})
listen(tagEvent, (event) => {
  const { contact } = state()
  const changed = contact && contactAfter(contact, event)
  if (changed) putContactDetails(changed)
})
onLifecycle({
  signedOut: () => {
    asked.outdate()
    useContactDetails.setState(empty)
  },
  reload: () => void load(),
  online: () => {
    if (state().error !== null) void load()
  }
})
