// SQL of charges, of the money that came in, and of who pays.
import { and, asc, desc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { charges, paymentReceipts } from '#database/tables/billing/payments.ts'

export type ChargeRow = typeof charges.$inferSelect
export type ReceiptRow = typeof paymentReceipts.$inferSelect

export async function insertCharge(db: Transaction, row: typeof charges.$inferInsert): Promise<ChargeRow> {
  const [made] = await db.insert(charges).values(row).returning()
  if (!made) throw new Error('a charge was inserted without an answer')
  return made
}

/** A charge for the very same thing that can be paid for a while longer. */
export async function findLikeCharge(
  db: Transaction,
  like: Pick<ChargeRow, 'companyId' | 'invoiceId' | 'provider' | 'method' | 'value' | 'months'> & {
    planId: number | null
  },
  until: Date
): Promise<ChargeRow | undefined> {
  return (
    await db
      .select()
      .from(charges)
      .where(
        and(
          eq(charges.companyId, like.companyId),
          eq(charges.invoiceId, like.invoiceId),
          eq(charges.provider, like.provider),
          eq(charges.method, like.method),
          eq(charges.value, like.value),
          eq(charges.months, like.months),
          like.planId === null ? isNull(charges.planId) : eq(charges.planId, like.planId),
          isNull(charges.paidAt),
          isNotNull(charges.code),
          gt(charges.expiresAt, until)
        )
      )
      .orderBy(desc(charges.id))
      .limit(1)
  )[0]
}

export function saveCode(db: Transaction, { companyId, id }: ChargeRow, code: string): Promise<unknown> {
  return db
    .update(charges)
    .set({ code })
    .where(and(eq(charges.companyId, companyId), eq(charges.id, id)))
}

export const findCharge = async (db: Transaction, reference: string): Promise<ChargeRow | undefined> =>
  (await db.select().from(charges).where(eq(charges.reference, reference)).limit(1))[0]

/** Held until the transaction ends. */
export async function lockCharge(
  db: Transaction,
  { provider, reference }: Pick<ChargeRow, 'provider' | 'reference'>
): Promise<ChargeRow | undefined> {
  return (
    await db
      .select()
      .from(charges)
      .where(and(eq(charges.reference, reference), eq(charges.provider, provider)))
      .limit(1)
      .for('update')
  )[0]
}

export function markPaid(db: Transaction, { companyId, id }: ChargeRow, paidAt: Date): Promise<unknown> {
  return db
    .update(charges)
    .set({ paidAt })
    .where(and(eq(charges.companyId, companyId), eq(charges.id, id)))
}

/** Charges by Efí that nobody has told of yet, those that end first at the front. */
export function waitingCharges(db: Transaction, endAfter: Date, most: number): Promise<ChargeRow[]> {
  return db
    .select()
    .from(charges)
    .where(and(eq(charges.provider, 'efi'), isNull(charges.paidAt), gt(charges.expiresAt, endAfter)))
    .orderBy(asc(charges.expiresAt))
    .limit(most)
}

/** Undefined when the payment is known. */
export const insertReceipt = async (
  db: Transaction,
  row: typeof paymentReceipts.$inferInsert
): Promise<ReceiptRow | undefined> =>
  (await db.insert(paymentReceipts).values(row).onConflictDoNothing().returning())[0]

export const concludeReceipt = (
  db: Transaction,
  id: number,
  change: Pick<ReceiptRow, 'companyId' | 'invoiceId' | 'outcome'>
): Promise<unknown> => db.update(paymentReceipts).set(change).where(eq(paymentReceipts.id, id))

/** False for one that paid an invoice, was settled before, or does not exist. */
export async function settleReceipt(
  db: Transaction,
  id: number,
  change: { settledAt: Date; settledByName: string }
): Promise<ReceiptRow | undefined> {
  return (
    await db
      .update(paymentReceipts)
      .set(change)
      .where(and(eq(paymentReceipts.id, id), ne(paymentReceipts.outcome, 'applied'), isNull(paymentReceipts.settledAt)))
      .returning()
  )[0]
}

/** What paid no invoice, and nobody has dealt with: of one company, or of everybody. The latest first. */
export function openReceipts(db: Transaction, companyId: number | undefined, most: number): Promise<ReceiptRow[]> {
  return db
    .select()
    .from(paymentReceipts)
    .where(
      and(
        ne(paymentReceipts.outcome, 'applied'),
        isNull(paymentReceipts.settledAt),
        companyId === undefined ? undefined : eq(paymentReceipts.companyId, companyId)
      )
    )
    .orderBy(desc(paymentReceipts.id))
    .limit(most)
}
