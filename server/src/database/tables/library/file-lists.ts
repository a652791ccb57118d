// Lists of files that campaigns and chatbots hand out, and the files in them.
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from '../org/companies.ts'

export const fileLists = pgTable(
  'file_lists',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    name: text('name').notNull(),
    message: text('message').notNull(),
    /** Who made it; null when that person has gone. */
    userId: ref('user_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('file_lists_by_name').on(t.companyId, sql`lower(${t.name})`, t.id)
  ]
)

export const fileListOptions = pgTable(
  'file_list_options',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    fileListId: ref('file_list_id').notNull(),
    name: text('name').notNull().default(''),
    /** Storage key, name and bytes of the file; null while there is none. */
    fileKey: text('file_key'),
    fileName: text('file_name'),
    size: integer('size')
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.fileListId], foreignColumns: [fileLists.companyId, fileLists.id] }).onDelete(
      'cascade'
    ),
    index('file_list_options_of_list').on(t.companyId, t.fileListId, t.id)
  ]
)
