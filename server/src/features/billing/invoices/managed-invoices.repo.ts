// SQL of the invoices of all companies together, for super users.
import { and, desc, eq, getTableColumns, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { InvoiceState, InvoiceSums } from '@guiche/shared/features/billing/managed-invoices.ts'
import type { Transaction } from '#database/client.ts'
import { companies, plans } from '#database/tables/org/companies.ts'
import { invoices, planChanges } from '#database/tables/billing/invoices.ts'
import type { InvoiceRow } from './invoices.repo.ts'

export interface InvoiceFilter {
  search: string
  companyId: number | undefined
  state: InvoiceState | undefined
  from: Date | undefined
  until: Date | undefined
  /** When the present day of the calendar of due dates began. */
  today: Date
}

export interface ManagedRow {
  invoice: InvoiceRow
  companyName: string
  awaitedPlan: string | null
}

function isIn(state: InvoiceState, today: Date): SQL | undefined {
  const { status, dueDate } = invoices
  if (state === 'paid') return eq(status, 'paid')
  return state === 'open' ? eq(status, 'open') : and(eq(status, 'open'), lt(dueDate, today))
}

function contains(text: SQL, search: string): SQL {
  return sql`strpos(lower(${text}), lower(${search}::text)) > 0`
}

/** Everything but the state. */
function matching({ search, companyId, from, until }: InvoiceFilter): SQL | undefined {
  return and(
    companyId === undefined ? undefined : eq(invoices.companyId, companyId),
    from === undefined ? undefined : gte(invoices.dueDate, from),
    until === undefined ? undefined : lt(invoices.dueDate, until),
    search === '' ? undefined : contains(sql`${invoices.detail} || ' ' || ${companies.name}`, search)
  )
}

function selectManaged(db: Transaction) {
  return db
    .select({ invoice: getTableColumns(invoices), companyName: companies.name, awaitedPlan: plans.name })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .leftJoin(planChanges, and(eq(planChanges.companyId, invoices.companyId), eq(planChanges.invoiceId, invoices.id)))
    .leftJoin(plans, eq(plans.id, planChanges.planId))
}

/** The latest due date first. */
export function pageOfManaged(
  db: Transaction,
  filter: InvoiceFilter,
  { offset, limit }: { offset: number; limit: number }
): Promise<ManagedRow[]> {
  return selectManaged(db)
    .where(and(matching(filter), filter.state && isIn(filter.state, filter.today)))
    .orderBy(desc(invoices.dueDate), desc(invoices.id))
    .offset(offset)
    .limit(limit)
}

export async function findManaged(db: Transaction, id: number): Promise<ManagedRow | undefined> {
  return (await selectManaged(db).where(eq(invoices.id, id)))[0]
}

/** Of each state among what the filter finds, whichever state it asks for. */
export async function sumManaged(db: Transaction, filter: InvoiceFilter): Promise<InvoiceSums> {
  const countOf = (state: InvoiceState) => sql<number>`(count(*) filter (where ${isIn(state, filter.today)}))::int`
  const valueOf = (state: InvoiceState) =>
    sql<number>`coalesce(sum(${invoices.value}) filter (where ${isIn(state, filter.today)}), 0)`.mapWith(Number)
  const sumOf = (state: InvoiceState) => ({ count: countOf(state), value: valueOf(state) })
  const [row] = await db
    .select({ open: sumOf('open'), overdue: sumOf('overdue'), paid: sumOf('paid') })
    .from(invoices)
    .innerJoin(companies, eq(companies.id, invoices.companyId))
    .where(matching(filter))
  if (!row) throw new Error('sums were asked for and there is no line')
  return row
}
