// SQL of who pays for a company.
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { payers } from '#database/tables/billing/payments.ts'

export function savePayer(db: Transaction, companyId: number, details: unknown): Promise<unknown> {
  return db
    .insert(payers)
    .values({ companyId, details })
    .onConflictDoUpdate({ target: payers.companyId, set: { details, updatedAt: sql`now()` } })
}

export const findPayer = async (db: Transaction, companyId: number): Promise<unknown> =>
  (await db.select({ details: payers.details }).from(payers).where(eq(payers.companyId, companyId)))[0]?.details
