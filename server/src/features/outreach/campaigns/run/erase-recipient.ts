// A contact is erased: campaigns keep their figures without the person, write to them no more, and still honour an opt-out.
import type { ErasedPerson } from '#features/inbox/contacts/contacts.events.ts'
import { keyOfNumber } from '#features/outreach/contact-lists/contact-lists.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { eraseRecipients } from '../campaign-recipients.repo.ts'
import { campaignNews } from '../campaigns.jobs.ts'
import { eraseOptOut } from '../opt-out/opt-outs.ts'

/** A step of `beforeContactDelete`. */
export async function eraseRecipient(
  tx: Ctx,
  companyId: number,
  _contactId: number,
  { contactIds, numbers }: ErasedPerson
): Promise<void> {
  const keys = [...new Set([...numbers].map(keyOfNumber))]
  for (const campaignId of await eraseRecipients(tx.db, companyId, { contactIds: [...contactIds], keys })) {
    await tx.jobs.add(tx, campaignNews, { companyId, campaignId })
  }
  for (const key of keys) await eraseOptOut(tx, companyId, key)
}
