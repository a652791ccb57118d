// What becomes of the messages of campaigns once they were handed over; a refusal of the account stops the campaign.
import { inTransaction } from '#platform/events/transaction.ts'
import type { Ctx } from '#platform/ctx.ts'
import { defineLocalWorker } from '#platform/work/define-local-worker.ts'
import { takeOutcomes, takeReadings, unheardRecipients } from './campaign-messages.repo.ts'
import { publishCampaign } from '../plan/campaign-rows.ts'
import { changeCampaign, lockCampaign, lockCampaignsOf, type CampaignKey } from '../campaigns.repo.ts'

/** Messages to these recipients were sent or refused: the report shows it. */
export function followMessages(ctx: Ctx, companyId: number, recipientIds: number[]): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    // Locked while their figures are read: what somebody else says of them is said before or after, never in between.
    const locked = await lockCampaignsOf(tx.db, companyId, recipientIds)
    if (locked.length === 0) return
    const outcomes = Map.groupBy(await takeOutcomes(tx.db, companyId, recipientIds), ({ campaignId }) => campaignId)
    const readings = await takeReadings(tx.db, companyId, recipientIds)
    for (const { id: campaignId, status } of locked) {
      const found = outcomes.get(campaignId)
      if (found === undefined && !readings.includes(campaignId)) continue
      if (found?.some(({ failure }) => failure === 'reach-out-locked')) {
        // Replies to known chats go on; strangers are left alone until a person says otherwise. One that is over by then
        // says why many of its messages did not arrive.
        await changeCampaign(tx.db, companyId, campaignId, {
          status: status === 'EM_ANDAMENTO' ? 'CANCELADA' : status,
          stopReason: 'refused-by-whatsapp'
        })
      }
      await publishCampaign(tx, companyId, campaignId)
    }
  })
}

/** Something of a campaign changed in a transaction that could not hold it. */
export function publishProgress(ctx: Ctx, { companyId, campaignId }: CampaignKey): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if (await lockCampaign(tx.db, companyId, campaignId)) await publishCampaign(tx, companyId, campaignId)
  })
}

/** The same as `followMessages`, one after the other: what comes while others are being taken over is next, all together. */
export function followTogether() {
  const waiting = new Map<number, number[]>()
  const worker = defineLocalWorker({
    name: 'campaigns.outcomes',
    nameOf: ({ companyId }: { companyId: number }) => String(companyId),
    claim: async (_ctx, { companyId }) => {
      const recipientIds = waiting.get(companyId) ?? []
      waiting.delete(companyId)
      return recipientIds.length === 0 ? [] : [{ companyId, recipientIds }]
    },
    process: (ctx, { companyId, recipientIds }) => followMessages(ctx, companyId, recipientIds)
  })
  return async (ctx: Ctx, companyId: number, recipientId: number): Promise<void> => {
    waiting.set(companyId, [...(waiting.get(companyId) ?? []), recipientId])
    await worker.wake(ctx, { companyId })
  }
}

/** Days back to which messages may still be on their way. */
const patience = 14

/** What was not heard of, because the server ended between the outcome and the word of it. */
export async function catchUpMessages(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now().getTime() - patience * 24 * 3_600_000)
  for (const { companyId, recipientIds } of await unheardRecipients(ctx.db, since)) {
    await followMessages(ctx, companyId, recipientIds)
  }
}
