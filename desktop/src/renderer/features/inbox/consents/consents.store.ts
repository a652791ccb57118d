// What the contact that is looked at said of hearing of campaigns, kept by calls and by events alike.
import { consentEvent, listConsents, recordConsent, type Consent } from '@guiche/shared/features/inbox/consents.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const own = ofLogin<{ contactId: number | null }>(() => ({ contactId: null }))

const list = createWholeList<Consent>(
  async (read) => {
    const { contactId } = own()
    return contactId === null ? [] : (await read(listConsents, { params: { id: contactId } })).records
  },
  (a, b) => b.id - a.id,
  ({ contactId }) => contactId === own().contactId
)

/** Newest first. */
export const useConsents = list.use
export const reloadConsents = list.refresh

/** Shows those of a contact; what is known of another is let go. */
export function showConsents(contactId: number): void {
  if (own().contactId !== contactId) list.empty()
  own().contactId = contactId
  void list.refresh()
}

applyEvent(list, consentEvent, ({ record }) => (record.contactId === own().contactId ? { row: record } : null))

/** Enters what a person said. Errors: ApiError. */
export async function enterConsent(
  contactId: number,
  body: { state: 'given' | 'withdrawn'; detail: string }
): Promise<void> {
  list.upsert(await call(recordConsent, { params: { id: contactId }, body }))
}
