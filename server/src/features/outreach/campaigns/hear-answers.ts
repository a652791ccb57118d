// What customers answer to campaigns: a confirmation brings the message, a word like "sair" ends it for ever when it
// answers a campaign. Decided in the transaction that stores the answer.
import type { Arrival } from '#features/inbox/messages/messages.events.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { hasCampaigns } from './campaign-presence.ts'
import { saidSince } from './campaign-messages.repo.ts'
import * as people from './campaign-recipients.repo.ts'
import { meaningOf } from './campaign-text.ts'
import { campaignNews } from './campaigns.jobs.ts'
import { optOut } from './opt-outs.ts'
import { ringFor } from './write-campaign.ts'

const day = 86_400_000
/** Milliseconds after a campaign's message in which an answer may be one to it. */
const answerable = 30 * day
/** The same for words that mean other things elsewhere. */
const unambiguous = 3 * day

const writtenAt = ({ sentAt, confirmationRequestedAt }: people.RecipientRow): number =>
  Math.max(sentAt?.getTime() ?? 0, confirmationRequestedAt?.getTime() ?? 0)

/** A person serves the ticket, or a flow or a prompt leads it: what is said there is said to them. */
const isTaken = ({ ticket }: Arrival): boolean =>
  (ticket.status === 'open' && ticket.userId !== null) || ticket.integrationId !== null || ticket.promptId !== null

/** Whether such a word is an answer to the newest campaign message, and not one in another conversation. */
const isOptOut = async (
  tx: Ctx,
  companyId: number,
  arrival: Arrival,
  rows: people.RecipientRow[]
): Promise<boolean> => {
  const meaning = meaningOf(arrival.body)
  const last = Math.max(...rows.map(writtenAt))
  const age = tx.now().getTime() - last
  if (age > (meaning === 'opt-out' ? answerable : unambiguous)) return false
  const { ticket, messageId } = arrival
  const between = await saidSince(tx.db, companyId, { contactId: ticket.contactId, messageId })
  if (meaning === 'maybe-opt-out') return !between.byUs && !between.byThem
  return !between.byUs || !isTaken(arrival)
}

const leaveOut = async (tx: Ctx, companyId: number, { body }: Arrival, rows: people.RecipientRow[]): Promise<void> => {
  const word = body.trim().slice(0, 100)
  const numbers = new Map(rows.map((row) => [row.numberKey, row]))
  for (const { numberKey, number, name } of numbers.values()) {
    await optOut(tx, { companyId, numberKey, number, name, word, byName: null })
  }
}

/** A question of a campaign was answered. */
const settleQuestion = async (tx: Ctx, companyId: number, row: people.RecipientRow, isYes: boolean): Promise<void> => {
  const { id, campaignId } = row
  const [held] = await people.lockRecipients(tx.db, companyId, [id])
  if (held?.state !== 'asked' || held.confirmedAt !== null) return
  const change = isYes ? { confirmedAt: tx.now() } : { state: 'skipped' as const, reason: 'declined' }
  await people.changeRecipient(tx.db, companyId, id, change)
  await ringFor(tx, { companyId, campaignId }, tx.now())
  await tx.jobs.add(tx, campaignNews, { companyId, campaignId })
}

const answer = async (tx: Ctx, companyId: number, arrival: Arrival, rows: people.RecipientRow[]): Promise<void> => {
  const meaning = meaningOf(arrival.body)
  if (meaning.endsWith('opt-out') && (await isOptOut(tx, companyId, arrival, rows))) {
    return leaveOut(tx, companyId, arrival, rows)
  }
  const since = tx.now().getTime() - answerable
  for (const row of rows) {
    const isAsked = row.state === 'asked' && row.confirmedAt === null && writtenAt(row) >= since
    if (isAsked) await settleQuestion(tx, companyId, row, meaning === 'yes')
  }
}

/** A step of `messagesArrived`. */
export const hearAnswers = async (tx: Ctx, { companyId }: ConnectionRef, arrivals: Arrival[]): Promise<void> => {
  const heard = arrivals.filter(
    ({ fromMe, ticket, body, isLate }) => !fromMe && !ticket.isGroup && !isLate && body.trim() !== ''
  )
  if (heard.length === 0 || !(await hasCampaigns(tx, companyId))) return
  const which = heard.some(({ body }) => meaningOf(body).endsWith('opt-out')) ? 'all' : 'asked'
  const contactIds = heard.map(({ ticket }) => ticket.contactId)
  const found = Map.groupBy(
    await people.recipientsOfContacts(tx.db, companyId, contactIds, which),
    ({ contactId }) => contactId
  )
  for (const arrival of heard) {
    const { contactId } = arrival.ticket
    const rows = found.get(contactId)
    if (rows === undefined) continue
    await answer(tx, companyId, arrival, rows)
    // What a further message of the batch finds is as this one left it.
    found.set(contactId, await people.recipientsOfContacts(tx.db, companyId, [contactId], which))
  }
}

/** Two contacts are one person: the answers of the one are those of the other. */
export const followContact = async (tx: Ctx, companyId: number, from: number, into: number): Promise<void> => {
  await people.moveContact(tx.db, companyId, from, into)
}

/** A contact goes; the number stays in the campaign. */
export const releaseContact = async (tx: Ctx, companyId: number, contactId: number): Promise<void> => {
  await people.moveContact(tx.db, companyId, contactId, null)
}
