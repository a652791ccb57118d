// Steps of campaigns: begins them at their moment, takes whoever is next while the hours, the connection and the day's
// first contacts allow it, and ends them when nobody waits any more.
import { contactForNumber } from '#features/inbox/contacts/identity/contact-for-number.ts'
import { isMessageLimit } from '#features/org/quotas/count-messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { defineWorker, wake } from '#platform/work/define-worker.ts'
import type { JobAttempt } from '#platform/work/jobs.ts'
import type { Claimed, Outcome } from '#platform/work/work-loop.ts'
import { campaignStep } from '../campaigns.jobs.ts'
import { takeFiles } from '../plan/campaign-files.ts'
import { firstContactsLeft, conditionsOfRun, type SendConditions } from '../conditions/send-conditions.ts'
import * as people from '../campaign-recipients.repo.ts'
import { publishCampaign } from '../plan/campaign-rows.ts'
import * as repo from '../campaigns.repo.ts'
import { fillRecipients } from './fill-recipients.ts'
import { optedOutAmong } from '../opt-out/opt-outs.ts'
import { closedUntil } from '../conditions/pace.ts'
import {
  BudgetSpentError,
  isAtWork,
  orUnreachable,
  UnreachableError,
  writeRecipients,
  type Reached,
  type StepConditions
} from './write-campaign.ts'

function settle(ctx: Ctx, campaign: repo.CampaignRow, recipientId: number, change: Partial<people.RecipientRow>) {
  return inTransaction(ctx, async (tx) => {
    await repo.lockCampaign(tx.db, campaign.companyId, campaign.id)
    const [locked] = await people.lockRecipients(tx.db, campaign.companyId, [recipientId])
    if (locked?.state !== 'waiting' && locked?.state !== 'asked') return
    await people.changeRecipient(tx.db, campaign.companyId, recipientId, change)
    await publishCampaign(tx, campaign.companyId, campaign.id)
  })
}

/** Nobody waits any more: the campaign is over. Answers to its questions still bring their messages. */
function finish(ctx: Ctx, { companyId, id }: repo.CampaignRow): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const locked = await repo.lockCampaign(tx.db, companyId, id)
    if (locked?.status !== 'EM_ANDAMENTO' || (await people.someoneWaits(tx.db, companyId, id))) return
    const waited = locked.stopReason === 'plan-limit' ? { stopReason: null } : {}
    await repo.changeCampaign(tx.db, companyId, id, { status: 'FINALIZADA', completedAt: tx.now(), ...waited })
    await publishCampaign(tx, companyId, id)
  })
}

/** Takes the recipients in and begins, when the moment has come. */
function begin(ctx: Ctx, { companyId, campaignId }: repo.CampaignKey): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const locked = await repo.lockCampaign(tx.db, companyId, campaignId)
    if (locked?.status !== 'PROGRAMADA' || (locked.scheduledAt ?? tx.now()) > tx.now()) return
    if (!locked.isFilled) await fillRecipients(tx, locked)
    // Its list or its tag may have gone since.
    const change = (await people.someoneWaits(tx.db, companyId, campaignId))
      ? { status: 'EM_ANDAMENTO' as const, isFilled: true, nextAt: tx.now(), stopReason: null }
      : { status: 'CANCELADA' as const, stopReason: 'nobody' as const }
    await repo.changeCampaign(tx.db, companyId, campaignId, change)
    await publishCampaign(tx, companyId, campaignId)
  })
}

/** It stops by itself, and says why. */
function stop(ctx: Ctx, { companyId, campaignId }: repo.CampaignKey, stopReason: 'connection-gone'): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const locked = await repo.lockCampaign(tx.db, companyId, campaignId)
    if (locked?.status !== 'EM_ANDAMENTO') return
    await repo.changeCampaign(tx.db, companyId, campaignId, { status: 'CANCELADA', stopReason })
    await publishCampaign(tx, companyId, campaignId)
  })
}

/** Milliseconds after which a campaign that waits for messages of its plan looks again: the month or the plan may be another. */
const looksAgainAfter = 10 * 60_000

/** Who was to be written to is next again, once the plan has messages. */
function waitForPlan(ctx: Ctx, { companyId, id }: repo.CampaignRow): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const locked = await repo.lockCampaign(tx.db, companyId, id)
    if (!locked || !isAtWork(locked)) return
    const nextAt = new Date(tx.now().getTime() + looksAgainAfter)
    // One that is over and answers those who confirm late has another word already.
    const reason = locked.status === 'EM_ANDAMENTO' ? { stopReason: 'plan-limit' as const } : {}
    await repo.changeCampaign(tx.db, companyId, id, { nextAt, ...reason })
    await publishCampaign(tx, companyId, id)
  })
}

/** Recipients of one transaction where there is no pause between them, and how many numbers are looked up side by side. */
const atOnce = 12
const sideBySide = 4

/** Whoever is next and may be written to: one where there are pauses or a budget, else a handful. */
async function nextOnes(ctx: Ctx, campaign: repo.CampaignRow, conditions: SendConditions) {
  const { budget, left } = await firstContactsLeft(ctx, campaign, conditions)
  const limit = left === Infinity && conditions.settings.messageInterval === 0 ? atOnce : 1
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

/** What a step writes to whom, and on what it stands. */
interface Step {
  campaign: repo.CampaignRow
  conditions: StepConditions
  due: people.RecipientRow[]
}

async function writeTo(ctx: Ctx, { campaign, conditions, due }: Step): Promise<Outcome> {
  const unwilling = await optedOutAmong(ctx, campaign.companyId, due)
  for (const { id } of unwilling) await settle(ctx, campaign, id, { state: 'skipped', reason: 'opted-out' })
  const willing = due.filter((one) => !unwilling.includes(one))
  const reached = await reach(ctx, campaign, willing)
  if (reached.length === 0) return
  const write = (some: Reached[]) => inTransaction(ctx, (tx) => writeRecipients(tx, campaign, some, conditions))
  const isWritten = await write(reached).catch((error: unknown) => {
    // There may be messages for the first of them.
    if (isMessageLimit(error) && reached.length > 1) return write(reached.slice(0, 1))
    throw error
  })
  if (!isWritten) return 'stop'
}

/** The campaign when it is at work, begun if its moment has come. */
async function atWork(ctx: Ctx, key: repo.CampaignKey): Promise<repo.CampaignRow | null> {
  const { companyId, campaignId } = key
  let found = await repo.findCampaign(ctx.db, companyId, campaignId)
  if (found?.campaign.status === 'PROGRAMADA') {
    await begin(ctx, key)
    found = await repo.findCampaign(ctx.db, companyId, campaignId)
  }
  return found && isAtWork(found.campaign) ? found.campaign : null
}

/** Whoever is next. It is claimed for good by the transaction that writes to them, which locks the campaign. */
async function claimStep(ctx: Ctx, key: repo.CampaignKey, attempt: JobAttempt): Promise<Claimed<Step>> {
  const campaign = await atWork(ctx, key)
  if (!campaign) return []
  if (campaign.nextAt !== null && campaign.nextAt > ctx.now()) return campaign.nextAt
  if (campaign.connectionId === null) {
    await stop(ctx, key, 'connection-gone')
    return []
  }
  const conditions = await conditionsOfRun(ctx, campaign, attempt)
  if (!conditions.canSend) return []
  if (campaign.attached === null) await takeFiles(ctx, campaign)
  const opens = closedUntil(conditions.settings, ctx.now(), conditions.timeZone)
  if (opens !== null) return opens
  const { due, budget } = await nextOnes(ctx, campaign, conditions)
  if (due.length > 0) return [{ campaign, conditions: { ...conditions, budget }, due }]
  await finish(ctx, campaign)
  return []
}

/** Runs campaigns: writes what is due, up to so many steps before others have theirs. */
export const campaignWorker = defineWorker({
  wakes: campaignStep,
  claim: claimStep,
  process: writeTo,
  setAside: async (ctx, { campaign }, error) => {
    // Who was to be written to waits for another day.
    if (error instanceof BudgetSpentError) return
    if (isMessageLimit(error)) {
      await waitForPlan(ctx, campaign)
      return 'stop'
    }
    if (!(error instanceof UnreachableError)) throw error
    // The others are next again.
    await settle(ctx, campaign, error.recipientId, { state: 'failed', reason: error.reason })
  },
  mostPieces: 40,
  sweepEvery: '* * * * *',
  due: (ctx) => repo.campaignsAtWork(ctx.db, ctx.now())
})

/** A connection is up again: its campaigns go on. */
export async function resumeConnection(ctx: Ctx, companyId: number, connectionId: number): Promise<void> {
  for (const key of await repo.campaignsOfConnection(ctx.db, companyId, connectionId)) {
    await wake(ctx, campaignStep, key, ctx.now())
  }
}
