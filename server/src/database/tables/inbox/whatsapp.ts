// What a WhatsApp session keeps: credentials, Signal keys, the journal of received messages.
import { sql } from 'drizzle-orm'
import { bigint, customType, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, ref, rowId, updatedAt } from '../columns.ts'
import { connections } from './connections.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

function ofConnection(t: { companyId: never; connectionId: never }) {
  return foreignKey({
    columns: [t.companyId, t.connectionId],
    foreignColumns: [connections.companyId, connections.id]
  }).onDelete('cascade')
}

/** Credentials of a paired device, encrypted with the application secret. */
export const whatsappCreds = pgTable(
  'whatsapp_creds',
  {
    companyId: ref('company_id').notNull(),
    connectionId: ref('connection_id').notNull(),
    data: bytes('data').notNull(),
    updatedAt: updatedAt()
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId] }), ofConnection(t as never)]
)

/** Signal keys and sessions, one row a key, encrypted. */
export const whatsappKeys = pgTable(
  'whatsapp_keys',
  {
    companyId: ref('company_id').notNull(),
    connectionId: ref('connection_id').notNull(),
    type: text('type').notNull(),
    id: text('id').notNull(),
    data: bytes('data').notNull()
  },
  (t) => [primaryKey({ columns: [t.companyId, t.connectionId, t.type, t.id] }), ofConnection(t as never)]
)

/**
 * Every decrypted message, written in the same statement as its ratchet step and before the acknowledgement.
 * A row goes when its message is stored; `failedAt` marks those that could not be.
 */
export const inboundJournal = pgTable(
  'inbound_journal',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    connectionId: ref('connection_id').notNull(),
    chat: text('chat').notNull(),
    /** Attributes of the stanza as they came. */
    attrs: jsonb('attrs').$type<Record<string, string>>().notNull(),
    /** Decrypted `proto.Message` bytes with their padding. */
    plain: bytes('plain').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    failedAt: instant('failed_at'),
    reason: text('reason')
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    ofConnection(t as never),
    index('inbound_journal_waiting')
      .on(t.companyId, t.connectionId, t.id)
      .where(sql`${t.failedAt} is null`),
    index('inbound_journal_failed')
      .on(t.companyId, t.id)
      .where(sql`${t.failedAt} is not null`)
  ]
)

/** Nodes that run sessions, one row each. What it promises ends with two moments that every heartbeat puts off. */
export const whatsappNodes = pgTable('whatsapp_nodes', {
  name: text('name').primaryKey(),
  /** Second number of the advisory lock its connection holds; null: it has none, behind a pooler. */
  lockKey: bigint('lock_key', { mode: 'number' }),
  /** Its last heartbeat. */
  aliveAt: instant('alive_at').notNull(),
  /** Without another heartbeat it has no socket any more from here on. */
  leaseUntil: instant('lease_until').notNull(),
  /** The same, when its lock is gone. */
  unlockedUntil: instant('unlocked_until').notNull()
})
