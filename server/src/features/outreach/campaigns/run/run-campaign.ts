// Turns of campaigns: begins them at their moment, takes whoever is next while the hours, the connection and the day's
// first contacts allow it, and ends them when nobody waits any more.
import { contactForNumber } from '#features/inbox/contacts/identity/contact-for-number.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { takeFiles } from '../plan/campaign-files.ts'
import { firstContactsLeft, cacheSendConditions, type SendConditions } from './send-conditions.ts'
import * as people from './campaign-recipients.repo.ts'
import { publishCampaign } from '../plan/campaign-rows.ts'
import * as repo from '../campaigns.repo.ts'
import { fillRecipients } from './fill-recipients.ts'
import { catchUpMessages } from './follow-messages.ts'
import { optedOutAmong } from '../opt-out/opt-outs.ts'
import { closedUntil } from './pace.ts'
import {
  BudgetSpentError,
  isAtWork,
  orUnreachable,
  wakeFor,
  UnreachableError,
  writeRecipients,
  type Reached,
  type StepConditions
} from './write-campaign.ts'

function settle(ctx: Ctx, campaign: repo.CampaignRow, recipientId: number, change: Partial<people.RecipientRow>) {
  return inTransaction(ctx, async (tx) => {
    await repo.lockCampaign(tx.db, campaign.companyId, campaign.id)
    const [held] = await people.lockRecipients(tx.db, campaign.companyId, [recipientId])
    if (held?.state !== 'waiting' && held?.state !== 'asked') return
    await people.changeRecipient(tx.db, campaign.companyId, recipientId, change)
    await publishCampaign(tx, campaign.companyId, campaign.id)
  })
}

/** Nobody waits any more: the campaign is over. Answers to its questions still bring their messages. */
function finish(ctx: Ctx, { companyId, id }: repo.CampaignRow): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const held = await repo.lockCampaign(tx.db, companyId, id)
    if (held?.status !== 'EM_ANDAMENTO' || (await people.someoneWaits(tx.db, companyId, id))) return
    await repo.changeCampaign(tx.db, companyId, id, { status: 'FINALIZADA', completedAt: tx.now() })
    await publishCampaign(tx, companyId, id)
  })
}

/** Takes the recipients in and begins, when the moment has come. */
function begin(ctx: Ctx, { companyId, campaignId }: repo.Place): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const held = await repo.lockCampaign(tx.db, companyId, campaignId)
    if (held?.status !== 'PROGRAMADA' || (held.scheduledAt ?? tx.now()) > tx.now()) return
    if (!held.isFilled) await fillRecipients(tx, held)
    // Its list or its tag may have gone since.
    const change = (await people.someoneWaits(tx.db, companyId, campaignId))
      ? { status: 'EM_ANDAMENTO' as const, isFilled: true, nextAt: tx.now(), stopReason: null }
      : { status: 'CANCELADA' as const, stopReason: 'nobody' as const }
    await repo.changeCampaign(tx.db, companyId, campaignId, change)
    await publishCampaign(tx, companyId, campaignId)
  })
}

/** It stops by itself, and says why. */
function stop(ctx: Ctx, { companyId, campaignId }: repo.Place, stopReason: 'connection-gone'): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const held = await repo.lockCampaign(tx.db, companyId, campaignId)
    if (held?.status !== 'EM_ANDAMENTO') return
    await repo.changeCampaign(tx.db, companyId, campaignId, { status: 'CANCELADA', stopReason })
    await publishCampaign(tx, companyId, campaignId)
  })
}

/** Recipients of one transaction where there is no pause between them, and how many numbers are looked up side by side. */
const atOnce = 12
const sideBySide = 4

/** Whoever is next and may be written to: one where there are pauses or a budget, else a handful. */
async function nextOnes(ctx: Ctx, campaign: repo.CampaignRow, grounds: SendConditions) {
  const { budget, left } = await firstContactsLeft(ctx, campaign, grounds)
  const limit = left === Infinity && grounds.settings.messageInterval === 0 ? atOnce : 1
  // Strangers wait for another day; whoever knows the connection does not.
  const onlyKnown = left === 0
  const due = await people.nextRecipients(ctx.db, campaign, { limit, onlyKnown })
  return { due, budget: onlyKnown ? Infinity : budget }
}

/** Their contacts, made where there are none; who cannot be reached has failed. */
async function reach(ctx: Ctx, campaign: repo.CampaignRow, due: people.RecipientRow[]): Promise<Reached[]> {
  const reached: Reached[] = []
  const find = async (recipient: people.RecipientRow): Promise<Reached | null> => {
    const { companyId, id, contactId, number, name } = recipient
    if (contactId !== null) return { recipient, contactId }
    try {
      const found = await orUnreachable(id, () => contactForNumber(ctx, companyId, number, name))
      return { recipient, contactId: found }
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      await settle(ctx, campaign, id, { state: 'failed', reason: error.reason })
      return null
    }
  }
  for (let at = 0; at < due.length; at += sideBySide) {
    const found = await Promise.all(due.slice(at, at + sideBySide).map(find))
    reached.push(...found.filter((one) => one !== null))
  }
  return reached
}

async function writeTo(ctx: Ctx, campaign: repo.CampaignRow, grounds: StepConditions, due: people.RecipientRow[]) {
  const unwilling = await optedOutAmong(ctx, campaign.companyId, due)
  for (const { id } of unwilling) await settle(ctx, campaign, id, { state: 'skipped', reason: 'opted-out' })
  const reached = await reach(
    ctx,
    campaign,
    due.filter((one) => !unwilling.includes(one))
  )
  if (reached.length === 0) return true
  try {
    return await inTransaction(ctx, (tx) => writeRecipients(tx, campaign, reached, grounds))
  } catch (error) {
    // Who was to be written to waits for another day.
    if (error instanceof BudgetSpentError) return true
    if (!(error instanceof UnreachableError)) throw error
    // The others have their turn anew.
    await settle(ctx, campaign, error.recipientId, { state: 'failed', reason: error.reason })
    return true
  }
}

/** What happens next with a campaign; `true` when there may be more to do at once. */
async function takeTurn(ctx: Ctx, place: repo.Place, look: ReturnType<typeof cacheSendConditions>): Promise<boolean> {
  const { companyId, campaignId } = place
  const found = await repo.findCampaign(ctx.db, companyId, campaignId)
  if (found?.campaign.status === 'PROGRAMADA') {
    await begin(ctx, place)
    return (await repo.findCampaign(ctx.db, companyId, campaignId))?.campaign.status === 'EM_ANDAMENTO'
  }
  const campaign = found?.campaign
  if (!campaign || !isAtWork(campaign)) return false
  if (campaign.nextAt !== null && campaign.nextAt > ctx.now()) {
    await wakeFor(ctx, place, campaign.nextAt)
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
    await wakeFor(ctx, place, opens)
    return false
  }
  const { due, budget } = await nextOnes(ctx, campaign, grounds)
  if (due.length > 0) return writeTo(ctx, campaign, { ...grounds, budget }, due)
  await finish(ctx, campaign)
  return false
}

/** Turns taken before others have theirs. */
const turns = 40

/** The bell rang: writes what is due. */
export async function runCampaign(ctx: Ctx, place: repo.Place): Promise<void> {
  const look = cacheSendConditions()
  for (let turn = 0; turn < turns; turn++) if (!(await takeTurn(ctx, place, look))) return
  await wakeFor(ctx, place, ctx.now())
}

/** Every minute, on one node: whatever runs and was not rung for, and what was not heard of. */
export async function sweepCampaigns(ctx: Ctx): Promise<void> {
  for (const place of await repo.campaignsAtWork(ctx.db, ctx.now())) await wakeFor(ctx, place, ctx.now())
  await catchUpMessages(ctx)
}

/** A connection is up again: its campaigns go on. */
export async function resumeConnection(ctx: Ctx, companyId: number, connectionId: number): Promise<void> {
  for (const place of await repo.campaignsOfConnection(ctx.db, companyId, connectionId)) {
    await wakeFor(ctx, place, ctx.now())
  }
}
