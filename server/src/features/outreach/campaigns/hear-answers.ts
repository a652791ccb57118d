// What customers answer to campaigns: a confirmation brings the message, a word like "sair" ends it for ever. Decided in
// the transaction that stores the answer.
import type { Arrival } from '#features/inbox/messages/messages.events.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { hasCampaigns } from './campaign-presence.ts'
import * as people from './campaign-recipients.repo.ts'
import { meaningOf } from './campaign-text.ts'
import { tellCampaign } from './campaign-rows.ts'
import { optOut } from './opt-outs.ts'
import { ringFor } from './run-campaign.ts'

const answer = async (tx: Ctx, companyId: number, { ticket, body }: Arrival): Promise<void> => {
  const meaning = meaningOf(body)
  const which = meaning === 'opt-out' ? 'all' : 'asked'
  const recipients = await people.recipientsOfContacts(tx.db, companyId, [ticket.contactId], which)
  for (const { id, campaignId, numberKey, number, name } of recipients) {
    if (meaning === 'opt-out') {
      const word = body.trim().slice(0, 100)
      await optOut(tx, { companyId, numberKey, number, name, word, byName: null })
    } else if (meaning === 'no') {
      await people.changeRecipient(tx.db, companyId, id, { state: 'skipped', reason: 'declined' })
    } else {
      await people.changeRecipient(tx.db, companyId, id, { confirmedAt: tx.now() })
    }
    await ringFor(tx, { companyId, campaignId }, tx.now())
    await tellCampaign(tx, companyId, campaignId)
  }
}

/** A step of `messagesArrived`. */
export const hearAnswers = async (tx: Ctx, { companyId }: ConnectionRef, arrivals: Arrival[]): Promise<void> => {
  const heard = arrivals.filter(
    ({ fromMe, ticket, body, isLate }) => !fromMe && !ticket.isGroup && !isLate && body.trim() !== ''
  )
  if (heard.length === 0 || !(await hasCampaigns(tx, companyId))) return
  const which = heard.some(({ body }) => meaningOf(body) === 'opt-out') ? 'all' : 'asked'
  const contactIds = heard.map(({ ticket }) => ticket.contactId)
  const written = new Set(
    (await people.recipientsOfContacts(tx.db, companyId, contactIds, which)).map(({ contactId }) => contactId)
  )
  for (const arrival of heard) if (written.has(arrival.ticket.contactId)) await answer(tx, companyId, arrival)
}

/** Two contacts are one person: the answers of the one are those of the other. */
export const followContact = async (tx: Ctx, companyId: number, from: number, into: number): Promise<void> => {
  await people.moveContact(tx.db, companyId, from, into)
}

/** A contact goes; the number stays in the campaign. */
export const releaseContact = async (tx: Ctx, companyId: number, contactId: number): Promise<void> => {
  await people.moveContact(tx.db, companyId, contactId, null)
}
