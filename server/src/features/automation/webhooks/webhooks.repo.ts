// SQL of webhooks; every statement is scoped by company, but those of the clock.
import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Transaction } from '#database/client.ts'
import { isOpenCompany } from '#database/company-standing.repo.ts'
import { companies, plans } from '#database/tables/org/companies.ts'
import { eventSequences } from '#database/tables/events.ts'
import { webhooks } from '#database/tables/automation/webhooks.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type WebhookKey = Pick<WebhookRow, 'companyId' | 'id'>

const isWebhook = (companyId: number, id: number) => and(eq(webhooks.companyId, companyId), eq(webhooks.id, id))

export const webhooksOf = (db: Transaction, companyId: number): Promise<WebhookRow[]> =>
  db.select().from(webhooks).where(eq(webhooks.companyId, companyId)).orderBy(asc(webhooks.id))

/** True when a webhook of the company takes events up. */
export async function isListening(db: Transaction, companyId: number): Promise<boolean> {
  return (
    (await db.$count(
      webhooks,
      and(eq(webhooks.companyId, companyId), eq(webhooks.active, true), isNull(webhooks.pausedAt))
    )) > 0
  )
}

export const countWebhooks = (db: Transaction, companyId: number): Promise<number> =>
  db.$count(webhooks, eq(webhooks.companyId, companyId))

export const findWebhook = async (db: Transaction, companyId: number, id: number): Promise<WebhookRow | undefined> =>
  (await db.select().from(webhooks).where(isWebhook(companyId, id)))[0]

/** The same, locked until the transaction ends. */
export const lockWebhook = async (db: Transaction, companyId: number, id: number): Promise<WebhookRow | undefined> =>
  (await db.select().from(webhooks).where(isWebhook(companyId, id)).for('no key update'))[0]

/** All of a company's, locked until the transaction ends. */
export function lockWebhooks(db: Transaction, companyId: number): Promise<unknown> {
  return db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(eq(webhooks.companyId, companyId))
    .orderBy(asc(webhooks.id))
    .for('no key update')
}

export async function insertWebhook(db: Transaction, row: typeof webhooks.$inferInsert): Promise<WebhookRow> {
  const [made] = await db.insert(webhooks).values(row).returning()
  if (!made) throw new Error('a webhook was inserted without an answer')
  return made
}

/** The row is locked by the caller. */
export async function changeWebhook(
  db: Transaction,
  { companyId, id }: WebhookKey,
  change: PgUpdateSetSource<typeof webhooks>
): Promise<WebhookRow> {
  const [changed] = await db.update(webhooks).set(change).where(isWebhook(companyId, id)).returning()
  if (!changed) throw new Error('a webhook that was locked has gone')
  return changed
}

export const deleteWebhookRow = (db: Transaction, companyId: number, id: number): Promise<unknown> =>
  db.delete(webhooks).where(isWebhook(companyId, id))

/** Webhooks with events before them, of one company or of all; those of companies that may not use them are left out. */
export function behindWebhooks(db: Transaction, companyId?: number): Promise<WebhookKey[]> {
  return db
    .select({ companyId: webhooks.companyId, id: webhooks.id })
    .from(webhooks)
    .innerJoin(eventSequences, eq(eventSequences.companyId, webhooks.companyId))
    .innerJoin(companies, and(eq(companies.id, webhooks.companyId), isOpenCompany()))
    .leftJoin(plans, eq(plans.id, companies.planId))
    .where(
      and(
        companyId === undefined ? undefined : eq(webhooks.companyId, companyId),
        eq(webhooks.active, true),
        isNull(webhooks.pausedAt),
        lt(webhooks.cursor, eventSequences.seq),
        sql`${plans.useExternalApi} is not false`
      )
    )
}
