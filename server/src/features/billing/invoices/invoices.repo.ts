// SQL of invoices. Those of one company by company; the super user's and the clock's go by the invoice itself.
import { and, asc, desc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { invoices } from '#database/tables/billing/invoices.ts'

export type InvoiceRow = typeof invoices.$inferSelect

/** The latest due date first. */
export function latestInvoices(db: Transaction, companyId: number, most: number): Promise<InvoiceRow[]> {
  return db
    .select()
    .from(invoices)
    .where(eq(invoices.companyId, companyId))
    .orderBy(desc(invoices.dueDate), desc(invoices.id))
    .limit(most)
}

export async function insertInvoice(db: Transaction, row: typeof invoices.$inferInsert): Promise<InvoiceRow> {
  const [made] = await db.insert(invoices).values(row).returning()
  if (!made) throw new Error('an invoice was inserted without an answer')
  return made
}

export const findInvoice = async (db: Transaction, id: number): Promise<InvoiceRow | undefined> =>
  (await db.select().from(invoices).where(eq(invoices.id, id)))[0]

/** Locked until the transaction ends; undefined when there is none. */
export const lockInvoice = async (db: Transaction, id: number): Promise<InvoiceRow | undefined> =>
  (await db.select().from(invoices).where(eq(invoices.id, id)).for('no key update'))[0]

/** Periods that are asked for and not given yet. */
function isOpenPeriod(companyId: number) {
  return and(
    eq(invoices.companyId, companyId),
    eq(invoices.status, 'open'),
    isNotNull(invoices.renews),
    isNull(invoices.paidAt)
  )
}

/** Open invoices of periods, those whose period was given by hand as well; locked, the oldest first. */
export function lockOpenPeriods(db: Transaction, companyId: number): Promise<InvoiceRow[]> {
  return db
    .select()
    .from(invoices)
    .where(and(eq(invoices.companyId, companyId), eq(invoices.status, 'open'), isNotNull(invoices.renews)))
    .orderBy(asc(invoices.renews))
    .for('no key update')
}

/** Whether there is an invoice for the period that begins then. */
export const hasPeriod = async (db: Transaction, companyId: number, renews: Date): Promise<boolean> =>
  (await db.$count(invoices, and(eq(invoices.companyId, companyId), eq(invoices.renews, renews)))) > 0

/** Periods that were paid and taken back can be asked for anew: what was paid stays paid. */
export function freePaidPeriods(db: Transaction, companyId: number, from: Date): Promise<unknown> {
  return db
    .update(invoices)
    .set({ renews: null })
    .where(and(eq(invoices.companyId, companyId), eq(invoices.status, 'paid'), gte(invoices.renews, from)))
}

/** The oldest open invoice for a period of the plan, locked until the transaction ends. */
export async function lockOldestPeriod(db: Transaction, companyId: number): Promise<InvoiceRow | undefined> {
  return (
    await db
      .select()
      .from(invoices)
      .where(isOpenPeriod(companyId))
      .orderBy(asc(invoices.dueDate), asc(invoices.id))
      .limit(1)
      .for('no key update')
  )[0]
}

/** Undefined when there is an invoice for the period. */
export const insertPeriod = async (
  db: Transaction,
  row: typeof invoices.$inferInsert
): Promise<InvoiceRow | undefined> => (await db.insert(invoices).values(row).onConflictDoNothing().returning())[0]

/** The row is locked by the caller. */
export async function changeInvoice(
  db: Transaction,
  { companyId, id }: Pick<InvoiceRow, 'companyId' | 'id'>,
  change: Partial<InvoiceRow>
): Promise<InvoiceRow> {
  const [changed] = await db
    .update(invoices)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(invoices.companyId, companyId), eq(invoices.id, id)))
    .returning()
  if (!changed) throw new Error('an invoice that was held has gone')
  return changed
}

/** The row that went; undefined when it was gone. */
export const deleteInvoice = async (db: Transaction, id: number): Promise<InvoiceRow | undefined> =>
  (await db.delete(invoices).where(eq(invoices.id, id)).returning())[0]

/** Open invoices for periods of the plan get another text and price; the one that renews then a share besides. */
export function repriceOpen(
  db: Transaction,
  companyId: number,
  { detail, value }: Pick<InvoiceRow, 'detail' | 'value'>,
  { renews, share }: { renews: Date | null; share: number }
): Promise<InvoiceRow[]> {
  const isNext = renews === null ? sql`false` : eq(invoices.renews, renews)
  return db
    .update(invoices)
    .set({
      detail,
      value: sql`${value}::numeric + case when ${isNext} then ${share}::numeric else 0 end`,
      updatedAt: sql`now()`
    })
    .where(isOpenPeriod(companyId))
    .returning()
}

/**
 * Writes the invoices that are missing for companies that have to pay between two moments. One statement, and one
 * invoice a company and period: whoever comes second finds it there. Months is what each recurrence stands for.
 */
export async function writeMissing(
  db: Transaction,
  { from, until, months, exceptPlan }: { from: Date; until: Date; months: Record<string, number>; exceptPlan: string }
): Promise<number[]> {
  const names = Object.keys(months)
  const counts = Object.values(months)
  const rows = await rawOf(db)<{ id: number }[]>`
    insert into invoices (company_id, detail, value, due_date, renews)
    select c.id, p.name, (p.value + e.value) * coalesce(r.months, 1) + c.extras_share, c.due_date, c.due_date
    from companies c
    left join plan_changes w on w.company_id = c.id
      and w.kind in ('period', 'later')
    join plans p on p.id = coalesce(w.plan_id, c.plan_id)
    cross join lateral (
      select c.extra_users * coalesce(p.user_price, 0) + c.extra_connections * coalesce(p.connection_price, 0) as value
    ) e
    left join unnest(${names}::text[], ${counts}::int[]) r(name, months) on r.name = c.recurrence
    where c.status and p.value + e.value > 0 and lower(p.name) <> lower(${exceptPlan})
      and c.due_date >= ${from.toISOString()}::timestamptz and c.due_date < ${until.toISOString()}::timestamptz
    on conflict (company_id, renews) do nothing
    returning id`
  return rows.map(({ id }) => id)
}

export function invoicesByIds(db: Transaction, ids: number[]): Promise<InvoiceRow[]> {
  return db
    .select()
    .from(invoices)
    .where(sql`${invoices.id} = any(${sql.param(ids)}::bigint[])`)
}
