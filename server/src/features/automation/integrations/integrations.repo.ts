// SQL of the integrations of queues.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { IntegrationBrief } from '@guiche/shared/features/automation/integrations.ts'
import type { Transaction } from '#database/client.ts'
import { queueIntegrations } from '#database/tables/automation.ts'

const named = (companyId: number, search: string) =>
  and(
    eq(queueIntegrations.companyId, companyId),
    search === '' ? undefined : sql`strpos(lower(${queueIntegrations.name}), lower(${search}::text)) > 0`
  )

/** By name; an empty search finds all. */
export const pageOfIntegrations = (
  db: Transaction,
  companyId: number,
  search: string,
  { offset, limit }: { offset: number; limit: number }
): Promise<IntegrationBrief[]> =>
  db
    .select({ id: queueIntegrations.id, type: queueIntegrations.type, name: queueIntegrations.name })
    .from(queueIntegrations)
    .where(named(companyId, search))
    .orderBy(asc(sql`lower(${queueIntegrations.name})`), asc(queueIntegrations.id))
    .limit(limit)
    .offset(offset)

export const countIntegrations = (db: Transaction, companyId: number, search: string): Promise<number> =>
  db.$count(queueIntegrations, named(companyId, search))
