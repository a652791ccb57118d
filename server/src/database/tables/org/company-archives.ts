// Archives of companies that were asked for or sent: how far each is, and until when it stays.
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { archiveFailures } from '@guiche/shared/features/org/company-archives.ts'
import { createdAt, instant, newest, ref } from '../columns.ts'
import { companies } from './companies.ts'

/** Of the server: a company that is deleted leaves its row, whose file goes within the hour. */
export const companyArchives = pgTable(
  'company_archives',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    kind: text('kind', { enum: ['export', 'import'] }).notNull(),
    companyId: ref('company_id').references(() => companies.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    status: text('status', { enum: ['sent', 'waiting', 'running', 'done', 'failed'] }).notNull(),
    failure: text('failure', { enum: archiveFailures }),
    detail: text('detail').notNull().default(''),
    /** Bytes. */
    done: bigint('done', { mode: 'number' }).notNull().default(0),
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    fileKey: text('file_key').notNull(),
    /** Public key of whoever opens an export. */
    recipient: text('recipient'),
    /** Of an import that is under way: the private key, sealed for as long as it takes. */
    sealedKey: text('sealed_key'),
    /** What the importer decided. */
    terms: jsonb('terms').$type<unknown>(),
    /** Who asked for it; they may be gone. */
    userId: ref('user_id').notNull(),
    userName: text('user_name').notNull(),
    userEmail: text('user_email').notNull(),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
    expiresAt: instant('expires_at')
  },
  (t) => [index('company_archives_newest').on(newest(t.id)), index('company_archives_of_company').on(t.companyId)]
)
