// Campaigns that were over long ago keep their figures without the people.
import { addCount, type Expiry, type ExpiryPreview } from '#features/org/retention/retention.events.ts'
import type { Ctx } from '#platform/ctx.ts'
import { campaignNews } from '../campaigns.jobs.ts'
import * as repo from './expire-recipients.repo.ts'

/** A step of `recordsExpire`. */
export async function expireRecipients(
  tx: Ctx,
  companyId: number,
  { key, before, limit, taken }: Expiry
): Promise<void> {
  if (key !== 'messageMonths') return
  const gone = await repo.emptyExpiredRecipients(tx.db, companyId, before, limit)
  addCount(taken, 'recipients', gone.length)
  for (const campaignId of new Set(gone)) await tx.jobs.add(tx, campaignNews, { companyId, campaignId })
}

/** A step of `expiryCounted`. */
export async function countExpiredRecipients(
  tx: Ctx,
  companyId: number,
  { key, before, counts }: ExpiryPreview
): Promise<void> {
  if (key === 'messageMonths') {
    addCount(counts, 'recipients', await repo.countExpiredRecipients(tx.db, companyId, before))
  }
}
