// SQL of attempts that are slowed down.
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { loginAttempts } from '#database/tables/org/users.ts'

export interface Slowing {
  /** Attempts without any delay. */
  free: number
  /** Seconds of the first delay; each further attempt doubles it. */
  first: number
  /** Seconds of the longest delay. */
  longest: number
  /** Seconds without an attempt after which counting starts anew. */
  forgottenAfter: number
}

/**
 * Counts an attempt before it is made, so that a hundred at once are a hundred, and not one.
 * Answers with 0, or with the seconds still to wait.
 */
export async function takeAttempt(db: Transaction, key: string, slowing: Slowing, now: Date): Promise<number> {
  const { free, first, longest, forgottenAfter } = slowing
  const at = now.toISOString()
  const before = sql`${loginAttempts.failures}`
  const isForgotten = sql`${loginAttempts.lastAt} < ${at}::timestamptz - make_interval(secs => ${forgottenAfter})`
  const count = sql`case when ${isForgotten} then 1 else ${before} + 1 end`
  const seconds = sql`least(${longest}::float8, ${first}::float8 * power(2, least(30, (${count}) - ${free}::int)))`
  // Without a delay nothing may be compared with this moment: calls at once read the clock in another order.
  const blockedUntil = sql`case when (${count}) < ${free}::int then 'epoch'::timestamptz
    else ${at}::timestamptz + make_interval(secs => ${seconds}) end`
  const taken = await db
    .insert(loginAttempts)
    .values({ key, failures: 1, lastAt: now, blockedUntil: new Date(0) })
    .onConflictDoUpdate({
      target: loginAttempts.key,
      set: { failures: count, lastAt: now, blockedUntil },
      setWhere: sql`${loginAttempts.blockedUntil} <= ${at}::timestamptz`
    })
    .returning({ key: loginAttempts.key })
  if (taken.length > 0) return 0
  const [row] = await db
    .select({ until: loginAttempts.blockedUntil })
    .from(loginAttempts)
    .where(eq(loginAttempts.key, key))
  return Math.max(1, Math.ceil(((row?.until.getTime() ?? 0) - now.getTime()) / 1000))
}

/** Takes back an attempt that turned out well. */
export function returnAttempt(db: Transaction, key: string): Promise<unknown> {
  return db
    .update(loginAttempts)
    .set({ failures: sql`greatest(0, ${loginAttempts.failures} - 1)`, blockedUntil: new Date(0) })
    .where(eq(loginAttempts.key, key))
}

export const deleteAttempts = (db: Transaction, keys: readonly string[]): Promise<unknown> =>
  db.delete(loginAttempts).where(inArray(loginAttempts.key, [...keys]))

export const deleteOldAttempts = (db: Transaction, moment: Date): Promise<unknown> =>
  db.delete(loginAttempts).where(lt(loginAttempts.lastAt, moment))
