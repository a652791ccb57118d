// SQL that tells every node, when the transaction commits, what to drop of a cache.
import { sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'

export async function notifyNodes(db: Transaction, channel: string, scope: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${scope})`)
}
