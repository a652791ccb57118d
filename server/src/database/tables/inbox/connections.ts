// WhatsApp connections and the queues they serve.
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
  text,
  uniqueIndex
} from 'drizzle-orm/pg-core'
import type { ConnectionPairing, HistoryChoice } from '@guiche/shared/features/inbox/connections.ts'
import type { OutageReason } from '@guiche/shared/features/inbox/connection-uptime.ts'
import { prompts, queueIntegrations } from '../automation/automation.ts'
import { createdAt, instant, ref, rowId, updatedAt } from '../columns.ts'
import { companies } from '../org/companies.ts'
import { queues } from '../org/queues.ts'

export const connections = pgTable(
  'connections',
  {
    companyId: ref('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    id: rowId(),
    name: text('name').notNull(),
    status: text('status').notNull().default('DISCONNECTED'),
    statusReason: text('status_reason'),
    statusSince: instant('status_since').notNull().defaultNow(),
    qrcode: text('qrcode').notNull().default(''),
    retries: integer('retries').notNull().default(0),
    /** The code that is to be typed on a phone, as people see it; like the QR code it is worthless after minutes. */
    pairing: jsonb('pairing').$type<ConnectionPairing>(),
    isDefault: boolean('is_default').notNull().default(false),
    /** Own number and LID once paired (digits, user part). */
    number: text('number'),
    lid: text('lid'),
    greetingMessage: text('greeting_message').notNull().default(''),
    complationMessage: text('complation_message').notNull().default(''),
    outOfHoursMessage: text('out_of_hours_message').notNull().default(''),
    ratingMessage: text('rating_message').notNull().default(''),
    /** Of the token of the external API; null without one. The token itself is kept nowhere. */
    tokenHash: text('token_hash'),
    expiresInactiveMessage: text('expires_inactive_message').notNull().default(''),
    expiresTicket: integer('expires_ticket').notNull().default(0),
    timeUseBotQueues: integer('time_use_bot_queues').notNull().default(0),
    maxUseBotQueues: integer('max_use_bot_queues').notNull().default(3),
    transferQueueId: ref('transfer_queue_id'),
    timeToTransfer: integer('time_to_transfer').notNull().default(0),
    promptId: ref('prompt_id'),
    integrationId: ref('integration_id'),
    /** Which earlier conversations come with a phone that is paired. */
    importHistory: text('import_history').$type<HistoryChoice>().notNull().default('off'),
    /** What the admin wants: a running session or none. The supervisor follows it. */
    wanted: text('wanted', { enum: ['running', 'stopped'] })
      .notNull()
      .default('stopped'),
    /** Phone (digits) that a code to pair by was asked for, until the session has begun to ask WhatsApp. */
    pairingNumber: text('pairing_number'),
    /** Raised with every command, so that a supervisor sees a restart as one. */
    generation: integer('generation').notNull().default(0),
    /**
     * What to do once before following `wanted`: `renew` forgets the pairing, `logout` also unlinks the device at
     * WhatsApp. The supervisor clears it when it is done.
     */
    command: text('command', { enum: ['renew', 'logout'] }),
    /** Node that owns the session: as long as its row of `whatsapp_nodes` says. */
    leaseOwner: text('lease_owner'),
    /** Infinity while a node owns it; a moment bounds an owner without such a row. */
    leaseUntil: instant('lease_until'),
    /** Raised with every taking: what a former owner writes names an older one and is refused. */
    leaseEpoch: bigint('lease_epoch', { mode: 'number' }).notNull().default(0),
    /** When it was last taken over or given back. */
    aliveAt: instant('alive_at'),
    /** Set when another node (or a new start) took the session over, until it reports: since when nobody ran it. */
    awaySince: instant('away_since'),
    /** When it first had WhatsApp: what is known of its outages begins there. */
    watchedFrom: instant('watched_from'),
    createdAt: createdAt(),
    updatedAt: updatedAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    uniqueIndex('connections_name').on(t.companyId, sql`lower(${t.name})`),
    uniqueIndex('connections_default')
      .on(t.companyId)
      .where(sql`${t.isDefault}`),
    uniqueIndex('connections_token').on(t.tokenHash),
    index('connections_wanted').on(t.wanted, t.leaseUntil),
    foreignKey({ columns: [t.companyId, t.transferQueueId], foreignColumns: [queues.companyId, queues.id] }),
    foreignKey({
      name: 'connections_prompt',
      columns: [t.companyId, t.promptId],
      foreignColumns: [prompts.companyId, prompts.id]
    }),
    foreignKey({
      name: 'connections_integration',
      columns: [t.companyId, t.integrationId],
      foreignColumns: [queueIntegrations.companyId, queueIntegrations.id]
    })
  ]
)

export const connectionQueues = pgTable(
  'connection_queues',
  {
    companyId: ref('company_id').notNull(),
    connectionId: ref('connection_id').notNull(),
    queueId: ref('queue_id').notNull()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.queueId] }),
    foreignKey({
      columns: [t.companyId, t.connectionId],
      foreignColumns: [connections.companyId, connections.id]
    }).onDelete('cascade'),
    foreignKey({ columns: [t.companyId, t.queueId], foreignColumns: [queues.companyId, queues.id] }).onDelete(
      'cascade'
    ),
    index('connection_queues_queue').on(t.companyId, t.queueId)
  ]
)

/**
 * Times at which a connection that had WhatsApp is without: lost, or paused because somebody stopped it. Breaks that
 * follow one another within minutes are one row.
 */
export const connectionOutages = pgTable(
  'connection_outages',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    connectionId: ref('connection_id').notNull(),
    kind: text('kind', { enum: ['outage', 'paused'] }).notNull(),
    /** Own number (digits) when it was lost: a phone that logs out takes it away. */
    number: text('number'),
    reason: text('reason').$type<OutageReason>(),
    beganAt: instant('began_at').notNull(),
    endedAt: instant('ended_at'),
    /** When the last of its breaks began. */
    brokeAt: instant('broke_at').notNull(),
    breaks: integer('breaks').notNull().default(1),
    /** Milliseconds without WhatsApp in the breaks that are over. */
    lostMs: bigint('lost_ms', { mode: 'number' }).notNull().default(0),
    /** When its administrators are to be told if it lasts. */
    dueAt: instant('due_at'),
    /** When they were last told that it is lost. */
    toldAt: instant('told_at'),
    /** Since when they believe it lost; null when they do not. */
    toldFrom: instant('told_from')
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({
      name: 'connection_outages_connection',
      columns: [t.companyId, t.connectionId],
      foreignColumns: [connections.companyId, connections.id]
    }).onDelete('cascade'),
    uniqueIndex('connection_outages_open')
      .on(t.companyId, t.connectionId)
      .where(sql`${t.endedAt} is null`),
    index('connection_outages_order').on(t.companyId, t.connectionId, t.beganAt),
    index('connection_outages_ended').on(t.endedAt)
  ]
)
