// Browsers that are told of news while no window of their person is open.
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, ref, rowId } from '../columns.ts'
import { loginSessions, users } from '../org/users.ts'

/** One row a browser. It lasts as long as the login that asked for it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    companyId: ref('company_id').notNull(),
    id: rowId(),
    userId: ref('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Address at the push service of the browser's maker. */
    endpoint: text('endpoint').notNull(),
    /** Sealed: the keys that its payloads are encrypted with. */
    keys: text('keys').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: createdAt()
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.userId], foreignColumns: [users.companyId, users.id] }).onDelete('cascade'),
    foreignKey({
      columns: [t.companyId, t.sessionId],
      foreignColumns: [loginSessions.companyId, loginSessions.id]
    }).onDelete('cascade'),
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    index('push_subscriptions_user').on(t.companyId, t.userId),
    index('push_subscriptions_session').on(t.companyId, t.sessionId)
  ]
)
