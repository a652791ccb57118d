// What is left to do after a person was erased, and by what they are recognised without being named.
import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref } from '../columns.ts'
import { companies } from '../org/companies.ts'

/** Files to be removed from storage; a row goes when its file has gone. */
export const fileRemovals = pgTable(
  'file_removals',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** Everything below the key. */
    isFolder: boolean('is_folder').notNull().default(false),
    createdAt: createdAt()
  },
  (t) => [primaryKey({ columns: [t.companyId, t.key] })]
)

/**
 * People who were erased, by a keyed hash of each address and number: what was said before does not come back with the
 * history of a phone or with a sheet that was being imported.
 */
export const erasedPeople = pgTable(
  'erased_people',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    digest: text('digest').notNull(),
    erasedAt: instant('erased_at').notNull()
  },
  (t) => [primaryKey({ columns: [t.companyId, t.digest] })]
)
