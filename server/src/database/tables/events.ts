// The log of realtime events that clients catch up from.
import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, ref } from './columns.ts'
import { companies } from './org/companies.ts'

/** Last sequence number of a company; its row lock makes the numbers follow the order of commits. */
export const eventSequences = pgTable('event_sequences', {
  companyId: bigint('company_id', { mode: 'number' })
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  seq: bigint('seq', { mode: 'number' }).notNull().default(0)
})

export const eventLog = pgTable(
  'event_log',
  {
    companyId: ref('company_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** Rooms that hear it and rooms that do not, though they are in one that does. */
    rooms: text('rooms').array().notNull(),
    except: text('except').array().notNull(),
    name: text('name').notNull(),
    /** JSON text, as it goes over the wire. */
    payload: text('payload').notNull(),
    at: instant('at').notNull().defaultNow()
  },
  (t) => [primaryKey({ columns: [t.companyId, t.seq] }), index('event_log_age').on(t.at)]
)
