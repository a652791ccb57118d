// What a company uses of what its plan limits.
import type { Quotas } from '@guiche/shared/features/org/quotas.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import type { Ctx } from '#platform/ctx.ts'
import { quotaFacts } from './quotas.repo.ts'

/** Errors: ERR_NO_COMPANY_FOUND. */
export async function quotasOf(ctx: Ctx, companyId: number): Promise<Quotas> {
  const facts = await quotaFacts(ctx.db, companyId, ctx.now())
  if (!facts) throw new AppError('ERR_NO_COMPANY_FOUND')
  return {
    messages: { used: facts.sent, limit: facts.mostMessages },
    storage: { used: facts.bytes, limit: facts.mostBytes },
    campaigns: { used: facts.campaigns, limit: facts.mostCampaigns },
    users: { used: facts.users, limit: facts.mostUsers },
    connections: { used: facts.connections, limit: facts.mostConnections },
    received: facts.received,
    renewsAt: new Date(facts.renewsAt).toISOString()
  }
}
