// Plans, companies, their settings and their place in the event order.
import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref, updatedAt } from '../columns.ts'

export const plans = pgTable(
  'plans',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    users: integer('users').notNull().default(0),
    connections: integer('connections').notNull().default(0),
    queues: integer('queues').notNull().default(0),
    value: numeric('value', { precision: 12, scale: 2, mode: 'number' }).notNull().default(0),
    useCampaigns: boolean('use_campaigns').notNull().default(true),
    useSchedules: boolean('use_schedules').notNull().default(true),
    useInternalChat: boolean('use_internal_chat').notNull().default(true),
    useExternalApi: boolean('use_external_api').notNull().default(true),
    useKanban: boolean('use_kanban').notNull().default(true),
    useOpenAi: boolean('use_open_ai').notNull().default(true),
    useIntegrations: boolean('use_integrations').notNull().default(true),
    /** Bytes of files; null for no limit, as in the next ones. */
    storage: bigint('storage', { mode: 'number' }),
    /** That go out in a calendar month. */
    messages: integer('messages'),
    /** That are started in a calendar month. */
    campaigns: integer('campaigns'),
    /** Reais a month of one more person; null where none is sold beyond the plan. */
    userPrice: numeric('user_price', { precision: 12, scale: 2, mode: 'number' }),
    /** The same of one more connection. */
    connectionPrice: numeric('connection_price', { precision: 12, scale: 2, mode: 'number' }),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [uniqueIndex('plans_name').on(sql`lower(${t.name})`)]
)

export const companies = pgTable(
  'companies',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    name: text('name').notNull(),
    email: text('email'),
    phone: text('phone'),
    planId: ref('plan_id').references(() => plans.id),
    status: boolean('status').notNull().default(true),
    dueDate: instant('due_date'),
    recurrence: text('recurrence').notNull().default('MENSAL'),
    /** People and connections beyond the plan, as far as the plan sells them. */
    extraUsers: integer('extra_users').notNull().default(0),
    extraConnections: integer('extra_connections').notNull().default(0),
    /** Reais of theirs for the time that was paid for already: the next invoice of a period asks for them. */
    extrasShare: numeric('extras_share', { precision: 12, scale: 2, mode: 'number' }).notNull().default(0),
    timeZone: text('time_zone').notNull().default('America/Sao_Paulo'),
    schedules: jsonb('schedules').$type<unknown[]>().notNull().default([]),
    /** Days with hours of their own. */
    holidays: jsonb('holidays').$type<unknown[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [uniqueIndex('companies_name').on(sql`lower(${t.name})`)]
)

export const settings = pgTable(
  'settings',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: text('value').notNull(),
    updatedAt: updatedAt()
  },
  (t) => [primaryKey({ columns: [t.companyId, t.key] })]
)
