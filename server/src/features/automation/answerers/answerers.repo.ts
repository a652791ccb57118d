// SQL of conversations that an AI prompt or an integration leads.
import { and, between, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { ticketAnswerers } from '#database/tables/answerers.ts'

export type AnswererRow = typeof ticketAnswerers.$inferSelect
export type AnswererKey = Pick<AnswererRow, 'companyId' | 'ticketId'>

const isTicket = ({ companyId, ticketId }: AnswererKey) =>
  and(eq(ticketAnswerers.companyId, companyId), eq(ticketAnswerers.ticketId, ticketId))

/** Whoever is at it keeps at it: what they bring is only taken while the lease is theirs. */
const isHeld = (row: AnswererRow) => and(isTicket(row), eq(ticketAnswerers.lease, row.lease ?? ''))

export const findAnswerer = async (db: Transaction, key: AnswererKey): Promise<AnswererRow | undefined> =>
  (await db.select().from(ticketAnswerers).where(isTicket(key)))[0]

/** The same, held until the transaction ends. */
export const lockAnswerer = async (db: Transaction, key: AnswererKey): Promise<AnswererRow | undefined> =>
  (await db.select().from(ticketAnswerers).where(isTicket(key)).for('no key update'))[0]

export async function putAnswerer(db: Transaction, row: typeof ticketAnswerers.$inferInsert): Promise<void> {
  await db
    .insert(ticketAnswerers)
    .values(row)
    .onConflictDoUpdate({
      target: [ticketAnswerers.companyId, ticketAnswerers.ticketId],
      set: { ...row, updatedAt: sql`now()` }
    })
}

/** Nothing for one that has run out, or that somebody else has. */
export async function prolongLease(
  db: Transaction,
  row: AnswererRow,
  { now, until }: { now: Date; until: Date }
): Promise<void> {
  await db
    .update(ticketAnswerers)
    .set({ leaseUntil: until })
    .where(and(isHeld(row), gt(ticketAnswerers.leaseUntil, now)))
}

/** Conversations that somebody is at, or was when they were killed. */
export function heldAnswerers(db: Transaction): Promise<(AnswererKey & { leaseUntil: Date | null })[]> {
  return db
    .select({
      companyId: ticketAnswerers.companyId,
      ticketId: ticketAnswerers.ticketId,
      leaseUntil: ticketAnswerers.leaseUntil
    })
    .from(ticketAnswerers)
    .where(isNotNull(ticketAnswerers.lease))
}

/**
 * Conversations that wait for an answer, were asked since `from`, and nobody is at: left alone since `to`, or by somebody
 * who was killed.
 */
export function abandonedAnswerers(
  db: Transaction,
  { from, to, now }: { from: Date; to: Date; now: Date }
): Promise<AnswererKey[]> {
  return db
    .select({ companyId: ticketAnswerers.companyId, ticketId: ticketAnswerers.ticketId })
    .from(ticketAnswerers)
    .where(
      and(
        between(ticketAnswerers.updatedAt, from, now),
        or(isNotNull(ticketAnswerers.pending), gt(ticketAnswerers.askedSeq, ticketAnswerers.answeredSeq)),
        or(and(isNull(ticketAnswerers.lease), lt(ticketAnswerers.updatedAt, to)), lt(ticketAnswerers.leaseUntil, now))
      )
    )
}

/** Takes a conversation up, unless somebody is at it. */
export async function claimAnswerer(
  db: Transaction,
  key: AnswererKey,
  { lease, now, until }: { lease: string; now: Date; until: Date }
): Promise<AnswererRow | undefined> {
  const isFree = or(isNull(ticketAnswerers.lease), lt(ticketAnswerers.leaseUntil, now))
  const change = { lease, leaseUntil: until }
  return (
    await db
      .update(ticketAnswerers)
      .set(change)
      .where(and(isTicket(key), isFree))
      .returning()
  )[0]
}

/** False when somebody else has taken the conversation up since. */
export async function changeHeld(db: Transaction, row: AnswererRow, change: Partial<AnswererRow>): Promise<boolean> {
  return (
    (await db.update(ticketAnswerers).set(change).where(isHeld(row)).returning({ id: ticketAnswerers.ticketId }))
      .length > 0
  )
}
