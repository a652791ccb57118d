// Tickets with their tags, pins and service times, and the tags of contacts.
import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid
} from 'drizzle-orm/pg-core'
import { activityKinds } from '@guiche/shared/features/inbox/ticket-activities.ts'
import { draftKinds } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import type { Handover } from '@guiche/shared/features/inbox/tickets.ts'
import { prompts, queueIntegrations } from '../automation/automation.ts'
import { createdAt, instant, newest, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from '../org/companies.ts'
import { connections } from './connections.ts'
import { contacts } from './contacts.ts'
import { kanbanColumns } from './kanban.ts'
import { queues } from '../org/queues.ts'
import { users } from '../org/users.ts'

export const tickets = pgTable(
  'tickets',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    uuid: uuid('uuid').notNull().defaultRandom(),
    status: text('status', { enum: ['pending', 'open', 'closed'] })
      .notNull()
      .default('pending'),
    contactId: ref('contact_id').notNull(),
    /** Null once its connection is deleted. */
    connectionId: ref('connection_id'),
    queueId: ref('queue_id'),
    userId: ref('user_id'),
    lastMessage: text('last_message').notNull().default(''),
    fromMe: boolean('from_me').notNull().default(false),
    /** Order of the newest message, so that a late one sorts after it. */
    lastMessageAt: instant('last_message_at'),
    /** When the customer wrote what nobody of the team has answered yet; bot, campaigns and schedules are no answer. */
    waitingSince: instant('waiting_since'),
    unreadMessages: integer('unread_messages').notNull().default(0),
    isGroup: boolean('is_group').notNull().default(false),
    chatbot: boolean('chatbot').notNull().default(false),
    queueOptionId: ref('queue_option_id'),
    useIntegration: boolean('use_integration').notNull().default(false),
    integrationId: ref('integration_id'),
    promptId: ref('prompt_id'),
    amountUsedBotQueues: integer('amount_used_bot_queues').notNull().default(0),
    /** Column of the kanban board; kept while the ticket is closed. */
    kanbanColumnId: ref('kanban_column_id'),
    /** Rank on the column; null stands for the ticket's id, so that new tickets come last. */
    orderIndex: doublePrecision('order_index'),
    /** Who handed it over and with which words, until its new attendant has opened it. */
    handover: jsonb('handover').$type<Handover>(),
    createdAt: createdAt(),
    /** Moves with every message and change of status: the order of the lists. */
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.contactId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      'cascade'
    ),
    foreignKey({ columns: [t.companyId, t.connectionId], foreignColumns: [connections.companyId, connections.id] }),
    foreignKey({ columns: [t.companyId, t.queueId], foreignColumns: [queues.companyId, queues.id] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }),
    foreignKey({
      columns: [t.companyId, t.kanbanColumnId],
      foreignColumns: [kanbanColumns.companyId, kanbanColumns.id]
    }),
    uniqueIndex('tickets_uuid').on(t.companyId, t.uuid),
    foreignKey({
      name: 'tickets_prompt',
      columns: [t.companyId, t.promptId],
      foreignColumns: [prompts.companyId, prompts.id]
    }),
    foreignKey({
      name: 'tickets_integration',
      columns: [t.companyId, t.integrationId],
      foreignColumns: [queueIntegrations.companyId, queueIntegrations.id]
    }),
    index('tickets_by_prompt')
      .on(t.companyId, t.promptId)
      .where(sql`${t.promptId} is not null`),
    index('tickets_by_integration')
      .on(t.companyId, t.integrationId)
      .where(sql`${t.integrationId} is not null`),
    uniqueIndex('tickets_one_active')
      .on(t.companyId, t.contactId, t.connectionId)
      .where(sql`${t.status} in ('open', 'pending') and ${t.connectionId} is not null`),
    index('tickets_by_status').on(t.companyId, t.status, newest(t.updatedAt), newest(t.id)),
    // The last column lets those of others be passed over without a look at them.
    index('tickets_by_queue').on(t.companyId, t.queueId, t.status, newest(t.updatedAt), newest(t.id), t.userId),
    index('tickets_by_user').on(t.companyId, t.userId, t.status, newest(t.updatedAt), newest(t.id), t.queueId),
    index('tickets_without_queue')
      .on(t.companyId, t.status, newest(t.updatedAt), newest(t.id), t.userId)
      .where(sql`${t.queueId} is null`),
    index('tickets_unread')
      .on(t.companyId, newest(t.updatedAt), newest(t.id), t.status, t.userId, t.queueId)
      .where(sql`${t.unreadMessages} > 0`),
    index('tickets_created').on(t.companyId, t.createdAt),
    index('tickets_by_contact').on(t.companyId, t.contactId, newest(t.updatedAt)),
    index('tickets_by_connection').on(t.companyId, t.connectionId),
    index('tickets_by_lane')
      .on(t.companyId, t.kanbanColumnId, t.status)
      .where(sql`${t.kanbanColumnId} is not null`),
    // What is older than a company keeps.
    index('tickets_closed_by_age')
      .on(t.companyId, sql`coalesce(${t.lastMessageAt}, ${t.updatedAt})`)
      .where(sql`${t.status} = 'closed'`),
    // Those in service that wait for the customer: what the clock may close. Received messages never enter it.
    index('tickets_quiet')
      .on(t.companyId, t.connectionId, t.lastMessageAt)
      .where(sql`${t.status} in ('open', 'pending') and ${t.fromMe} and not ${t.isGroup}`)
  ]
)

export const tags = pgTable(
  'tags',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    name: text('name').notNull(),
    color: text('color').notNull(),
    kanban: integer('kanban').notNull().default(0),
    userId: ref('user_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), uniqueIndex('tags_name').on(t.companyId, sql`lower(${t.name})`)]
)

export const ticketTags = pgTable(
  'ticket_tags',
  { companyId: ref('company_id').notNull(), ticketId: ref('ticket_id').notNull(), tagId: ref('tag_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.ticketId, t.tagId] }),
    foreignKey({ columns: [t.companyId, t.ticketId], foreignColumns: [tickets.companyId, tickets.id] }).onDelete(
      'cascade'
    ),
    foreignKey({ columns: [t.companyId, t.tagId], foreignColumns: [tags.companyId, tags.id] }).onDelete('cascade'),
    index('ticket_tags_tag').on(t.companyId, t.tagId, t.ticketId)
  ]
)

export const contactTags = pgTable(
  'contact_tags',
  { companyId: ref('company_id').notNull(), contactId: ref('contact_id').notNull(), tagId: ref('tag_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.companyId, t.contactId, t.tagId] }),
    foreignKey({ columns: [t.companyId, t.contactId], foreignColumns: [contacts.companyId, contacts.id] }).onDelete(
      'cascade'
    ),
    foreignKey({ columns: [t.companyId, t.tagId], foreignColumns: [tags.companyId, tags.id] }).onDelete('cascade'),
    index('contact_tags_tag').on(t.companyId, t.tagId, t.contactId)
  ]
)

/** Tickets that a person keeps on top of the own lists. */
export const ticketPins = pgTable(
  'ticket_pins',
  {
    companyId: ref('company_id').notNull(),
    userId: ref('user_id').notNull(),
    ticketId: ref('ticket_id').notNull(),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.ticketId] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.ticketId], foreignColumns: [tickets.companyId, tickets.id] }).onDelete(
      'cascade'
    ),
    index('ticket_pins_ticket').on(t.companyId, t.ticketId)
  ]
)

/** What a person began to write in a ticket and did not send. */
export const ticketDrafts = pgTable(
  'ticket_drafts',
  {
    companyId: ref('company_id').notNull(),
    userId: ref('user_id').notNull(),
    ticketId: ref('ticket_id').notNull(),
    kind: text('kind', { enum: draftKinds }).notNull().default('message'),
    text: text('text').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.ticketId, t.kind] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.ticketId], foreignColumns: [tickets.companyId, tickets.id] }).onDelete(
      'cascade'
    ),
    index('ticket_drafts_ticket').on(t.companyId, t.ticketId)
  ]
)

/** What happened to a ticket besides its messages. */
export const ticketActivities = pgTable(
  'ticket_activities',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    ticketId: ref('ticket_id').notNull(),
    kind: text('kind', { enum: activityKinds }).notNull(),
    /** Null for the customer, the bot and the clock; these four outlive what they name. */
    userId: ref('user_id'),
    toUserId: ref('to_user_id'),
    toQueueId: ref('to_queue_id'),
    tagId: ref('tag_id'),
    rating: integer('rating'),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.ticketId], foreignColumns: [tickets.companyId, tickets.id] }).onDelete(
      'cascade'
    ),
    index('ticket_activities_ticket').on(t.companyId, t.ticketId, t.id)
  ]
)

/** One row a service cycle of a ticket: waiting, served, rated. */
export const ticketTracking = pgTable(
  'ticket_tracking',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    ticketId: ref('ticket_id').notNull(),
    connectionId: ref('connection_id'),
    userId: ref('user_id'),
    queueId: ref('queue_id'),
    queuedAt: instant('queued_at'),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    ratingAt: instant('rating_at'),
    rating: integer('rating'),
    /** Begun and ended by a campaign, a schedule or the external API, with nobody in between: no service. */
    byProgram: boolean('by_program').notNull().default(false),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.ticketId], foreignColumns: [tickets.companyId, tickets.id] }).onDelete(
      'cascade'
    ),
    uniqueIndex('ticket_tracking_running')
      .on(t.companyId, t.ticketId)
      .where(sql`${t.finishedAt} is null`),
    index('ticket_tracking_begun').on(t.companyId, t.createdAt),
    index('ticket_tracking_started').on(t.companyId, t.startedAt),
    index('ticket_tracking_serving')
      .on(t.companyId, t.startedAt)
      .where(sql`${t.finishedAt} is null`),
    index('ticket_tracking_finished').on(t.companyId, t.finishedAt),
    index('ticket_tracking_rated')
      .on(t.companyId, t.ratingAt)
      .where(sql`${t.rating} is not null`),
    index('ticket_tracking_of_ticket').on(t.companyId, t.ticketId, t.id)
  ]
)
