// What answers without a person besides the chatbot: AI prompts, and integrations of queues.
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, ref, rowId, updatedAt } from './columns.ts'
import { companies } from './companies.ts'

const ofCompany = () =>
  ref('company_id')
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })

/** `prompt_id` and `integration_id` of connections, queues and tickets become null when what they name is deleted. */
export const prompts = pgTable(
  'prompts',
  { companyId: ofCompany(), id: rowId(), name: text('name').notNull(), createdAt: createdAt(), updatedAt: updatedAt() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('prompts_by_name').on(t.companyId, sql`lower(${t.name})`, t.id)
  ]
)

export const queueIntegrations = pgTable(
  'queue_integrations',
  {
    companyId: ofCompany(),
    id: rowId(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('queue_integrations_by_name').on(t.companyId, sql`lower(${t.name})`, t.id)
  ]
)
