// Takes the people of a campaign in, and leaves out at once who wants to hear of none: counts are right before it begins.
import type { Ctx } from '#platform/ctx.ts'
import { leaveOut, waitingAfter } from '../campaign-recipients.repo.ts'
import { insertRecipients, type CampaignRow } from '../campaigns.repo.ts'
import { optedOutAmong } from '../opt-out/opt-outs.ts'
import { someErasedOptedOut } from '../opt-out/opt-outs.repo.ts'

/** People whose numbers are compared at once. */
const batchSize = 2_000

/** Of who was erased only a keyed hash is left, which the statement that takes people in cannot compare. */
async function leaveOutErased(tx: Ctx, companyId: number, campaignId: number): Promise<void> {
  if (!(await someErasedOptedOut(tx.db, companyId))) return
  let batch: Awaited<ReturnType<typeof waitingAfter>> = []
  do {
    batch = await waitingAfter(tx.db, { companyId, campaignId }, batch.at(-1)?.id ?? 0, batchSize)
    const unwilling = await optedOutAmong(tx, companyId, batch)
    const ids = unwilling.map(({ id }) => id)
    if (ids.length > 0) await leaveOut(tx.db, companyId, ids, 'opted-out')
  } while (batch.length === batchSize)
}

/** The campaign is locked by the caller. */
export async function fillRecipients(
  tx: Ctx,
  campaign: Pick<CampaignRow, 'companyId' | 'id' | 'contactListId' | 'tagId'>
): Promise<void> {
  await insertRecipients(tx.db, campaign)
  await leaveOutErased(tx, campaign.companyId, campaign.id)
}
