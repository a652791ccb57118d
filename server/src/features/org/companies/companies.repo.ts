// SQL of companies.
import { and, asc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { companies, plans } from '#database/tables/org/companies.ts'
import { connections } from '#database/tables/inbox/connections.ts'
import { eventSequences } from '#database/tables/events.ts'
import { chats } from '#database/tables/team/internal-chat.ts'
import { schedules } from '#database/tables/outreach/schedules.ts'
import { searchWords, ticketWords } from '#database/tables/inbox/search-words.ts'
import { tickets } from '#database/tables/inbox/tickets.ts'
import { users } from '#database/tables/org/users.ts'
import { naming } from '#database/violations.ts'

export type CompanyRow = typeof companies.$inferSelect

const taken = [{ constraint: 'companies_name', field: 'name', code: 'ERR_COMPANY_NAME_ALREADY_EXISTS' }] as const

export const findCompany = async (db: Transaction, id: number): Promise<CompanyRow | undefined> =>
  (await db.select().from(companies).where(eq(companies.id, id)))[0]

/** Sets when a company is open; false when there is no such company. */
export async function saveHours(
  db: Transaction,
  id: number,
  hours: Partial<Pick<CompanyRow, 'schedules' | 'holidays' | 'timeZone'>>
): Promise<boolean> {
  const changed = await db
    .update(companies)
    .set({ ...hours, updatedAt: sql`now()` })
    .where(eq(companies.id, id))
    .returning({ id: companies.id })
  return changed.length > 0
}

/** The company and its place in the event order. Errors: AppError for a name that is taken. */
export async function insertCompany(db: Transaction, row: typeof companies.$inferInsert): Promise<CompanyRow> {
  const [made] = await naming(taken, db.insert(companies).values(row).returning())
  if (!made) throw new Error('a company was inserted without an answer')
  await db.insert(eventSequences).values({ companyId: made.id })
  return made
}

/** In any case of letters. */
export async function isNameTaken(db: Transaction, name: string): Promise<boolean> {
  const isIt = eq(sql`lower(${companies.name})`, sql`lower(${name})`)
  return (await db.select({ id: companies.id }).from(companies).where(isIt).limit(1)).length > 0
}

/** Lets one transaction of all nodes pass at a time. */
export const lockFirstStart = (db: Transaction): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('guiche first start', 0))`)

function withPlan(db: Transaction) {
  const { createdAt: _made, updatedAt: _changed, ...plan } = getTableColumns(plans)
  return db
    .select({ company: getTableColumns(companies), plan })
    .from(companies)
    .leftJoin(plans, eq(plans.id, companies.planId))
}

export type CompanyWithPlan = Awaited<ReturnType<typeof companiesByName>>[number]

/** Every company with its plan. */
export const companiesByName = (db: Transaction) => withPlan(db).orderBy(asc(sql`lower(${companies.name})`))

export const findCompanyWithPlan = async (db: Transaction, id: number): Promise<CompanyWithPlan | undefined> =>
  (await withPlan(db).where(eq(companies.id, id)))[0]

/** True while a node runs a session of the company. */
export const hasSessions = async (db: Transaction, id: number): Promise<boolean> =>
  (await db.$count(connections, and(eq(connections.companyId, id), isNotNull(connections.leaseOwner)))) > 0

/** Held until the transaction ends. */
export const lockCompanyRow = async (db: Transaction, id: number): Promise<CompanyRow | undefined> =>
  (await db.select().from(companies).where(eq(companies.id, id)).for('update'))[0]

/** Errors: AppError for a name that is taken. */
export function changeCompany(db: Transaction, id: number, change: Partial<CompanyRow>): Promise<unknown> {
  return naming(
    taken,
    db
      .update(companies)
      .set({ ...change, updatedAt: sql`now()` })
      .where(eq(companies.id, id))
  )
}

/**
 * Removes a company with all its rows. What refers to people, queues and connections without going with them goes
 * before: PostgreSQL removes the tables of a company one after the other, and asks at the end of each.
 */
export async function deleteCompany(db: Transaction, id: number): Promise<void> {
  for (const table of [schedules, ticketWords, searchWords]) await db.delete(table).where(eq(table.companyId, id))
  await db.delete(tickets).where(eq(tickets.companyId, id))
  await db.delete(chats).where(eq(chats.companyId, id))
  await db.delete(connections).where(eq(connections.companyId, id))
  await db.delete(companies).where(eq(companies.id, id))
}

/** Those who lose their place when a company closes; super users keep theirs. */
export const userIdsOf = async (db: Transaction, companyId: number): Promise<number[]> =>
  (await db.select({ id: users.id }).from(users).where(eq(users.companyId, companyId))).map(({ id }) => id)
