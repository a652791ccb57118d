// Notes on tickets, and whom they mention.
import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, newest, ref, rowId, updatedAt } from '../columns.ts'
import { users } from '../org/users.ts'
import { contacts } from './contacts.ts'
import { tickets } from './tickets.ts'

export const ticketNotes = pgTable(
  'ticket_notes',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    ticketId: ref('ticket_id').notNull(),
    contactId: ref('contact_id').notNull(),
    userId: ref('user_id'),
    note: text('note').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.ticketId], foreignColumns: [tickets.companyId, tickets.id] }).onDelete(
      'cascade'
    ),
    foreignKey({ columns: [t.companyId, t.contactId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      'cascade'
    ),
    index('ticket_notes_ticket').on(t.companyId, t.ticketId, t.id),
    index('ticket_notes_contact').on(t.companyId, t.contactId, t.id)
  ]
)

/** Whom a note mentions, and when they have read it. */
export const noteMentions = pgTable(
  'note_mentions',
  {
    companyId: ref('company_id').notNull(),
    noteId: ref('note_id').notNull(),
    userId: ref('user_id').notNull(),
    readAt: instant('read_at')
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.noteId, t.userId] }),
    foreignKey({ columns: [t.companyId, t.noteId], foreignColumns: [ticketNotes.companyId, ticketNotes.id] }).onDelete(
      'cascade'
    ),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    index('note_mentions_user').on(t.companyId, t.userId, newest(t.noteId))
  ]
)
