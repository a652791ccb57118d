// SQL of campaign settings; every statement is scoped by company.
import { eq } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { campaignSettings } from '#database/tables/outreach/campaigns.ts'

export function settingRows(db: Transaction, companyId: number): Promise<{ key: string; value: unknown }[]> {
  return db
    .select({ key: campaignSettings.key, value: campaignSettings.value })
    .from(campaignSettings)
    .where(eq(campaignSettings.companyId, companyId))
}

export function saveSetting(db: Transaction, companyId: number, key: string, value: unknown): Promise<unknown> {
  return db
    .insert(campaignSettings)
    .values({ companyId, key, value })
    .onConflictDoUpdate({ target: [campaignSettings.companyId, campaignSettings.key], set: { value } })
}
