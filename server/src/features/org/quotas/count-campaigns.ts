// Counts campaigns of the month, each once, in the transaction that starts or schedules it.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addCampaign, quotaFacts } from './quotas.repo.ts'

/**
 * When it was counted: now, unless it was before. Errors: ERR_PLAN_LIMIT_CAMPAIGNS with limit and used, when the plan allows
 * no further one this month.
 */
export async function countCampaign(
  tx: Ctx,
  { companyId, countedAt }: { companyId: number; countedAt: Date | null }
): Promise<Date> {
  if (countedAt !== null) return countedAt
  if (await addCampaign(tx.db, { companyId, now: tx.now() })) return tx.now()
  const facts = await quotaFacts(tx.db, companyId, tx.now())
  const values = { limit: facts?.mostCampaigns ?? 0, used: facts?.campaigns ?? 0 }
  throw new AppError('ERR_PLAN_LIMIT_CAMPAIGNS', { values })
}
