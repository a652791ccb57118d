// SQL of periods after which records go.
import { and, eq, inArray, ne } from 'drizzle-orm'
import { retentionKeys, type RetentionKey } from '@guiche/shared/features/org/retention.ts'
import type { Transaction } from '#database/client.ts'
import { companies, settings } from '#database/tables/org/companies.ts'

export interface CompanyPeriod {
  companyId: number
  timeZone: string
  key: RetentionKey
  months: number
  /** When the company chose it. */
  since: Date
}

/** The periods of every company, or of one; without those that never end. */
export async function periodsOf(db: Transaction, companyId?: number): Promise<CompanyPeriod[]> {
  const rows = await db
    .select({
      companyId: settings.companyId,
      timeZone: companies.timeZone,
      key: settings.key,
      value: settings.value,
      since: settings.updatedAt
    })
    .from(settings)
    .innerJoin(companies, eq(companies.id, settings.companyId))
    .where(
      and(
        inArray(settings.key, [...retentionKeys]),
        ne(settings.value, '0'),
        companyId === undefined ? undefined : eq(settings.companyId, companyId)
      )
    )
    .orderBy(settings.companyId, settings.key)
  return rows.map(({ value, ...row }) => ({ ...row, key: row.key as RetentionKey, months: Number(value) }))
}
