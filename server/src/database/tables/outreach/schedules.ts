// Scheduled messages.
import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, newest, ref, rowId, updatedAt } from '../columns.ts'
import { connections } from '../inbox/connections.ts'
import { contacts } from '../inbox/contacts.ts'

export const schedules = pgTable(
  'schedules',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    contactId: ref('contact_id').notNull(),
    userId: ref('user_id'),
    /** Null: the company's default. */
    connectionId: ref('connection_id'),
    body: text('body').notNull(),
    sendAt: instant('send_at').notNull(),
    /** Passed on to the next one when the moment of this one has come. */
    repeat: text('repeat', { enum: ['none', 'daily', 'weekly', 'monthly'] })
      .notNull()
      .default('none'),
    /** What was chosen, by the clocks of the company: day of the month, and minutes after midnight. */
    repeatDay: smallint('repeat_day').notNull(),
    repeatMinute: smallint('repeat_minute').notNull(),
    status: text('status', { enum: ['PENDENTE', 'ATRASADA', 'ENVIADA', 'ERRO', 'PULADA'] })
      .notNull()
      .default('PENDENTE'),
    /** When the message was written. */
    sentAt: instant('sent_at'),
    /** No foreign key: the message may be deleted with its ticket. */
    messageId: uuid('message_id'),
    failure: text('failure'),
    /** Storage key of the image, which those of one series share, and its name as it was uploaded. */
    mediaKey: text('media_key'),
    mediaName: text('media_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.contactId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      'cascade'
    ),
    foreignKey({ columns: [t.companyId, t.connectionId], foreignColumns: [connections.companyId, connections.id] }),
    index('schedules_by_moment').on(t.companyId, newest(t.sendAt), newest(t.id)),
    // The clock asks for all companies at once.
    index('schedules_due')
      .on(t.sendAt, t.companyId, t.id)
      .where(sql`${t.status} = 'PENDENTE'`),
    index('schedules_undecided')
      .on(t.companyId, newest(t.sendAt), newest(t.id))
      .where(sql`${t.status} in ('ATRASADA', 'ERRO')`),
    index('schedules_of_contact').on(t.companyId, t.contactId),
    index('schedules_of_connection').on(t.companyId, t.connectionId),
    index('schedules_of_message').on(t.companyId, t.messageId),
    // Messages that were handed over and may still wait for their connection.
    index('schedules_handed_over')
      .on(t.sentAt)
      .where(sql`${t.status} = 'ENVIADA'`),
    index('schedules_of_file').on(t.companyId, t.mediaKey)
  ]
)
