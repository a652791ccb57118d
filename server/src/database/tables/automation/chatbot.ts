// The chatbot: options of queues, and where each ticket's conversation with the bot stands.
import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, ref, rowId, updatedAt } from '../columns.ts'
import { fileLists } from '../library/file-lists.ts'
import { queues } from '../org/queues.ts'
import { tickets } from '../inbox/tickets.ts'

/** A tree of options a queue; `option` is the place among the siblings, from 1 without gaps. */
export const queueOptions = pgTable(
  'queue_options',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    queueId: ref('queue_id').notNull(),
    /** Null for those that the queue begins with. */
    parentId: ref('parent_id'),
    option: integer('option').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull().default(''),
    fileListId: ref('file_list_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.queueId], foreignColumns: [queues.companyId, queues.id] }).onDelete(
      'cascade'
    ),
    foreignKey({ columns: [t.companyId, t.parentId], foreignColumns: [t.companyId, t.id] }).onDelete('cascade'),
    // A list that goes leaves its options: the migration says which column is emptied, which drizzle cannot.
    foreignKey({
      columns: [t.companyId, t.fileListId],
      foreignColumns: [fileLists.companyId, fileLists.id],
      name: 'queue_options_file_list'
    }),
    index('queue_options_of_queue').on(t.companyId, t.queueId, t.option),
    index('queue_options_of_parent').on(t.companyId, t.parentId),
    index('queue_options_of_files').on(t.companyId, t.fileListId)
  ]
)

/** One row a ticket that the bot has spoken in. */
export const ticketBots = pgTable(
  'ticket_bots',
  {
    companyId: ref('company_id').notNull(),
    ticketId: ref('ticket_id').notNull(),
    /** Newest message that the bot has seen; all before it were seen, too. */
    seenSeq: bigint('seen_seq', { mode: 'number' }).notNull().default(0),
    /** What the state machine remembers. */
    state: jsonb('state').$type<Record<string, unknown>>().notNull(),
    /** Messages that became readable late and were seen out of order; the newest few. */
    lateIds: text('late_ids').array().notNull(),
    /** A rating is waited for until then. */
    ratingUntil: instant('rating_until'),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.ticketId] }),
    foreignKey({ columns: [t.companyId, t.ticketId], foreignColumns: [tickets.companyId, tickets.id] }).onDelete(
      'cascade'
    ),
    index('ticket_bots_rating')
      .on(t.ratingUntil)
      .where(sql`${t.ratingUntil} is not null`)
  ]
)
