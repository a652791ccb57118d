// Whether a company has campaigns at all: asked with every message that arrives there, and mostly it has none.
import type { Ctx } from '#platform/ctx.ts'
import { sharedCache } from '#platform/shared-cache.ts'
import { hasCampaignRows } from '../campaigns.repo.ts'

export const campaignPresence = sharedCache<boolean>({ channel: 'guiche_campaigns', ttl: 60_000 })

const scopeOf = (companyId: number): string => `${companyId}:`

export const hasCampaigns = (ctx: Ctx, companyId: number): Promise<boolean> =>
  campaignPresence.get(ctx, scopeOf(companyId), () => hasCampaignRows(ctx.db, companyId))

/** The company has one from the commit of this transaction on. */
export const noteCampaign = (tx: Ctx, companyId: number): Promise<void> =>
  campaignPresence.forget(tx, scopeOf(companyId))
