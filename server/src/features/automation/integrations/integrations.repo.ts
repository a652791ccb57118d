// SQL of the integrations of queues; every statement is scoped by company.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { queueIntegrations } from '#database/tables/automation/automation.ts'

export type IntegrationRow = typeof queueIntegrations.$inferSelect

function named(companyId: number, search: string) {
  return and(
    eq(queueIntegrations.companyId, companyId),
    search === '' ? undefined : sql`strpos(lower(${queueIntegrations.name}), lower(${search}::text)) > 0`
  )
}

const isIntegration = (companyId: number, id: number) =>
  and(eq(queueIntegrations.companyId, companyId), eq(queueIntegrations.id, id))

/** By name; an empty search finds all. */
export function pageOfIntegrations(
  db: Transaction,
  companyId: number,
  search: string,
  { offset, limit }: { offset: number; limit: number }
): Promise<IntegrationRow[]> {
  return db
    .select()
    .from(queueIntegrations)
    .where(named(companyId, search))
    .orderBy(asc(sql`lower(${queueIntegrations.name})`), asc(queueIntegrations.id))
    .limit(limit)
    .offset(offset)
}

export const countIntegrations = (db: Transaction, companyId: number, search: string): Promise<number> =>
  db.$count(queueIntegrations, named(companyId, search))

export const findIntegration = async (
  db: Transaction,
  companyId: number,
  id: number
): Promise<IntegrationRow | undefined> =>
  (await db.select().from(queueIntegrations).where(isIntegration(companyId, id)))[0]

/** Held until the transaction ends. */
export async function lockIntegration(
  db: Transaction,
  companyId: number,
  id: number
): Promise<IntegrationRow | undefined> {
  return (await db.select().from(queueIntegrations).where(isIntegration(companyId, id)).for('update'))[0]
}

export const insertIntegration = async (
  db: Transaction,
  row: typeof queueIntegrations.$inferInsert
): Promise<IntegrationRow | undefined> => (await db.insert(queueIntegrations).values(row).returning())[0]

/** Undefined when there is none. */
export const changeIntegration = async (
  db: Transaction,
  companyId: number,
  id: number,
  change: Partial<IntegrationRow>
): Promise<IntegrationRow | undefined> =>
  (await db.update(queueIntegrations).set(change).where(isIntegration(companyId, id)).returning())[0]

/** Undefined when there was none. */
export const deleteIntegrationRow = async (
  db: Transaction,
  companyId: number,
  id: number
): Promise<IntegrationRow | undefined> =>
  (await db.delete(queueIntegrations).where(isIntegration(companyId, id)).returning())[0]
