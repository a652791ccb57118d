// Messages, the outbox that carries them to WhatsApp, and quick messages.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import { mediaStates, type MediaState } from '@guiche/shared/features/inbox/media-types.ts'
import { createdAt, instant, newest, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from '../org/companies.ts'
import { connections } from './connections.ts'
import { contacts } from './contacts.ts'
import { queues } from '../org/queues.ts'
import { tickets } from './tickets.ts'

export interface StoredReaction {
  emoji: string
  fromMe: boolean
  contactId: number | null
  name: string
}

/** Facts of a file that belongs to a message. */
export interface StoredMedia {
  /** Storage key; absent while the file is being fetched. */
  key?: string
  name?: string
  mime?: string
  /** Bytes. */
  size?: number
  /** Seconds. */
  duration?: number
  width?: number
  height?: number
  /** 64 levels, 0 to 100. */
  waveform?: number[]
  voice?: boolean
  thumbnailKey?: string
  /** Small JPEG that came inside the message, base64; shown until the file is there. */
  preview?: string
  /** What was found in a file that is therefore not here. */
  virus?: string
  /** What the whatsapp room needs to fetch the file (opaque here). */
  source?: unknown
}

/** What a message held before it was deleted for everyone; admins alone may look at it. */
export interface DeletedContent {
  body: string
  media: StoredMedia | null
  mediaState: MediaState
  raw: unknown
}

export const messages = pgTable(
  'messages',
  {
    companyId: ref('company_id').notNull(),
    id: uuid('id').notNull(),
    /** Rises with every stored message; breaks ties of createdAt. */
    seq: bigint('seq', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    ticketId: ref('ticket_id').notNull(),
    contactId: ref('contact_id').notNull(),
    connectionId: ref('connection_id'),
    queueId: ref('queue_id'),
    userId: ref('user_id'),
    /** WhatsApp's id of the message; null for rows that never were one (calls). */
    waId: text('wa_id'),
    fromMe: boolean('from_me').notNull(),
    body: text('body').notNull().default(''),
    /** The body as a search compares it. */
    searchText: text('search_text').generatedAlwaysAs(sql`search_text(body)`),
    mediaType: text('media_type').notNull().default('chat'),
    media: jsonb('media').$type<StoredMedia>(),
    mediaState: text('media_state', { enum: mediaStates }).notNull().default('none'),
    quotedId: uuid('quoted_id'),
    /** Address of the writer in a group, and the name shown for them. */
    participant: text('participant'),
    senderName: text('sender_name'),
    ack: smallint('ack').notNull().default(0),
    delivery: text('delivery', { enum: ['received', 'waiting', 'sent', 'failed', 'cancelled'] }).notNull(),
    failure: text('failure'),
    read: boolean('read').notNull().default(false),
    /** Deleted for everyone: body and media are empty from then on, so that nothing can hand them out. */
    isDeleted: boolean('is_deleted').notNull().default(false),
    deletedContent: jsonb('deleted_content').$type<DeletedContent>(),
    /** WhatsApp refused the last deletion or edit: the customer still has the message as it was. */
    changeRefused: text('change_refused', { enum: ['delete', 'edit'] }),
    /** Who had asked for it. */
    changeRefusedBy: ref('change_refused_by'),
    isEdited: boolean('is_edited').notNull().default(false),
    isForwarded: boolean('is_forwarded').notNull().default(false),
    reactions: jsonb('reactions').$type<StoredReaction[]>().notNull().default([]),
    clientId: text('client_id'),
    receivedOffline: boolean('received_offline').notNull().default(false),
    /** Raw form of kinds that cannot be shown. */
    raw: jsonb('raw').$type<unknown>(),
    /** WhatsApp's time for received ones, ours for sent ones; the order within the ticket. */
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
    index('messages_of_ticket').on(t.companyId, t.ticketId, newest(t.createdAt), newest(t.seq)),
    uniqueIndex('messages_wa_id')
      .on(t.companyId, t.connectionId, t.waId, t.contactId, t.fromMe)
      .where(sql`${t.waId} is not null and ${t.connectionId} is not null`),
    uniqueIndex('messages_client_id')
      .on(t.companyId, t.ticketId, t.clientId)
      .where(sql`${t.clientId} is not null`),
    index('messages_unread')
      .on(t.companyId, t.ticketId)
      .where(sql`not ${t.read} and not ${t.fromMe}`),
    index('messages_of_contact').on(t.companyId, t.contactId),
    // What is older than a company keeps.
    index('messages_by_age')
      .on(t.companyId, t.createdAt)
      .where(sql`${t.read} or ${t.fromMe}`),
    index('messages_files_by_age')
      .on(t.companyId, t.createdAt)
      .where(sql`coalesce(${t.media} ->> 'key', ${t.deletedContent} -> 'media' ->> 'key') is not null`),
    // A file that is to be removed may belong to further messages: forwarded ones share it.
    index('messages_of_file')
      .on(t.companyId, sql`(${t.media} ->> 'key')`)
      .where(sql`${t.media} ->> 'key' is not null`),
    index('messages_of_deleted_file')
      .on(t.companyId, sql`(${t.deletedContent} -> 'media' ->> 'key')`)
      .where(sql`${t.deletedContent} is not null`),
    index('messages_of_deleted_thumbnail')
      .on(t.companyId, sql`(${t.deletedContent} -> 'media' ->> 'thumbnailKey')`)
      .where(sql`${t.deletedContent} is not null`),
    index('messages_deleted')
      .on(t.companyId, t.ticketId)
      .where(sql`${t.isDeleted}`),
    // A message that is deleted is told anew with those that answer it.
    index('messages_quoting')
      .on(t.companyId, t.quotedId)
      .where(sql`${t.quotedId} is not null`),
    index('messages_of_participant')
      .on(t.companyId, t.participant)
      .where(sql`${t.participant} is not null`),
    // The ticket is among the keys, so that one long conversation can be searched alone.
    index('messages_search').using('gin', sql`search_keys(${t.companyId}, ${t.searchText}, ${t.ticketId})`)
  ]
)

/** Who looked at what a deleted message held. */
export const deletedContentViews = pgTable(
  'deleted_content_views',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    messageId: uuid('message_id').notNull(),
    userId: ref('user_id').notNull(),
    /** Of then: the person may be gone. */
    userName: text('user_name').notNull(),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.messageId], foreignColumns: [messages.companyId, messages.id] }).onDelete(
      'cascade'
    ),
    index('deleted_content_views_of_message').on(t.companyId, t.messageId)
  ]
)

/** Work for the connection's session: sends, edits, deletions, reactions, read marks, in order of id. */
export const outbox = pgTable(
  'outbox',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    connectionId: ref('connection_id').notNull(),
    /** Tasks of one chat go out in order, but for those that step aside. */
    chat: text('chat').notNull(),
    kind: text('kind', { enum: ['send', 'edit', 'delete', 'react', 'read'] }).notNull(),
    messageId: uuid('message_id'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    attempts: integer('attempts').notNull().default(0),
    notBefore: instant('not_before').notNull().defaultNow(),
    /** A file that could not be sent again and again: what stands behind it goes first. */
    stepsAside: boolean('steps_aside').notNull().default(false),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      columns: [t.companyId, t.connectionId],
      foreignColumns: [connections.companyId, connections.id]
    }).onDelete('cascade'),
    index('outbox_of_connection').on(t.companyId, t.connectionId, t.id),
    index('outbox_of_message').on(t.companyId, t.messageId)
  ]
)

/**
 * Edits, deletions and reactions that went out, each under WhatsApp's id: a phone that could not read one asks for it
 * again, maybe days later.
 */
export const sentChanges = pgTable(
  'sent_changes',
  {
    companyId: ref('company_id').notNull(),
    connectionId: ref('connection_id').notNull(),
    waId: text('wa_id').notNull(),
    chat: text('chat').notNull(),
    kind: text('kind', { enum: ['edit', 'delete', 'react'] }).notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.waId] }),
    foreignKey({
      columns: [t.companyId, t.connectionId],
      foreignColumns: [connections.companyId, connections.id]
    }).onDelete('cascade')
  ]
)

export const quickMessages = pgTable(
  'quick_messages',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    shortcode: text('shortcode').notNull(),
    message: text('message').notNull().default(''),
    /** Visible to the whole company. */
    geral: boolean('geral').notNull().default(false),
    /** Editable by others. */
    status: boolean('status').notNull().default(false),
    mediaPath: text('media_path'),
    mediaName: text('media_name'),
    userId: ref('user_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), index('quick_messages_by_code').on(t.companyId, t.shortcode)]
)

/** The queues in whose tickets a quick message is offered; without any, in all. */
export const quickMessageQueues = pgTable(
  'quick_message_queues',
  {
    companyId: ref('company_id').notNull(),
    quickMessageId: ref('quick_message_id').notNull(),
    queueId: ref('queue_id').notNull()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.quickMessageId, t.queueId] }),
    foreignKey({
      name: 'quick_message_queues_message',
      columns: [t.companyId, t.quickMessageId],
      foreignColumns: [quickMessages.companyId, quickMessages.id]
    }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.queueId], foreignColumns: [queues.companyId, queues.id] }).onDelete(
      'cascade'
    ),
    index('quick_message_queues_queue').on(t.companyId, t.queueId)
  ]
)
