// Webhooks of companies, and what is or was to be delivered to them.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import { createdAt, instant, newest, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from '../org/companies.ts'

export const webhooks = pgTable(
  'webhooks',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    url: text('url').notNull(),
    events: text('events').array().notNull(),
    active: boolean('active').notNull().default(true),
    /** Sealed with the application's secret, base64. */
    secret: text('secret').notNull(),
    /** Number of the last event that was taken up. */
    cursor: bigint('cursor', { mode: 'number' }).notNull(),
    failingSince: instant('failing_since'),
    failure: text('failure'),
    pausedAt: instant('paused_at'),
    missedUntil: instant('missed_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    // Those that take events up: looked for with every change and, for all companies, every minute.
    index('webhooks_listening')
      .on(t.companyId, t.cursor)
      .where(sql`${t.active} and ${t.pausedAt} is null`)
  ]
)

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    companyId: ref('company_id').notNull(),
    id: uuid('id').notNull(),
    webhookId: ref('webhook_id').notNull(),
    /** Null for a test. */
    seq: bigint('seq', { mode: 'number' }),
    event: text('event').notNull(),
    /** As it is posted with every try. */
    body: text('body').notNull(),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: smallint('attempts').notNull().default(0),
    /** Of the next try; while one runs, the moment at which it counts as broken off. */
    nextAt: instant('next_at'),
    lastAt: instant('last_at'),
    lastStatus: smallint('last_status'),
    lastAnswer: text('last_answer').notNull().default(''),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.webhookId], foreignColumns: [webhooks.companyId, webhooks.id] }).onDelete(
      'cascade'
    ),
    // An event is taken up once, whatever breaks off.
    uniqueIndex('webhook_deliveries_of_event').on(t.companyId, t.webhookId, t.seq),
    index('webhook_deliveries_newest').on(t.companyId, t.webhookId, newest(t.id)),
    index('webhook_deliveries_by_state').on(t.companyId, t.webhookId, t.state, newest(t.id)),
    // The clock asks for all companies at once.
    index('webhook_deliveries_due')
      .on(t.nextAt, t.companyId, t.webhookId)
      .where(sql`${t.state} = 'waiting'`),
    index('webhook_deliveries_over')
      .on(t.createdAt)
      .where(sql`${t.state} <> 'waiting'`)
  ]
)
