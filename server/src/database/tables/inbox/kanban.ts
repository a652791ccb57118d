// Columns of the kanban boards; which ticket is on which is the ticket's own.
import { doublePrecision, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from '../org/companies.ts'

export const kanbanColumns = pgTable(
  'kanban_columns',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    title: text('title').notNull(),
    /** Between those of its neighbours, so that moving one column changes no other. */
    orderIndex: doublePrecision('order_index').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('kanban_columns_in_order').on(t.companyId, t.orderIndex, t.id)
  ]
)
