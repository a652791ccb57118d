// When the archive of a company goes into a store by itself, and how the last time ended.
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { archiveIntervals, scheduleFailures } from '@guiche/shared/features/org/archive-schedules.ts'
import { instant, ref } from '../columns.ts'
import { companies } from './companies.ts'

/** Of the server: the super user sets it, and nobody of the company sees it. */
export const companyArchiveSchedules = pgTable(
  'company_archive_schedules',
  {
    companyId: ref('company_id')
      .primaryKey()
      .references(() => companies.id, { onDelete: 'cascade' }),
    every: text('every', { enum: archiveIntervals }).notNull(),
    /** s3://key:secret@host/bucket/folder, sealed with the application secret, base64. */
    sealedAddress: text('sealed_address').notNull(),
    /** Public key of whoever opens the archives. */
    recipient: text('recipient').notNull(),
    /** Archives that stay in the store; null for all. */
    keep: integer('keep'),
    /** Who set it and is written to; they may be gone. */
    userCompanyId: ref('user_company_id').notNull(),
    userId: ref('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** When the archive that is under way was claimed: its run is told apart by it. */
    startedAt: instant('started_at'),
    dueAt: instant('due_at').notNull(),
    /** How the last run ended, and when. */
    endedAt: instant('ended_at'),
    failure: text('failure', { enum: scheduleFailures }),
    /** In the store. */
    fileName: text('file_name'),
    /** Bytes. */
    size: bigint('size', { mode: 'number' })
  },
  (t) => [
    index('company_archive_schedules_due').on(t.dueAt),
    check('company_archive_schedules_keep', sql`${t.keep} between 1 and 365`)
  ]
)
