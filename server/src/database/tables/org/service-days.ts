// Service times summed up by day and user, so that a dashboard of months reads few rows.
import { bigint, date, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { ref } from '../columns.ts'
import { companies } from './companies.ts'

/** Up to which day a company's days are summed up, and whose midnight ended them. */
export const serviceDaysThrough = pgTable('service_days_through', {
  companyId: ref('company_id')
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  day: date('day').notNull(),
  timeZone: text('time_zone').notNull()
})

/** One row a day and user; user 0 stands for nobody. Seconds are sums. */
export const serviceDays = pgTable(
  'service_days',
  {
    companyId: ref('company_id').notNull(),
    day: date('day').notNull(),
    userId: ref('user_id').notNull(),
    /** Cycles that began to wait or were opened; those of programs apart. */
    begun: integer('begun').notNull(),
    byProgram: integer('by_program').notNull().default(0),
    accepted: integer('accepted').notNull(),
    waitSeconds: bigint('wait_seconds', { mode: 'number' }).notNull(),
    finished: integer('finished').notNull(),
    /** Of the finished ones those that somebody had accepted. */
    served: integer('served').notNull(),
    serviceSeconds: bigint('service_seconds', { mode: 'number' }).notNull(),
    ratings: integer('ratings').notNull(),
    ratingSum: integer('rating_sum').notNull()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.day, t.userId] }),
    foreignKey({ columns: [t.companyId], foreignColumns: [companies.id] }).onDelete('cascade')
  ]
)
