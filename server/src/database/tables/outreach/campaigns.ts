// Campaigns: what is sent, to whom, and what became of each of them; and who wants none of it for ever.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
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
import { createdAt, instant, newest, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from '../org/companies.ts'
import { connections } from '../inbox/connections.ts'
import { contactLists } from './contact-lists.ts'
import { fileLists } from '../library/file-lists.ts'
import type { StoredMedia } from '../inbox/messages.ts'

interface CampaignFile {
  mediaType: Message['mediaType']
  media: StoredMedia
}

/** What goes with the list's files: a file with its caption, or the text of the list. */
type CampaignAttachment = (CampaignFile | { mediaType: 'chat'; media: null }) & { caption: string }

export const campaigns = pgTable(
  'campaigns',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    name: text('name').notNull(),
    status: text('status', { enum: ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] })
      .notNull()
      .default('INATIVA'),
    /** With `plan-limit` it is at work and waits for messages of its plan. */
    stopReason: text('stop_reason', { enum: ['refused-by-whatsapp', 'connection-gone', 'nobody', 'plan-limit'] }),
    confirmation: boolean('confirmation').notNull().default(false),
    /** Five each, empty where nothing was written. */
    messages: jsonb('messages').$type<string[]>().notNull(),
    confirmations: jsonb('confirmations').$type<string[]>().notNull(),
    contactListId: ref('contact_list_id'),
    tagId: ref('tag_id'),
    connectionId: ref('connection_id'),
    fileListId: ref('file_list_id'),
    scheduledAt: instant('scheduled_at'),
    completedAt: instant('completed_at'),
    /** Goes with the first message, as messages carry it; all of them name the same file. */
    media: jsonb('media').$type<CampaignFile>(),
    /** The text and the files of the list, copied once when the campaign begins to write: from then on the list may change. */
    attached: jsonb('attached').$type<CampaignAttachment[]>(),
    /** The recipients were taken in: from here on the list may change without changing the campaign. */
    isFilled: boolean('is_filled').notNull().default(false),
    /** When it was counted among those of a month: it was started, or scheduled, for the first time. */
    countedAt: instant('counted_at'),
    /** Not before this moment is the next message written. */
    nextAt: instant('next_at'),
    /** Messages since the last longer pause. */
    sinceLong: integer('since_long').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      columns: [t.companyId, t.contactListId],
      foreignColumns: [contactLists.companyId, contactLists.id],
      name: 'campaigns_contact_list'
    }),
    foreignKey({
      columns: [t.companyId, t.connectionId],
      foreignColumns: [connections.companyId, connections.id],
      name: 'campaigns_connection'
    }),
    foreignKey({
      columns: [t.companyId, t.fileListId],
      foreignColumns: [fileLists.companyId, fileLists.id],
      name: 'campaigns_file_list'
    }),
    index('campaigns_newest').on(t.companyId, newest(t.createdAt), newest(t.id)),
    // The clock asks for all companies at once.
    index('campaigns_at_work')
      .on(t.companyId, t.id)
      .where(sql`${t.status} in ('PROGRAMADA', 'EM_ANDAMENTO')`),
    index('campaigns_of_list').on(t.companyId, t.contactListId),
    index('campaigns_of_connection').on(t.companyId, t.connectionId),
    index('campaigns_of_files').on(t.companyId, t.fileListId)
  ]
)

export const campaignRecipients = pgTable(
  'campaign_recipients',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    campaignId: ref('campaign_id').notNull(),
    name: text('name').notNull(),
    number: text('number').notNull(),
    numberKey: text('number_key').notNull(),
    email: text('email').notNull().default(''),
    state: text('state', { enum: ['waiting', 'asked', 'sent', 'skipped', 'failed'] })
      .notNull()
      .default('waiting'),
    reason: text('reason'),
    /** Which of the five, once it was picked. */
    variant: smallint('variant'),
    /** Rises with every retry, so that a further message is no repetition of the one before. */
    attempt: smallint('attempt').notNull().default(0),
    /** No foreign keys: both may be deleted. */
    contactId: ref('contact_id'),
    /** The question, or all that the person is to get. */
    messageIds: uuid('message_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    confirmationRequestedAt: instant('confirmation_requested_at'),
    confirmedAt: instant('confirmed_at'),
    sentAt: instant('sent_at'),
    deliveredAt: instant('delivered_at'),
    readAt: instant('read_at'),
    /** When the person first wrote back. */
    answeredAt: instant('answered_at')
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      columns: [t.companyId, t.campaignId],
      foreignColumns: [campaigns.companyId, campaigns.id],
      name: 'campaign_recipients_campaign'
    }).onDelete('cascade'),
    uniqueIndex('campaign_recipients_number').on(t.companyId, t.campaignId, t.numberKey),
    index('campaign_recipients_in_turn').on(t.companyId, t.campaignId, t.state, t.id),
    index('campaign_recipients_asked')
      .on(t.companyId, t.contactId)
      .where(sql`${t.state} = 'asked' and ${t.confirmedAt} is null`),
    // They have the turn before all who wait, in a finished campaign too.
    index('campaign_recipients_confirmed')
      .on(t.companyId, t.campaignId, t.id)
      .where(sql`${t.state} = 'asked' and ${t.confirmedAt} is not null`),
    index('campaign_recipients_of_contact').on(t.companyId, t.contactId),
    // Written, and nothing heard of it yet: looked through again and again.
    index('campaign_recipients_unheard')
      .on(t.sentAt)
      .where(sql`${t.state} = 'sent' and ${t.deliveredAt} is null`),
    index('campaign_recipients_unheard_questions')
      .on(t.confirmationRequestedAt)
      .where(sql`${t.state} = 'asked' and ${t.messageIds} <> '{}'`)
  ]
)

/** How many people a connection wrote to for the first time on a day; it outlives the campaigns that did. */
export const campaignFirstContacts = pgTable(
  'campaign_first_contacts',
  {
    companyId: ref('company_id').notNull(),
    connectionId: ref('connection_id').notNull(),
    /** By the company's clocks. */
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.day] }),
    foreignKey({
      columns: [t.companyId, t.connectionId],
      foreignColumns: [connections.companyId, connections.id],
      name: 'campaign_first_contacts_connection'
    }).onDelete('cascade')
  ]
)

export const campaignOptOuts = pgTable(
  'campaign_opt_outs',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    numberKey: text('number_key').notNull(),
    number: text('number').notNull(),
    name: text('name').notNull().default(''),
    /** What the person wrote, or why somebody of the company entered the number. */
    word: text('word').notNull(),
    /** Who entered it, by the name of then; null: the person said so. */
    byName: text('by_name'),
    createdAt: createdAt(),
    /** An admin took it back, by the name of then: it was a mistake, or the person wants to hear of campaigns again. */
    revokedAt: instant('revoked_at'),
    revokedByName: text('revoked_by_name')
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.numberKey] }),
    index('campaign_opt_outs_newest').on(t.companyId, newest(t.createdAt))
  ]
)

export const campaignSettings = pgTable(
  'campaign_settings',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    value: jsonb('value').notNull()
  },
  (t) => [primaryKey({ columns: [t.companyId, t.key] })]
)
