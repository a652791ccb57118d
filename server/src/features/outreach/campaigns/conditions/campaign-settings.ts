// The settings of a company's campaigns: rows of key and value, with what counts where nothing was saved.
import {
  campaignDefaults,
  campaignSettings,
  type CampaignSettings
} from '@guiche/shared/features/outreach/campaigns.ts'
import type { z } from 'zod'
import type { Actor } from '#platform/actor.ts'
import { recordChange } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as repo from './campaign-settings.repo.ts'

export async function settingsOf(ctx: Ctx, companyId: number): Promise<CampaignSettings> {
  const rows = await repo.settingRows(ctx.db, companyId)
  const parsed = campaignSettings.safeParse(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
  const saved = parsed.success ? Object.entries(parsed.data).filter(([, value]) => value !== undefined) : []
  return { ...campaignDefaults, ...Object.fromEntries(saved) }
}

/** As legacy clients read them: each value is JSON. */
export const listSettings = async (ctx: Ctx, { companyId }: Actor) =>
  Object.entries(await settingsOf(ctx, companyId)).map(([key, value]) => ({ key, value: JSON.stringify(value) }))

const numbers = [
  'messageInterval',
  'longerIntervalAfter',
  'greaterInterval',
  'firstContactsPerDay',
  'isWarmingUp',
  'sendFrom',
  'sendUntil'
] as const

/** What is left out stays. */
export async function saveSettings(ctx: Ctx, actor: Actor, changes: z.output<typeof campaignSettings>) {
  const rows = Object.entries(changes).filter(([, value]) => value !== undefined)
  const { companyId } = actor
  await inTransaction(ctx, async (tx) => {
    const before = await settingsOf(tx, companyId)
    for (const [key, value] of rows) await repo.saveSetting(tx.db, companyId, key, value)
    const states = { before, after: await settingsOf(tx, companyId) }
    const entry = { companyId, action: 'campaign-settings.changed' } as const
    recordChange(tx, entry, states, { shown: numbers, hidden: ['variables'] })
  })
  return listSettings(ctx, actor)
}
