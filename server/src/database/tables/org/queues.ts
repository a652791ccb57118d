// Queues of a company.
import { sql } from 'drizzle-orm'
import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { prompts, queueIntegrations } from '../automation/automation.ts'
import { createdAt, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from './companies.ts'

export const queues = pgTable(
  'queues',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    name: text('name').notNull(),
    color: text('color').notNull(),
    orderQueue: integer('order_queue'),
    greetingMessage: text('greeting_message').notNull().default(''),
    outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
    schedules: jsonb('schedules').$type<unknown[]>().notNull().default([]),
    integrationId: ref('integration_id'),
    promptId: ref('prompt_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('queues_name').on(t.companyId, sql`lower(${t.name})`),
    uniqueIndex('queues_color').on(t.companyId, sql`lower(${t.color})`),
    foreignKey({
      name: 'queues_prompt',
      columns: [t.companyId, t.promptId],
      foreignColumns: [prompts.companyId, prompts.id]
    }),
    foreignKey({
      name: 'queues_integration',
      columns: [t.companyId, t.integrationId],
      foreignColumns: [queueIntegrations.companyId, queueIntegrations.id]
    })
  ]
)
