// The earlier conversations of phones that were paired: what a phone has told of them, and how far it is imported.
import { sql } from 'drizzle-orm'
import { boolean, customType, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { HistoryChoice, HistoryFailure } from '@guiche/shared/features/inbox/connections.ts'
import { instant, ref, rowId, updatedAt } from '../columns.ts'
import { connections } from './connections.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** One row a connection, of the phone that was paired last. */
export const historyImports = pgTable(
  'history_imports',
  {
    companyId: ref('company_id').notNull(),
    connectionId: ref('connection_id').notNull(),
    /** Own address with the number of the device: another one is another pairing. */
    device: text('device').notNull(),
    /** What was chosen when the phone began to tell. */
    choice: text('choice').$type<HistoryChoice>().notNull(),
    status: text('status', { enum: ['running', 'done', 'failed'] })
      .notNull()
      .default('running'),
    failure: text('failure').$type<HistoryFailure>(),
    /** Parts the phone has told so far. */
    parts: integer('parts').notNull().default(0),
    /** The phone has said that nothing further comes. */
    isWhole: boolean('is_whole').notNull().default(false),
    /** Conversations in what was told and opened so far, and those of them that are done; one may be told in pieces. */
    told: integer('told').notNull().default(0),
    taken: integer('taken').notNull().default(0),
    /** 0 to 100; never goes back when the phone tells more. */
    progress: integer('progress').notNull().default(0),
    conversations: integer('conversations').notNull().default(0),
    messages: integer('messages').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    startedAt: instant('started_at').notNull().defaultNow(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId] }),
    foreignKey({
      name: 'history_imports_connection',
      columns: [t.companyId, t.connectionId],
      foreignColumns: [connections.companyId, connections.id]
    }).onDelete('cascade')
  ]
)

/** What a phone has told at once, as it came; goes when all of it is stored. */
export const historyParts = pgTable(
  'history_parts',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    connectionId: ref('connection_id').notNull(),
    /** Place among the parts of its import: each tells of what was said before the one before. */
    ordinal: integer('ordinal').notNull(),
    /** The notification's bytes: with what it tells inside, or where that lies. */
    notice: bytes('notice').notNull(),
    /** Conversations in it, once it was opened, and those that are done. */
    total: integer('total'),
    done: integer('done').notNull().default(0),
    /** All of it is stored but the names, which are kept for people of whom the phone tells later. */
    isNames: boolean('is_names').notNull().default(false),
    failure: text('failure').$type<HistoryFailure>()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: 'history_parts_import',
      columns: [t.companyId, t.connectionId],
      foreignColumns: [historyImports.companyId, historyImports.connectionId]
    }).onDelete('cascade'),
    index('history_parts_waiting')
      .on(t.companyId, t.connectionId, t.id)
      .where(sql`${t.failure} is null`)
  ]
)

/** Replies to what a phone has not told yet; gone when it has, and with the end of the import. */
export const historyQuotes = pgTable(
  'history_quotes',
  {
    companyId: ref('company_id').notNull(),
    connectionId: ref('connection_id').notNull(),
    /** The reply. */
    messageId: uuid('message_id').notNull(),
    /** WhatsApp's id of what it answers. */
    waId: text('wa_id').notNull()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.messageId] }),
    foreignKey({
      name: 'history_quotes_import',
      columns: [t.companyId, t.connectionId],
      foreignColumns: [historyImports.companyId, historyImports.connectionId]
    }).onDelete('cascade'),
    index('history_quotes_answered').on(t.companyId, t.connectionId, t.waId)
  ]
)
