// When people work: the hours in which they may sign in, and their leave. No row: no limit and no leave.
import { boolean, date, foreignKey, index, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import type { WorkHours } from '@guiche/shared/features/org/work-hours.ts'
import { ref } from '../columns.ts'
import { users } from './users.ts'

export const workTimes = pgTable(
  'work_times',
  {
    companyId: ref('company_id').notNull(),
    userId: ref('user_id').notNull(),
    /** Null for whoever may sign in at any time. */
    hours: jsonb('hours').$type<WorkHours>(),
    /** First and last day of the leave by the company's calendar; null without one, and once it is over. */
    leaveFrom: date('leave_from', { mode: 'string' }),
    leaveUntil: date('leave_until', { mode: 'string' }),
    /** Who has their tickets meanwhile; null for the queues. Cleared when that colleague is deleted. */
    standInId: ref('stand_in_id'),
    /** Their tickets have been handed over. */
    hasLeft: boolean('has_left').notNull().default(false)
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    index('work_times_leave').on(t.leaveFrom)
  ]
)
