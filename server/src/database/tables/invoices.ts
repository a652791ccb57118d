// Invoices of companies.
import { index, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, newest, ref, rowId, updatedAt } from './columns.ts'
import { companies } from './companies.ts'

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
    /** The company's due date that the invoice moves when it is paid; null for one that was written by hand. */
    renews: instant('renews'),
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
