// SQL of companies.
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { companies } from '#database/tables/companies.ts'
import { eventSequences } from '#database/tables/events.ts'
import { naming } from '#database/violations.ts'

export type CompanyRow = typeof companies.$inferSelect

const taken = [{ constraint: 'companies_name', field: 'name', code: 'ERR_COMPANY_NAME_ALREADY_EXISTS' }] as const

export const findCompany = async (db: Transaction, id: number): Promise<CompanyRow | undefined> =>
  (await db.select().from(companies).where(eq(companies.id, id)))[0]

/** Sets when a company is open; false when there is no such company. */
export const saveHours = async (
  db: Transaction,
  id: number,
  hours: Partial<Pick<CompanyRow, 'schedules' | 'holidays'>>
): Promise<boolean> => {
  const changed = await db
    .update(companies)
    .set({ ...hours, updatedAt: sql`now()` })
    .where(eq(companies.id, id))
    .returning({ id: companies.id })
  return changed.length > 0
}

/** The company and its place in the event order. Errors: AppError for a name that is taken. */
export const insertCompany = async (db: Transaction, row: typeof companies.$inferInsert): Promise<CompanyRow> => {
  const [made] = await naming(taken, db.insert(companies).values(row).returning())
  if (!made) throw new Error('a company was inserted without an answer')
  await db.insert(eventSequences).values({ companyId: made.id })
  return made
}

/** Lets one transaction of all nodes pass at a time. */
export const lockFirstStart = (db: Transaction): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('guiche first start', 0))`)
