// What the steps of a campaign stand on: its settings, the company's clocks, whether anything may go out, and how many
// strangers may still be written to today.
import { firstContactBudget } from '@guiche/shared/features/outreach/campaign-budget.ts'
import type { CampaignSettings } from '@guiche/shared/features/outreach/campaigns.ts'
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import { isPlanFlagOn } from '@guiche/shared/kernel/access.ts'
import { connectionById } from '#features/inbox/connections/connections.service.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { planOf } from '#features/org/plans/plans.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { JobAttempt } from '#platform/work/jobs.ts'
import { firstContactsOf } from '../campaign-recipients.repo.ts'
import { settingsOf } from './campaign-settings.ts'
import type { CampaignRow } from '../campaigns.repo.ts'
import { dayOf } from './pace.ts'

export interface SendConditions {
  settings: CampaignSettings
  timeZone: string
  /** Whether the company may send and the connection is up; if not, the campaign waits for the clock. */
  canSend: boolean
}

async function sendConditionsOf(ctx: Ctx, { companyId, connectionId }: CampaignRow): Promise<SendConditions> {
  const [company, settings, plan] = await Promise.all([
    companyById(ctx, companyId),
    settingsOf(ctx, companyId),
    planOf(ctx, companyId)
  ])
  const { isOperating } = companyStanding(company, ctx.now())
  const maySend = isOperating && isPlanFlagOn(plan, 'useCampaigns') && connectionId !== null
  const canSend = maySend && (await connectionById(ctx, companyId, connectionId)).status === 'CONNECTED'
  return { settings, timeZone: company.timeZone, canSend }
}

/** Milliseconds for which they hold: steps without a pause follow one another quickly. */
const cachedFor = 3_000

const known = new WeakMap<JobAttempt, { conditions: SendConditions; until: number }>()

/** The conditions of a run, looked at anew once they are old. */
export async function conditionsOfRun(ctx: Ctx, campaign: CampaignRow, attempt: JobAttempt): Promise<SendConditions> {
  const now = ctx.now().getTime()
  const cached = known.get(attempt)
  if (cached && cached.until >= now) return cached.conditions
  const conditions = await sendConditionsOf(ctx, campaign)
  known.set(attempt, { conditions, until: now + cachedFor })
  return conditions
}

/** First contacts a day, and how many of them are left today; both Infinity without a budget. */
export async function firstContactsLeft(
  ctx: Ctx,
  { companyId, connectionId }: CampaignRow,
  { settings, timeZone }: Pick<SendConditions, 'settings' | 'timeZone'>
): Promise<{ budget: number; left: number }> {
  if (connectionId === null || (settings.firstContactsPerDay === 0 && !settings.isWarmingUp)) {
    return { budget: Infinity, left: Infinity }
  }
  const sender = { companyId, connectionId, day: dayOf(ctx.now(), timeZone) }
  const { today, daysBefore } = await firstContactsOf(ctx.db, sender)
  const budget = firstContactBudget(settings, daysBefore)
  return { budget, left: Math.max(0, budget - today) }
}

/** How many first contacts are left today to a campaign that runs; null without a budget. */
export async function budgetLeft(ctx: Ctx, campaign: CampaignRow): Promise<number | null> {
  if (campaign.status !== 'EM_ANDAMENTO') return null
  const settings = await settingsOf(ctx, campaign.companyId)
  if (settings.firstContactsPerDay === 0 && !settings.isWarmingUp) return null
  const { timeZone } = await companyById(ctx, campaign.companyId)
  const { left } = await firstContactsLeft(ctx, campaign, { settings, timeZone })
  return Number.isFinite(left) ? left : null
}
