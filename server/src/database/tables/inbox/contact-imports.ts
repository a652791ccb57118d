// Imports of contacts from sheets: how far each is, and which rows were not taken.
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { importFailures, type BadRow } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { createdAt, instant, ref, rowId } from '../columns.ts'
import { companies } from '../org/companies.ts'
import { contactLists } from '../outreach/contact-lists.ts'

export const contactImports = pgTable(
  'contact_imports',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    /** The list that takes the rows; null: the company's contacts. */
    contactListId: ref('contact_list_id'),
    fileName: text('file_name').notNull(),
    /** Storage key; the file goes when the import has ended. */
    fileKey: text('file_key'),
    /** Set while the file is read; left by a server that ended, it says that the file is not to be tried again. */
    readingSince: instant('reading_since'),
    /** Of whoever began it, who may be gone. */
    userName: text('user_name').notNull(),
    status: text('status', { enum: ['waiting', 'running', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    failure: text('failure', { enum: importFailures }),
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    created: integer('created').notNull().default(0),
    updated: integer('updated').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    merged: integer('merged').notNull().default(0),
    bad: integer('bad').notNull().default(0),
    badRows: jsonb('bad_rows').$type<BadRow[]>().notNull().default([]),
    createdAt: createdAt(),
    finishedAt: instant('finished_at')
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      columns: [t.companyId, t.contactListId],
      foreignColumns: [contactLists.companyId, contactLists.id]
    }).onDelete('cascade'),
    index('contact_imports_newest').on(t.companyId, t.contactListId, t.createdAt)
  ]
)
