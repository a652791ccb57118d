// SQL of who is online.
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { users } from '#database/tables/org/users.ts'

/** Writes presence and the last sign of life; answers whether presence changed, null for nobody. */
export async function savePresence(
  db: Transaction,
  who: { companyId: number; userId: number },
  online: boolean,
  at: Date
): Promise<boolean | null> {
  const isUser = and(eq(users.companyId, who.companyId), eq(users.id, who.userId))
  const [before] = await db.select({ online: users.online }).from(users).where(isUser).for('no key update')
  if (!before) return null
  await db.update(users).set({ online, lastSeenAt: at }).where(isUser)
  return before.online !== online
}

/** Marks people offline who gave no sign of life since `moment`; answers with them. */
export function markSilentOffline(db: Transaction, moment: Date): Promise<{ companyId: number; userId: number }[]> {
  const silent = db
    .select({ id: users.id })
    .from(users)
    .where(and(users.online, lt(users.lastSeenAt, moment)))
    .limit(500)
    .for('no key update', { skipLocked: true })
  return db
    .update(users)
    .set({ online: false })
    .where(and(users.online, inArray(users.id, silent)))
    .returning({ companyId: users.companyId, userId: users.id })
}
