// SQL of the networks from which people have signed in.
import { and, eq, gte, lt } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { knownLoginNetworks } from '#database/tables/org/users.ts'

type Row = typeof knownLoginNetworks.$inferSelect

export async function hasNetwork(
  db: Transaction,
  { companyId, userId, network }: Omit<Row, 'lastAt'>,
  since: Date
): Promise<boolean> {
  const { companyId: company, userId: user, network: hash, lastAt } = knownLoginNetworks
  const isIt = and(eq(company, companyId), eq(user, userId), eq(hash, network), gte(lastAt, since))
  return (await db.select({ lastAt }).from(knownLoginNetworks).where(isIt)).length > 0
}

export function saveNetwork(db: Transaction, row: Row): Promise<unknown> {
  const { companyId, userId, network } = knownLoginNetworks
  return db
    .insert(knownLoginNetworks)
    .values(row)
    .onConflictDoUpdate({ target: [companyId, userId, network], set: { lastAt: row.lastAt } })
}

export const deleteOldNetworks = (db: Transaction, moment: Date): Promise<unknown> =>
  db.delete(knownLoginNetworks).where(lt(knownLoginNetworks.lastAt, moment))
