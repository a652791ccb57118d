// SQL of plan changes that wait. Those of one company by company; the clock asks for all that are due.
import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { planChanges } from '#database/tables/billing/invoices.ts'

export type PlanChangeRow = typeof planChanges.$inferSelect

export const findPlanChange = async (db: Transaction, companyId: number): Promise<PlanChangeRow | undefined> =>
  (await db.select().from(planChanges).where(eq(planChanges.companyId, companyId)))[0]

/** The company is locked by the caller, and with it its change. */
export async function insertPlanChange(db: Transaction, row: Omit<PlanChangeRow, 'createdAt'>): Promise<PlanChangeRow> {
  const [made] = await db.insert(planChanges).values(row).returning()
  if (!made) throw new Error('a plan change was inserted without an answer')
  return made
}

/** When it takes effect, or lapses. */
export const movePlanChange = (db: Transaction, companyId: number, takesEffectAt: Date): Promise<unknown> =>
  db.update(planChanges).set({ takesEffectAt }).where(eq(planChanges.companyId, companyId))

/** One that begins later is paid for from now on, if it was not before. */
export function markChangePaid(db: Transaction, companyId: number, paidAt: Date): Promise<unknown> {
  return db
    .update(planChanges)
    .set({ paidAt })
    .where(and(eq(planChanges.companyId, companyId), eq(planChanges.kind, 'later'), isNull(planChanges.paidAt)))
}

export const deletePlanChange = (db: Transaction, companyId: number): Promise<unknown> =>
  db.delete(planChanges).where(eq(planChanges.companyId, companyId))

/** Companies whose change begins or lapses by the clock. */
export async function duePlanChanges(db: Transaction, now: Date): Promise<number[]> {
  return (
    await db
      .select({ companyId: planChanges.companyId })
      .from(planChanges)
      .where(lte(planChanges.takesEffectAt, now))
      .orderBy(planChanges.takesEffectAt)
  ).map(({ companyId }) => companyId)
}
