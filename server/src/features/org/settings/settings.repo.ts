// SQL of settings.
import { and, eq, sql } from 'drizzle-orm'
import type { Setting } from '@guiche/shared/features/org/settings.ts'
import type { Transaction } from '#database/client.ts'
import { settings } from '#database/tables/org/companies.ts'

/** What a company changed; keys it never changed have no row. */
export const storedSettings = (db: Transaction, companyId: number): Promise<Setting[]> =>
  db.select({ key: settings.key, value: settings.value }).from(settings).where(eq(settings.companyId, companyId))

/** When a company last changed a key; undefined for never. */
export async function changedAt(db: Transaction, companyId: number, key: string): Promise<Date | undefined> {
  const isIt = and(eq(settings.companyId, companyId), eq(settings.key, key))
  return (await db.select({ updatedAt: settings.updatedAt }).from(settings).where(isIt))[0]?.updatedAt
}

/** The same of every company, for the super user's list. */
export const storedSettingsOfAll = (db: Transaction): Promise<(Setting & { companyId: number })[]> =>
  db.select({ companyId: settings.companyId, key: settings.key, value: settings.value }).from(settings)

export function saveSettings(
  db: Transaction,
  companyId: number,
  changed: readonly Setting[],
  updatedAt: Date
): Promise<unknown> {
  return db
    .insert(settings)
    .values(changed.map(({ key, value }) => ({ companyId, key, value, updatedAt })))
    .onConflictDoUpdate({
      target: [settings.companyId, settings.key],
      set: { value: sql`excluded.value`, updatedAt }
    })
}
