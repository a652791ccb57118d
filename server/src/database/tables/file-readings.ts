// Files of strangers that are being read, and those that ended the process that read them: they are not read again.
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, ref } from './columns.ts'
import { companies } from './org/companies.ts'

export const fileReadings = pgTable(
  'file_readings',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** SHA-256 of the file's beginning and size, in hex. */
    fingerprint: text('fingerprint').notNull(),
    /** Written before the reading begins: a row that is older than any reading is left by a server that ended. */
    startedAt: instant('started_at').notNull().defaultNow(),
    /** Why the process was ended; null while it reads. */
    ended: text('ended', { enum: ['memory', 'time'] })
  },
  (t) => [primaryKey({ columns: [t.companyId, t.fingerprint] })]
)
