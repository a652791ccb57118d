// Conversations of AI prompts and integrations: what was asked of them, how far they have answered, and what is still to be said.
import { bigint, foreignKey, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, ref, updatedAt } from '../columns.ts'
import { tickets } from '../inbox/tickets.ts'

/** One row a ticket that is or was with somebody who answers instead of the bot. */
export const ticketAutoResponders = pgTable(
  'ticket_auto_responders',
  {
    companyId: ref('company_id').notNull(),
    ticketId: ref('ticket_id').notNull(),
    kind: text('kind', { enum: ['prompt', 'integration'] }).notNull(),
    /** No foreign key: one that is deleted in between is found missing. */
    autoResponderId: ref('auto_responder_id').notNull(),
    /** Newest message that was asked about, and the newest that has been answered. */
    askedSeq: bigint('asked_seq', { mode: 'number' }).notNull(),
    answeredSeq: bigint('answered_seq', { mode: 'number' }).notNull(),
    /** What a flow outside needs to go on. */
    session: jsonb('session').$type<Record<string, unknown>>(),
    /** What it answered and has not been said yet. */
    pending: jsonb('pending').$type<unknown>(),
    /** Whoever is at it, and until when that is believed. */
    lease: uuid('lease'),
    leaseUntil: instant('lease_until'),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.ticketId] }),
    foreignKey({
      name: 'ticket_auto_responders_ticket',
      columns: [t.companyId, t.ticketId],
      foreignColumns: [tickets.companyId, tickets.id]
    }).onDelete('cascade')
  ]
)
