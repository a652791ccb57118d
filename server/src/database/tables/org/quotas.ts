// What companies use of what their plans limit, counted while it happens: nobody adds up files or messages to know it.
import { bigint, date, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref } from '../columns.ts'
import { companies } from './companies.ts'

function ofCompany() {
  return ref('company_id')
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })
}

export const companyStorage = pgTable('company_storage', {
  companyId: ofCompany().primaryKey(),
  /** Of all its files. */
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  /** When the files themselves were last added up; null before the first time. */
  countedAt: instant('counted_at')
})

export const companyMonths = pgTable(
  'company_months',
  {
    companyId: ofCompany(),
    /** Its first day, by the company's clocks. */
    month: date('month', { mode: 'string' }).notNull(),
    /** Messages that people, the chatbot, campaigns, schedules and programs sent. */
    sent: integer('sent').notNull().default(0),
    /** Messages of customers. */
    received: integer('received').notNull().default(0),
    /** Campaigns that were started or scheduled. */
    campaigns: integer('campaigns').notNull().default(0)
  },
  (t) => [primaryKey({ columns: [t.companyId, t.month] })]
)

/** What the admins of a company were told of a limit, once a month. */
export const quotaNotices = pgTable(
  'quota_notices',
  {
    companyId: ofCompany(),
    month: date('month', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: ['messages', 'storage', 'campaigns'] }).notNull(),
    /** Percent that were used: 80 or 100. */
    level: smallint('level').notNull(),
    createdAt: createdAt()
  },
  (t) => [primaryKey({ columns: [t.companyId, t.month, t.kind, t.level] })]
)
