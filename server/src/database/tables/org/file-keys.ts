// The keys of companies' files: whoever deletes one makes every copy of those files unreadable.
import { sql } from 'drizzle-orm'
import { pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref } from '../columns.ts'
import { companies } from './companies.ts'

export const companyFileKeys = pgTable(
  'company_file_keys',
  {
    /** With the row of the company its keys go, in one transaction. */
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Each file names the key it was encrypted with. */
    id: uuid('id').notNull(),
    /** Sealed with the application secret, base64. */
    sealedKey: text('sealed_key').notNull(),
    /** When the application secret was given up: it stays for the day that secret is found, and encrypts nothing new. */
    lostAt: instant('lost_at'),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    // Of two nodes that store the first file at once, one writes and both read.
    uniqueIndex('company_file_keys_current')
      .on(t.companyId)
      .where(sql`${t.lostAt} is null`)
  ]
)
