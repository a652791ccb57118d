// Copies of everything that is stored of a person: how far each is, and until when it can be fetched.
import { foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref, rowId } from '../columns.ts'
import { contacts } from './contacts.ts'

export const personExports = pgTable(
  'person_exports',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    contactId: ref('contact_id').notNull(),
    /** No foreign key: who asked may be gone. */
    userId: ref('user_id'),
    userName: text('user_name').notNull(),
    /** Storage key, chosen before anything is written, so that whoever erases the person can name the file. */
    fileKey: text('file_key').notNull(),
    status: text('status', { enum: ['waiting', 'running', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    failure: text('failure', { enum: ['storage-full', 'internal'] }),
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    missing: integer('missing').notNull().default(0),
    /** Bytes. */
    size: ref('size').notNull().default(0),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
    expiresAt: instant('expires_at')
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.contactId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      'cascade'
    ),
    index('person_exports_of_contact').on(t.companyId, t.contactId, t.createdAt),
    // The clock asks for all companies at once.
    index('person_exports_expiry').on(t.expiresAt)
  ]
)
