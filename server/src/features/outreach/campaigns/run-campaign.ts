// Writes the messages of a campaign by the one way out of the house: the message, its delivery, the mark on its recipient
// and the moment of the next one are one transaction, so that nobody gets two and nobody is left out, whatever ends in
// between and on however many nodes.
import { fillCampaignText } from '@guiche/shared/features/outreach/campaign-text.ts'
import type { CampaignSettings } from '@guiche/shared/features/outreach/campaigns.ts'
import { isPlanFlagOn } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { connectionById } from '#features/inbox/connections/connections.service.ts'
import { contactForNumber } from '#features/inbox/contacts/contact-for-number.ts'
import { showContact } from '#features/inbox/contacts/contacts.service.ts'
import { writeMessages } from '#features/inbox/messages/send-message.ts'
import { closeUnattended, ticketForProgram } from '#features/inbox/tickets/take-up-ticket.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { planOf } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/transaction.ts'
import * as people from './campaign-recipients.repo.ts'
import { takeFiles } from './campaign-files.ts'
import { settingsOf } from './campaign-settings.ts'
import { tellCampaign } from './campaign-rows.ts'
import { campaignTurn } from './campaigns.jobs.ts'
import * as repo from './campaigns.repo.ts'
import { catchUpMessages } from './follow-messages.ts'
import { isOptedOut } from './opt-outs.ts'
import { closedUntil, dayOf, firstContactBudget, pauseAfter } from './pace.ts'

/** The bell for the next message. */
export const ringFor = (tx: Ctx, { companyId, campaignId }: repo.Place, at: Date): Promise<void> =>
  tx.jobs.add(
    tx,
    campaignTurn,
    { companyId, campaignId },
    { startAfter: at, singletonKey: `${companyId}/${campaignId}/${at.getTime()}` }
  )

/** What the turns of a campaign stand on. */
interface Grounds {
  settings: CampaignSettings
  timeZone: string
  /** Whether the company may send and the connection is up; if not, the campaign waits for the clock. */
  canSend: boolean
}

const groundsOf = async (ctx: Ctx, { companyId, connectionId }: repo.CampaignRow): Promise<Grounds> => {
  const [company, settings, plan] = await Promise.all([
    companyById(ctx, companyId),
    settingsOf(ctx, companyId),
    planOf(ctx, companyId)
  ])
  const isPaid = company.dueDate === null || company.dueDate >= ctx.now()
  const maySend = company.status && isPaid && isPlanFlagOn(plan, 'useCampaigns') && connectionId !== null
  const canSend = maySend && (await connectionById(ctx, companyId, connectionId)).status === 'CONNECTED'
  return { settings, timeZone: company.timeZone, canSend }
}

/** Milliseconds for which they hold: turns without a pause follow one another quickly. */
const holdFor = 3_000

/** The grounds, looked at anew once they are old. */
const rememberGrounds = () => {
  let known: { grounds: Grounds; until: number } | null = null
  return async (ctx: Ctx, campaign: repo.CampaignRow): Promise<Grounds> => {
    const now = ctx.now().getTime()
    if (known === null || known.until < now) {
      known = { grounds: await groundsOf(ctx, campaign), until: now + holdFor }
    }
    return known.grounds
  }
}

const settle = (ctx: Ctx, campaign: repo.CampaignRow, recipientId: number, change: Partial<people.RecipientRow>) =>
  inTransaction(ctx, async (tx) => {
    const held = await people.lockRecipient(tx.db, campaign.companyId, recipientId)
    if (held?.state !== 'waiting' && held?.state !== 'asked') return
    await people.changeRecipient(tx.db, campaign.companyId, recipientId, change)
    await tellCampaign(tx, campaign.companyId, campaign.id)
  })

/** A finished one still answers those who confirm late. */
const isAtWork = ({ status }: repo.CampaignRow): boolean => status === 'EM_ANDAMENTO' || status === 'FINALIZADA'

const pick = (texts: string[], chance: number): number => {
  const filled = texts.flatMap((text, index) => (text.trim() === '' ? [] : [index]))
  return filled[Math.floor(chance * filled.length)] ?? 0
}

interface Turn {
  campaign: repo.CampaignRow
  recipient: people.RecipientRow
  contactId: number
  grounds: Grounds
}

/** The text with the file of the campaign, then the files of its list. */
const draftsOf = ({ media, attached }: repo.CampaignRow, body: string) => [
  // Sound carries no text.
  ...(media?.mediaType === 'audio'
    ? [
        { body, file: null },
        { body: '', file: media }
      ]
    : [{ body, file: media }]),
  ...(attached ?? []).map(({ caption, ...file }) => ({ body: file.mediaType === 'audio' ? '' : caption, file }))
]

/** False when somebody else was quicker, or the campaign was stopped meanwhile. Errors: those of writing. */
const write = async (tx: Ctx, { campaign, recipient, contactId, grounds }: Turn): Promise<boolean> => {
  const { companyId, id: campaignId } = campaign
  const now = tx.now()
  const held = await repo.lockCampaign(tx.db, companyId, campaignId)
  if (!held || !isAtWork(held) || held.connectionId === null || (held.nextAt ?? now) > now) return false
  // Another list was chosen meanwhile.
  if (held.fileListId !== null && held.attached === null) return false
  const one = await people.lockRecipient(tx.db, companyId, recipient.id)
  if (one?.state !== recipient.state || one.attempt !== recipient.attempt) return false
  const { settings, timeZone } = grounds
  const variant = one.variant ?? pick(held.messages, Math.random())
  const question = held.confirmations[variant] ?? ''
  const isQuestion = held.confirmation && one.state === 'waiting' && question.trim() !== ''
  const contact = await showContact(tx, companyId, contactId)
  const { ticket, isNew } = await ticketForProgram(tx, { companyId, connectionId: held.connectionId, contact })
  const body = fillCampaignText(isQuestion ? question : (held.messages[variant] ?? ''), one, settings.variables)
  const clientId = `campaign-${campaignId}-${one.id}-${one.attempt}${isQuestion ? '-ask' : ''}`
  const drafts = isQuestion ? [{ body, file: null }] : draftsOf(held, body)
  const [message] = await writeMessages(
    tx,
    ticket,
    drafts.map((draft, n) => ({ ...draft, userId: null, clientId: n === 0 ? clientId : `${clientId}-${n}` })),
    { isAutomatic: true }
  )
  if (isNew) await closeUnattended(tx, ticket)
  // A ticket in which nothing was said yet is one that was made for this message.
  if (isNew && ticket.lastMessage === '') {
    await people.countFirstContact(tx.db, { companyId, connectionId: held.connectionId, day: dayOf(now, timeZone) })
  }
  await people.changeRecipient(tx.db, companyId, one.id, {
    variant,
    contactId,
    ...(isQuestion
      ? { state: 'asked' as const, confirmationRequestedAt: now }
      : { state: 'sent' as const, sentAt: now, messageId: message?.id ?? null })
  })
  const { pause, sinceLong } = pauseAfter(settings, held.sinceLong + 1, Math.random())
  const nextAt = new Date(now.getTime() + pause)
  await repo.changeCampaign(tx.db, companyId, campaignId, { nextAt, sinceLong })
  // Without a pause whoever took this turn takes the next one too.
  if (pause > 0) await ringFor(tx, { companyId, campaignId }, nextAt)
  await tellCampaign(tx, companyId, campaignId)
  return true
}

/** Nobody waits any more: the campaign is over. Answers to its questions still bring their messages. */
const finish = (ctx: Ctx, { companyId, id }: repo.CampaignRow): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const held = await repo.lockCampaign(tx.db, companyId, id)
    if (held?.status !== 'EM_ANDAMENTO' || (await people.nextRecipient(tx.db, companyId, id))) return
    await repo.changeCampaign(tx.db, companyId, id, { status: 'FINALIZADA', completedAt: tx.now() })
    await tellCampaign(tx, companyId, id)
  })

/** Takes the recipients in and begins, when the moment has come. */
const begin = (ctx: Ctx, { companyId, campaignId }: repo.Place): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const held = await repo.lockCampaign(tx.db, companyId, campaignId)
    if (held?.status !== 'PROGRAMADA' || (held.scheduledAt ?? tx.now()) > tx.now()) return
    if (!held.isFilled) await repo.fillRecipients(tx.db, held)
    // Its list or its tag may have gone since.
    const change = (await people.nextRecipient(tx.db, companyId, campaignId))
      ? { status: 'EM_ANDAMENTO' as const, isFilled: true, nextAt: tx.now(), stopReason: null }
      : { status: 'CANCELADA' as const, stopReason: 'nobody' as const }
    await repo.changeCampaign(tx.db, companyId, campaignId, change)
    await tellCampaign(tx, companyId, campaignId)
  })

/** It stops by itself, and says why. */
const stop = (ctx: Ctx, { companyId, campaignId }: repo.Place, stopReason: 'connection-gone'): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const held = await repo.lockCampaign(tx.db, companyId, campaignId)
    if (held?.status !== 'EM_ANDAMENTO') return
    await repo.changeCampaign(tx.db, companyId, campaignId, { status: 'CANCELADA', stopReason })
    await tellCampaign(tx, companyId, campaignId)
  })

/** Whether the connection has made as many first contacts today as it may. */
const isOverdrawn = async (
  ctx: Ctx,
  { companyId, connectionId }: repo.CampaignRow,
  { settings, timeZone }: Grounds
): Promise<boolean> => {
  if (connectionId === null || (settings.firstContactsPerDay === 0 && !settings.isWarmingUp)) return false
  const sender = { companyId, connectionId, day: dayOf(ctx.now(), timeZone) }
  const { today, daysBefore } = await people.firstContactsOf(ctx.db, sender)
  return today >= firstContactBudget(settings, daysBefore)
}

/** What happens next with a campaign; `true` when there may be more to do at once. */
const takeTurn = async (ctx: Ctx, place: repo.Place, look: ReturnType<typeof rememberGrounds>): Promise<boolean> => {
  const { companyId, campaignId } = place
  const found = await repo.findCampaign(ctx.db, companyId, campaignId)
  if (found?.campaign.status === 'PROGRAMADA') {
    await begin(ctx, place)
    return (await repo.findCampaign(ctx.db, companyId, campaignId))?.campaign.status === 'EM_ANDAMENTO'
  }
  const campaign = found?.campaign
  if (!campaign || !isAtWork(campaign)) return false
  if (campaign.nextAt !== null && campaign.nextAt > ctx.now()) {
    await ringFor(ctx, place, campaign.nextAt)
    return false
  }
  if (campaign.connectionId === null) {
    await stop(ctx, place, 'connection-gone')
    return false
  }
  const grounds = await look(ctx, campaign)
  if (!grounds.canSend) return false
  if (campaign.attached === null) await takeFiles(ctx, campaign)
  const opens = closedUntil(grounds.settings, ctx.now(), grounds.timeZone)
  if (opens !== null) {
    await ringFor(ctx, place, opens)
    return false
  }
  const recipient = await people.nextRecipient(ctx.db, companyId, campaignId)
  if (!recipient) {
    await finish(ctx, campaign)
    return false
  }
  if (await isOptedOut(ctx, companyId, recipient.numberKey)) {
    await settle(ctx, campaign, recipient.id, { state: 'skipped', reason: 'opted-out' })
    return true
  }
  if (recipient.state === 'waiting' && (await isOverdrawn(ctx, campaign, grounds))) return false
  try {
    const contactId = recipient.contactId ?? (await contactForNumber(ctx, companyId, recipient.number, recipient.name))
    return await inTransaction(ctx, (tx) => write(tx, { campaign, recipient, contactId, grounds }))
  } catch (error) {
    const reason = error instanceof AppError ? final[error.code] : undefined
    if (reason === undefined) throw error
    await settle(ctx, campaign, recipient.id, { state: 'failed', reason })
    return true
  }
}

/** What no waiting mends. */
const final: Partial<Record<string, string>> = {
  ERR_WAPP_INVALID_CONTACT: 'not-on-whatsapp',
  ERR_TICKET_CONTACT_UNREACHABLE: 'not-on-whatsapp',
  ERR_NO_CONTACT_FOUND: 'unknown'
}

/** Turns taken before others have theirs. */
const turns = 200

/** The bell rang: writes what is due. */
export const attendCampaign = async (ctx: Ctx, place: repo.Place): Promise<void> => {
  const look = rememberGrounds()
  for (let turn = 0; turn < turns; turn++) if (!(await takeTurn(ctx, place, look))) return
  await ringFor(ctx, place, ctx.now())
}

/** Every minute, on one node: whatever runs and was not rung for, and what was not heard of. */
export const sweepCampaigns = async (ctx: Ctx): Promise<void> => {
  for (const place of await repo.campaignsAtWork(ctx.db, ctx.now())) await ringFor(ctx, place, ctx.now())
  await catchUpMessages(ctx)
}

/** A connection is up again: its campaigns go on. */
export const resumeConnection = async (ctx: Ctx, companyId: number, connectionId: number): Promise<void> => {
  for (const place of await repo.campaignsOfConnection(ctx.db, companyId, connectionId)) {
    await ringFor(ctx, place, ctx.now())
  }
}
