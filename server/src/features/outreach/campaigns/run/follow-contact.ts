// Recipients whose contacts a person merges, and parts again: the answers of the one are those of the other meanwhile.
import type { ContactMove } from '#features/inbox/contacts/contacts.events.ts'
import { showContact } from '#features/inbox/contacts/contacts.service.ts'
import { keyOfNumber } from '#features/outreach/contact-lists/contact-lists.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { moveContact } from './follow-contact.repo.ts'

const table = 'campaign_recipients'

/** A step of `beforeContactMerge`. */
export async function mergeContact(tx: Ctx, companyId: number, { from, into, moved }: ContactMove) {
  const ids = await moveContact(tx.db, companyId, { from, into })
  moved[table] = ids
}

/** A step of `beforeContactsJoin`. */
export const followContact = (tx: Ctx, companyId: number, from: number, into: number): Promise<void> =>
  mergeContact(tx, companyId, { from, into, moved: {} })

/** A step of `afterMergeUndone`: those who were written to meanwhile go by their number. */
export async function returnRecipients(tx: Ctx, companyId: number, { from, into, moved }: ContactMove) {
  const { number } = await showContact(tx, companyId, into)
  const only = { ids: moved[table] ?? [], numberKey: number === '' ? null : keyOfNumber(number) }
  await moveContact(tx.db, companyId, { from, into, only })
}
