// What customers answer to campaigns: a confirmation brings the message, a word like "sair" ends it for ever when it
// answers a campaign. Decided in the transaction that stores the answer.
import type { Claims } from '#features/automation/chatbot/chatbot.events.ts'
import { flowOf, maySpeak } from '#features/automation/chatbot/flow/load-flow.ts'
import { say } from '#features/automation/chatbot/run/say.ts'
import { noteConsent } from '#features/inbox/consents/consents.service.ts'
import type { Arrival } from '#features/inbox/messages/messages.events.ts'
import { answerDays } from '@guiche/shared/features/outreach/campaign-counts.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { hasCampaigns } from '../conditions/campaign-presence.ts'
import { saidSince } from './campaign-messages.repo.ts'
import { findCampaign } from '../campaigns.repo.ts'
import * as people from '../campaign-recipients.repo.ts'
import { isBareAnswer, meaningOf, type Meaning } from '../plan/campaign-text.ts'
import { wake } from '#platform/work/define-worker.ts'
import { campaignNews, campaignStep } from '../campaigns.jobs.ts'
import { optOutTexts } from '../opt-out/opt-out-texts.ts'
import { optOut } from '../opt-out/opt-outs.ts'

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

type Said = Awaited<ReturnType<typeof saidSince>>

/** Whether such a word is an answer to the newest campaign message, and not one in another conversation. */
function isOptOut(meaning: Meaning, age: number, between: Said, arrival: Arrival): boolean {
  if (age > (meaning === 'opt-out' ? answerable : unambiguous)) return false
  if (meaning === 'maybe-opt-out') return !between.byUs && !between.byThem
  return !between.byUs || !isTaken(arrival)
}

/** It is said once that it was understood, whichever way the word came. */
async function leaveOut(tx: Ctx, ref: ConnectionRef, arrival: Arrival, rows: people.RecipientRow[]): Promise<void> {
  const { companyId } = ref
  const word = arrival.body.trim().slice(0, 100)
  const numbers = new Map(rows.map((row) => [row.numberKey, row]))
  const { contactId } = arrival.ticket
  let isNew = false
  for (const { numberKey, number, name } of numbers.values()) {
    if (await optOut(tx, { companyId, numberKey, number, name, word, byName: null })) isNew = true
  }
  if (isNew) await noteConsent(tx, { companyId, contactId, state: 'withdrawn', source: 'word', detail: word })
  const flow = await flowOf(tx, ref)
  if (!isNew || !maySpeak(flow, tx.now().getTime())) return
  await say(tx, arrival.ticket, [{ text: optOutTexts[flow.language], answers: arrival.messageId }])
}

/** A question of a campaign was answered. */
async function settleQuestion(tx: Ctx, companyId: number, row: people.RecipientRow, isYes: boolean): Promise<void> {
  const { id, campaignId, contactId } = row
  const [locked] = await people.lockRecipients(tx.db, companyId, [id])
  if (locked?.state !== 'asked' || locked.confirmedAt !== null) return
  const change = isYes ? { confirmedAt: tx.now() } : { state: 'skipped' as const, reason: 'declined' }
  await people.changeRecipient(tx.db, companyId, id, change)
  if (isYes && contactId !== null) {
    const detail = (await findCampaign(tx.db, companyId, campaignId))?.campaign.name ?? ''
    await noteConsent(tx, { companyId, contactId, state: 'given', source: 'campaign', detail })
  }
  await wake(tx, campaignStep, { companyId, campaignId }, tx.now())
  await tx.jobs.add(tx, campaignNews, { companyId, campaignId })
}

/** What the answer leaves to do for others: nothing, something for a person, or all of it. */
async function answer(
  tx: Ctx,
  ref: ConnectionRef,
  arrival: Arrival,
  rows: people.RecipientRow[]
): Promise<'heard' | 'over' | null> {
  const { companyId } = ref
  const { body, messageId, ticket } = arrival
  const meaning = meaningOf(body)
  const now = tx.now().getTime()
  const asked = rows.filter(
    (row) => row.state === 'asked' && row.confirmedAt === null && writtenAt(row) >= now - answerable
  )
  const maySayNo = meaning.endsWith('opt-out')
  if (!maySayNo && asked.length === 0) return null
  const between = await saidSince(tx.db, companyId, { contactId: ticket.contactId, messageId })
  if (maySayNo && isOptOut(meaning, now - Math.max(...rows.map(writtenAt)), between, arrival)) {
    await leaveOut(tx, ref, arrival, rows)
    // "Cancelar" may mean an order after all: somebody looks.
    return meaning === 'opt-out' ? 'over' : 'heard'
  }
  // What is said to an attendant or to the bot's menu answers them.
  if (between.byUs) return null
  for (const row of asked) await settleQuestion(tx, companyId, row, meaning === 'yes')
  if (asked.length === 0 || !isBareAnswer(body)) return null
  return meaning === 'no' ? 'over' : 'heard'
}

/** Whatever somebody writes soon after a campaign's message answers it, for its report. */
async function countAnswers(tx: Ctx, companyId: number, written: Arrival[]): Promise<void> {
  const contactIds = [...new Set(written.map(({ ticket }) => ticket.contactId))]
  const span = { now: tx.now(), since: new Date(tx.now().getTime() - answerDays * day) }
  for (const campaignId of await people.noteAnswers(tx.db, companyId, contactIds, span)) {
    await tx.jobs.add(tx, campaignNews, { companyId, campaignId })
  }
}

/** A step of `beforeBotAnswers`: a bare answer to a campaign is none to the bot. */
export async function applyAnswers(tx: Ctx, ref: ConnectionRef, arrivals: Arrival[], claims: Claims): Promise<void> {
  const { companyId } = ref
  const written = arrivals.filter(({ fromMe, ticket, isLate }) => !fromMe && !ticket.isGroup && !isLate)
  if (written.length === 0 || !(await hasCampaigns(tx, companyId))) return
  await countAnswers(tx, companyId, written)
  const heard = written.filter(({ body }) => body.trim() !== '')
  if (heard.length === 0) return
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
    const claim = await answer(tx, ref, arrival, rows)
    if (claim !== null) claims.set(arrival.messageId, claim)
    // What a further message of the batch finds is as this one left it.
    found.set(contactId, await people.recipientsOfContacts(tx.db, companyId, [contactId], which))
  }
}
