// Writes to recipients of a campaign by the one way out of the house: messages, deliveries, marks on the recipients and
// the moment of the next step are one transaction, so that nobody gets two and nobody is left out, whatever ends in between
// and on however many nodes.
import { fillCampaignText } from '@guiche/shared/features/outreach/campaign-text.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { contactsOf } from '#features/inbox/contacts/contacts.service.ts'
import { writeMessages } from '#features/inbox/messages/send/send-message.ts'
import { closeAfterProgram, ticketForProgram } from '#features/inbox/tickets/lifecycle/take-up-ticket.ts'
import type { Ctx } from '#platform/ctx.ts'
import { wake } from '#platform/work/define-worker.ts'
import { campaignStep } from '../campaigns.jobs.ts'
import type { SendConditions } from '../conditions/send-conditions.ts'
import { partsOut, type WrittenPart } from './campaign-messages.repo.ts'
import { markOf, partOf } from '../plan/campaign-marks.ts'
import * as people from '../campaign-recipients.repo.ts'
import { publishCampaign } from '../plan/campaign-rows.ts'
import * as repo from '../campaigns.repo.ts'
import { dayOf, pauseAfter } from '../conditions/pace.ts'

/** A finished one still answers those who confirm late. */
export const isAtWork = ({ status }: repo.CampaignRow): boolean => status === 'EM_ANDAMENTO' || status === 'FINALIZADA'

/** What no waiting mends. */
const final: Partial<Record<string, string>> = {
  ERR_WAPP_INVALID_CONTACT: 'not-on-whatsapp',
  ERR_TICKET_CONTACT_UNREACHABLE: 'not-on-whatsapp',
  ERR_NO_CONTACT_FOUND: 'unknown'
}

/** One recipient cannot be written to, ever. */
export class UnreachableError extends Error {
  readonly recipientId: number
  readonly reason: string
  constructor(recipientId: number, reason: string) {
    super(`recipient ${recipientId} cannot be written to: ${reason}`)
    this.recipientId = recipientId
    this.reason = reason
  }
}

/** The connection has made the day's first contacts meanwhile. */
export class BudgetSpentError extends Error {}

/** Errors: UnreachableError for what no waiting mends, else what `work` failed with. */
export async function orUnreachable<T>(recipientId: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof AppError ? final[error.code] : undefined
    throw reason === undefined ? error : new UnreachableError(recipientId, reason)
  }
}

function pick(texts: string[], chance: number): number {
  const filled = texts.flatMap((text, index) => (text.trim() === '' ? [] : [index]))
  return filled[Math.floor(chance * filled.length)] ?? 0
}

/** The text with the file of the campaign, then the text and the files of its list. */
function draftsOf({ media, attached }: repo.CampaignRow, fill: (text: string) => string, text: string) {
  return [
    // Sound carries no text.
    ...(media?.mediaType === 'audio'
      ? [
          { body: fill(text), file: null },
          { body: '', file: media }
        ]
      : [{ body: fill(text), file: media }]),
    ...(attached ?? []).map(({ caption, mediaType, media: file }) =>
      file === null
        ? { body: fill(caption), file }
        : { body: mediaType === 'audio' ? '' : caption, file: { mediaType, media: file } }
    )
  ]
}

/** With a retry only what failed goes out again: files by what they are, the rest by its place. */
function isOut({ file }: ReturnType<typeof draftsOf>[number], place: number, before: WrittenPart[]): boolean {
  return before.some(({ clientId, key }) =>
    place === 0 || file === null ? partOf(clientId) === place : file.media.key === key
  )
}

export interface Reached {
  recipient: people.RecipientRow
  contactId: number
}

/** What a step stands on; `budget`: first contacts that the connection may make today, Infinity where none are to be refused. */
export interface StepConditions extends SendConditions {
  budget: number
}

interface One {
  campaign: repo.CampaignRow & { connectionId: number }
  one: people.RecipientRow
  contact: { id: number; isGroup: boolean } | undefined
  conditions: SendConditions
}

/** Says whether the person is a stranger to the connection. Errors: those of writing. */
async function writeOne(tx: Ctx, { campaign, one, contact, conditions }: One): Promise<boolean> {
  const { companyId, id: campaignId, connectionId } = campaign
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  const variant = one.variant ?? pick(campaign.messages, Math.random())
  const question = campaign.confirmations[variant] ?? ''
  const isQuestion = campaign.confirmation && one.state === 'waiting' && question.trim() !== ''
  const { ticket, isNew } = await ticketForProgram(tx, { companyId, connectionId, contact })
  const text = isQuestion ? question : (campaign.messages[variant] ?? '')
  const fill = (given: string) => fillCampaignText(given, one, conditions.settings.variables)
  const mark = markOf(campaignId, one.id)
  const clientId = `${mark}${one.attempt}${isQuestion ? '-ask' : ''}`
  const drafts = (isQuestion ? [{ body: fill(text), file: null }] : draftsOf(campaign, fill, text)).map((draft, n) => ({
    ...draft,
    userId: null,
    clientId: n === 0 ? clientId : `${clientId}-${n}`
  }))
  const before = one.attempt === 0 ? [] : await partsOut(tx.db, companyId, { contactId: contact.id, mark })
  const due = isQuestion ? drafts : drafts.filter((draft, n) => !isOut(draft, n, before))
  const written = await writeMessages(tx, ticket, due, { isAutomatic: true })
  if (isNew) await closeAfterProgram(tx, ticket)
  await people.changeRecipient(tx.db, companyId, one.id, {
    variant,
    contactId: contact.id,
    messageIds: [...before.filter((part) => partOf(part.clientId) !== null), ...written].map(({ id }) => id),
    ...(isQuestion
      ? { state: 'asked' as const, confirmationRequestedAt: tx.now() }
      : { state: 'sent' as const, sentAt: tx.now() })
  })
  // A ticket in which nothing was said yet is one that was made for this message.
  return isNew && ticket.lastMessage === ''
}

/**
 * Writes to them in their order, up to the first pause. False when somebody else was quicker, or the campaign was stopped
 * meanwhile. Errors: UnreachableError and BudgetSpentError, and then nothing was written; those of writing.
 */
export async function writeRecipients(
  tx: Ctx,
  campaign: repo.CampaignRow,
  reached: Reached[],
  conditions: StepConditions
): Promise<boolean> {
  const { companyId, id: campaignId } = campaign
  const now = tx.now()
  const locked = await repo.lockCampaign(tx.db, companyId, campaignId)
  if (!locked || !isAtWork(locked) || (locked.nextAt ?? now) > now) return false
  const { connectionId } = locked
  // Another list was chosen meanwhile.
  if (connectionId === null || (locked.fileListId !== null && locked.attached === null)) return false
  const ids = reached.map(({ recipient }) => recipient.id)
  const rows = new Map((await people.lockRecipients(tx.db, companyId, ids)).map((row) => [row.id, row]))
  const known = await contactsOf(tx, companyId, [...new Set(reached.map(({ contactId }) => contactId))])
  const contacts = new Map(known.map((contact) => [contact.id, contact]))
  const steps: { one: people.RecipientRow; contactId: number }[] = []
  let pace = { pause: 0, sinceLong: locked.sinceLong }
  for (const { recipient, contactId } of reached) {
    const one = rows.get(recipient.id)
    if (pace.pause > 0 || one?.state !== recipient.state || one.attempt !== recipient.attempt) continue
    steps.push({ one, contactId })
    pace = pauseAfter(conditions.settings, pace.sinceLong + 1, Math.random())
  }
  if (steps.length === 0) return false
  const sender = { ...locked, connectionId }
  // Side by side on one line to the database: each waits for its own answers alone. All are awaited before a failure
  // ends the transaction, since what is still under way would otherwise land behind its end.
  const failures: unknown[] = []
  const wereStrangers = await Promise.all(
    steps.map(({ one, contactId }) =>
      orUnreachable(one.id, () =>
        writeOne(tx, { campaign: sender, one, contact: contacts.get(contactId), conditions })
      ).catch((error: unknown) => void failures.push(error))
    )
  )
  // The first one is the cause of those behind it.
  if (failures.length > 0) throw failures[0]
  const strangers = wereStrangers.filter((is) => is === true).length
  const day = dayOf(now, conditions.timeZone)
  const isFree =
    strangers === 0 ||
    (await people.claimFirstContacts(tx.db, { companyId, connectionId, day }, strangers, conditions.budget))
  if (!isFree) throw new BudgetSpentError('another campaign was quicker')
  const nextAt = new Date(now.getTime() + pace.pause)
  const waited = locked.stopReason === 'plan-limit' ? { stopReason: null } : {}
  await repo.changeCampaign(tx.db, companyId, campaignId, { nextAt, sinceLong: pace.sinceLong, ...waited })
  // Without a pause whoever took this step takes the next one too.
  if (pace.pause > 0) await wake(tx, campaignStep, { companyId, campaignId }, nextAt)
  await publishCampaign(tx, companyId, campaignId)
  return true
}
