// Charges that companies were given to pay, the money that came in, and who pays.
import { index, integer, jsonb, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, newest, ref, rowId, updatedAt } from '../columns.ts'
import { companies, plans } from '../org/companies.ts'

function ofCompany() {
  return ref('company_id')
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })
}
const money = () => numeric('value', { precision: 12, scale: 2, mode: 'number' }).notNull()
const providers = ['sandbox', 'efi', 'stripe'] as const

export const charges = pgTable(
  'charges',
  {
    companyId: ofCompany(),
    id: rowId(),
    /** What the provider knows it by. */
    reference: text('reference').notNull(),
    provider: text('provider', { enum: providers }).notNull(),
    method: text('method', { enum: ['pix', 'page'] }).notNull(),
    /** The invoice may be deleted meanwhile: the charge stays, for the money that may still come. */
    invoiceId: ref('invoice_id').notNull(),
    /** The plan that is paid, which begins with what is paid for; null for an invoice written by hand. */
    planId: ref('plan_id').references(() => plans.id, { onDelete: 'set null' }),
    /** By which the due date moves. */
    months: integer('months').notNull(),
    value: money(),
    /** Text of the QR code, or address of the page; null until the provider has answered. */
    code: text('code'),
    paidAt: instant('paid_at'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('charges_reference').on(t.companyId, t.reference),
    index('charges_by_reference').on(t.reference),
    index('charges_of_invoice').on(t.companyId, t.invoiceId),
    index('charges_by_expiry').on(t.expiresAt)
  ]
)

/** Kept for good: money is not forgotten with the company that paid, or when nobody knows who did. */
export const paymentReceipts = pgTable(
  'payment_receipts',
  {
    id: rowId().primaryKey(),
    provider: text('provider', { enum: providers }).notNull(),
    /** The provider's own number of the payment. */
    receipt: text('receipt').notNull(),
    reference: text('reference'),
    companyId: ref('company_id').references(() => companies.id, { onDelete: 'set null' }),
    invoiceId: ref('invoice_id'),
    value: money(),
    currency: text('currency').notNull(),
    outcome: text('outcome', { enum: ['applied', 'underpaid', 'surplus', 'outgrown', 'unknown'] }).notNull(),
    receivedAt: instant('received_at').notNull(),
    /** Somebody has dealt with what paid no invoice: by the name of then. */
    settledAt: instant('settled_at'),
    settledByName: text('settled_by_name')
  },
  (t) => [
    // Whoever tells of a payment a second time changes nothing.
    uniqueIndex('payment_receipts_once').on(t.provider, t.receipt),
    index('payment_receipts_of_company').on(t.companyId, newest(t.id))
  ]
)

export const payers = pgTable('payers', {
  companyId: ofCompany().primaryKey(),
  details: jsonb('details').$type<unknown>().notNull(),
  updatedAt: updatedAt()
})
