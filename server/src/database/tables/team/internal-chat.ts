// Chats among the people of a company, their members and messages.
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, newest, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from '../org/companies.ts'
import type { StoredMedia } from '../inbox/messages.ts'
import { users } from '../org/users.ts'

export const chats = pgTable(
  'chats',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    uuid: uuid('uuid').notNull().defaultRandom(),
    title: text('title').notNull(),
    /** Passed on before a user is deleted. */
    ownerId: ref('owner_id').notNull(),
    lastMessage: text('last_message').notNull().default(''),
    createdAt: createdAt(),
    /** Moves with every message: the order of the list. */
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.ownerId], foreignColumns: [users.companyId, users.id] }),
    uniqueIndex('chats_uuid').on(t.companyId, t.uuid),
    index('chats_owner').on(t.companyId, t.ownerId)
  ]
)

export const chatUsers = pgTable(
  'chat_users',
  {
    companyId: ref('company_id').notNull(),
    chatId: ref('chat_id').notNull(),
    userId: ref('user_id').notNull(),
    unreads: integer('unreads').notNull().default(0),
    mentions: integer('mentions').notNull().default(0),
    joinedAt: instant('joined_at').notNull().defaultNow()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.chatId, t.userId] }),
    foreignKey({ columns: [t.companyId, t.chatId], foreignColumns: [chats.companyId, chats.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    index('chat_users_user').on(t.companyId, t.userId, t.chatId),
    index('chat_users_unread')
      .on(t.companyId, t.userId)
      .where(sql`${t.unreads} > 0`)
  ]
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    chatId: ref('chat_id').notNull(),
    /** Whoever wrote may be gone; their name stays. */
    senderId: ref('sender_id').notNull(),
    senderName: text('sender_name').notNull(),
    message: text('message').notNull(),
    mentions: jsonb('mentions').$type<number[]>().notNull().default([]),
    media: jsonb('media').$type<StoredMedia & { kind: 'image' | 'audio' | 'video' | 'application' }>(),
    clientId: text('client_id'),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.chatId], foreignColumns: [chats.companyId, chats.id] }).onDelete('cascade'),
    index('chat_messages_of_chat').on(t.companyId, t.chatId, newest(t.id)),
    uniqueIndex('chat_messages_client')
      .on(t.companyId, t.senderId, t.clientId)
      .where(sql`${t.clientId} is not null`)
  ]
)
