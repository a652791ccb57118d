// Column builders that every table shares.
import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** Instant with milliseconds and time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
export const createdAt = () => instant('created_at').notNull().defaultNow()
export const updatedAt = () => instant('updated_at').notNull().defaultNow()
/** Row id: a number from a sequence. */
export const rowId = () => bigint('id', { mode: 'number' }).notNull().generatedByDefaultAsIdentity()
/** Reference to a row id. */
export const ref = (name: string) => bigint(name, { mode: 'number' })
/** Newest first in an index, as a plain `order by … desc` asks for it: an index with nulls elsewhere would not serve it. */
export const newest = <C>(column: { desc(): { nullsFirst(): C } }): C => column.desc().nullsFirst()
