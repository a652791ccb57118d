// SQL of what is or was to be delivered; every statement is scoped by company, but those of the clock.
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { isOpenCompany } from '#database/company-standing.repo.ts'
import { companies, plans } from '#database/tables/org/companies.ts'
import { webhookDeliveries as deliveries, webhooks } from '#database/tables/automation/webhooks.ts'

export type DeliveryRow = typeof deliveries.$inferSelect
type State = DeliveryRow['state']

const ofWebhook = (companyId: number, webhookId: number) =>
  and(eq(deliveries.companyId, companyId), eq(deliveries.webhookId, webhookId))
const isDelivery = (companyId: number, id: string) => and(eq(deliveries.companyId, companyId), eq(deliveries.id, id))

/** One that is there already stays as it is. */
export const insertDeliveries = (db: Transaction, rows: (typeof deliveries.$inferInsert)[]): Promise<DeliveryRow[]> =>
  db.insert(deliveries).values(rows).onConflictDoNothing().returning()

export async function findDelivery(
  db: Transaction,
  companyId: number,
  webhookId: number,
  id: string
): Promise<DeliveryRow | undefined> {
  return (
    await db
      .select()
      .from(deliveries)
      .where(and(ofWebhook(companyId, webhookId), eq(deliveries.id, id)))
  )[0]
}

/** Newest first. */
export function pageOfDeliveries(
  db: Transaction,
  companyId: number,
  webhookId: number,
  { state, before, limit }: { state: State | undefined; before: string | undefined; limit: number }
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(deliveries)
    .where(
      and(
        ofWebhook(companyId, webhookId),
        state === undefined ? undefined : eq(deliveries.state, state),
        before === undefined ? undefined : lt(deliveries.id, before)
      )
    )
    .orderBy(desc(deliveries.id))
    .limit(limit)
}

/** What is due at a webhook, oldest first; until `until` nobody else takes it. */
export async function claimDeliveries(
  db: Transaction,
  companyId: number,
  webhookId: number,
  { now, until, limit }: { now: Date; until: Date; limit: number }
): Promise<DeliveryRow[]> {
  const due = db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(ofWebhook(companyId, webhookId), eq(deliveries.state, 'waiting'), lte(deliveries.nextAt, now)))
    .orderBy(asc(deliveries.nextAt), asc(deliveries.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await db
    .update(deliveries)
    .set({ nextAt: until })
    .where(and(eq(deliveries.companyId, companyId), inArray(deliveries.id, due)))
    .returning()
  return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export const changeDelivery = async (
  db: Transaction,
  { companyId, id }: Pick<DeliveryRow, 'companyId' | 'id'>,
  change: Partial<DeliveryRow>
): Promise<DeliveryRow | undefined> =>
  (await db.update(deliveries).set(change).where(isDelivery(companyId, id)).returning())[0]

/** What was given up since a moment, and what waits for its next try, is due at once. */
export async function renewDeliveries(
  db: Transaction,
  companyId: number,
  webhookId: number,
  { since, now }: { since: Date; now: Date }
): Promise<void> {
  await rawOf(db)`
    update webhook_deliveries set state = 'waiting', attempts = 0, next_at = ${now.toISOString()}::timestamptz
    where company_id = ${companyId} and webhook_id = ${webhookId}
      and (state = 'waiting' or (state = 'failed' and last_at >= ${since.toISOString()}::timestamptz))`
}

export interface WebhookRef {
  companyId: number
  webhookId: number
}

/** Webhooks with something due; those that are switched off, paused or of companies that may not use them rest. */
export function dueWebhooks(db: Transaction, now: Date, place?: WebhookRef): Promise<WebhookRef[]> {
  return db
    .selectDistinct({ companyId: deliveries.companyId, webhookId: deliveries.webhookId })
    .from(deliveries)
    .innerJoin(
      webhooks,
      and(
        eq(webhooks.companyId, deliveries.companyId),
        eq(webhooks.id, deliveries.webhookId),
        eq(webhooks.active, true),
        isNull(webhooks.pausedAt)
      )
    )
    .innerJoin(companies, and(eq(companies.id, deliveries.companyId), isOpenCompany()))
    .leftJoin(plans, eq(plans.id, companies.planId))
    .where(
      and(
        place && ofWebhook(place.companyId, place.webhookId),
        eq(deliveries.state, 'waiting'),
        lte(deliveries.nextAt, now),
        sql`${plans.useExternalApi} is not false`
      )
    )
}

export async function deleteDeliveries(db: Transaction, state: State, before: Date): Promise<void> {
  await db.delete(deliveries).where(and(eq(deliveries.state, state), lt(deliveries.createdAt, before)))
}

/** Deliveries after an id whose bodies fit one of the patterns, in order. */
export async function deliveriesLike(
  db: Transaction,
  companyId: number,
  { patterns, after, limit }: { patterns: string[]; after: string; limit: number }
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.companyId, companyId),
        gt(deliveries.id, after),
        sql`${deliveries.body} like any(${sql.param(patterns)}::text[])`
      )
    )
    .orderBy(deliveries.id)
    .limit(limit)
}

/** Deliveries whose bodies fit one of the patterns: those that wait are not made any more. */
export async function eraseDeliveries(db: Transaction, companyId: number, patterns: string[]): Promise<void> {
  await rawOf(db)`
    delete from webhook_deliveries where company_id = ${companyId}
      and (body like any(${patterns}::text[]) or last_answer like any(${patterns}::text[]))`
}
