// Invoices of companies.
import { foreignKey, index, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, newest, ref, rowId, updatedAt } from '../columns.ts'
import { companies, plans } from '../org/companies.ts'

export const invoices = pgTable(
  'invoices',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    detail: text('detail').notNull(),
    value: numeric('value', { precision: 12, scale: 2, mode: 'number' }).notNull(),
    dueDate: instant('due_date').notNull(),
    status: text('status', { enum: ['open', 'paid'] })
      .notNull()
      .default('open'),
    /** The company's due date that the invoice moves when it is paid; null for one that pays no period. */
    renews: instant('renews'),
    /** From then on paying it moves nothing any more, also while it is open: its period was paid or given. */
    paidAt: instant('paid_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    // One invoice a period, however many nodes write invoices and however often they begin anew.
    uniqueIndex('invoices_once').on(t.companyId, t.renews),
    index('invoices_latest').on(t.companyId, newest(t.dueDate), newest(t.id)),
    index('invoices_by_id').on(t.id)
  ]
)

/** The plan that a company has chosen and does not have yet: one at most. */
export const planChanges = pgTable(
  'plan_changes',
  {
    companyId: ref('company_id')
      .primaryKey()
      .references(() => companies.id, { onDelete: 'cascade' }),
    planId: ref('plan_id')
      .notNull()
      .references(() => plans.id),
    /** It waits for the payment of the difference, for that of the next period, or for the end of the paid time. */
    kind: text('kind', { enum: ['difference', 'period', 'later'] }).notNull(),
    /** What has to be paid; null for one that waits for its time. It goes with the invoice. */
    invoiceId: ref('invoice_id'),
    /** When it begins, or, for a difference, when it lapses unpaid; null for one that waits for the next period. */
    takesEffectAt: instant('takes_effect_at'),
    /** From then on a plan that begins later is paid for: nobody takes it back, and no due date moves it. */
    paidAt: instant('paid_at'),
    createdAt: createdAt()
  },
  (t) => [
    foreignKey({ columns: [t.companyId, t.invoiceId], foreignColumns: [invoices.companyId, invoices.id] }).onDelete(
      'cascade'
    ),
    index('plan_changes_of_invoice').on(t.companyId, t.invoiceId),
    index('plan_changes_of_plan').on(t.planId)
  ]
)
