// Counts campaigns of the month, each once, in the transaction that starts or schedules it.
import type { Ctx } from '#platform/ctx.ts'
import { addCampaign } from './quotas.repo.ts'

/** When it was counted: now, unless it was before. */
export async function countCampaign(
  tx: Ctx,
  { companyId, countedAt }: { companyId: number; countedAt: Date | null }
): Promise<Date> {
  if (countedAt !== null) return countedAt
  await addCampaign(tx.db, { companyId, now: tx.now() })
  return tx.now()
}
