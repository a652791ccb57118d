// SQL of the keys that outlive the application secret.
import { inArray } from 'drizzle-orm'
import type { Database } from '#database/client.ts'
import { lastingKeys } from '#database/tables/lasting-keys.ts'
import { companies } from '#database/tables/org/companies.ts'

export type LastingKeyRow = Pick<typeof lastingKeys.$inferSelect, 'purpose' | 'sealedKey'>

export function keysOf(db: Database, purposes: string[]): Promise<LastingKeyRow[]> {
  return db
    .select({ purpose: lastingKeys.purpose, sealedKey: lastingKeys.sealedKey })
    .from(lastingKeys)
    .where(inArray(lastingKeys.purpose, purposes))
}

/** Of two nodes that start at once, one writes and both read. */
export const insertKeys = (db: Database, keys: LastingKeyRow[]): Promise<unknown> =>
  db.insert(lastingKeys).values(keys).onConflictDoNothing()

export const deleteAllKeys = (db: Database): Promise<unknown> => db.delete(lastingKeys)

/** Whether a server has run on this database before. */
export const hasCompanies = async (db: Database): Promise<boolean> =>
  (await db.select({ id: companies.id }).from(companies).limit(1)).length > 0
