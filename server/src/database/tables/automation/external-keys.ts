// Idempotency keys of other programs: what was asked for with each, and what it made.
import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, ref } from '../columns.ts'
import { connections } from '../inbox/connections.ts'

export const externalKeys = pgTable(
  'external_keys',
  {
    companyId: ref('company_id').notNull(),
    connectionId: ref('connection_id').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of what was to be sent, base64. */
    fingerprint: text('fingerprint').notNull(),
    messageIds: uuid('message_ids').array().notNull().default([]),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.connectionId, t.key] }),
    foreignKey({
      columns: [t.companyId, t.connectionId],
      foreignColumns: [connections.companyId, connections.id],
      name: 'external_keys_connection'
    }).onDelete('cascade')
  ]
)
