// SQL of conversations that an AI prompt or an integration leads.
import { and, between, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Transaction } from '#database/client.ts'
import { ticketAutoResponders } from '#database/tables/automation/auto-responders.ts'

export type AutoResponderRow = typeof ticketAutoResponders.$inferSelect
export type AutoResponderKey = Pick<AutoResponderRow, 'companyId' | 'ticketId'>

const isTicket = ({ companyId, ticketId }: AutoResponderKey) =>
  and(eq(ticketAutoResponders.companyId, companyId), eq(ticketAutoResponders.ticketId, ticketId))

/** Whoever is at it keeps at it: what they bring is only taken while the lease is theirs. */
const isHeld = (row: AutoResponderRow) => and(isTicket(row), eq(ticketAutoResponders.lease, row.lease ?? ''))

export const findAutoResponder = async (
  db: Transaction,
  key: AutoResponderKey
): Promise<AutoResponderRow | undefined> => (await db.select().from(ticketAutoResponders).where(isTicket(key)))[0]

/** The same, locked until the transaction ends. */
export const lockAutoResponderRow = async (
  db: Transaction,
  key: AutoResponderKey
): Promise<AutoResponderRow | undefined> =>
  (await db.select().from(ticketAutoResponders).where(isTicket(key)).for('no key update'))[0]

export async function putAutoResponder(db: Transaction, row: typeof ticketAutoResponders.$inferInsert): Promise<void> {
  await db
    .insert(ticketAutoResponders)
    .values(row)
    .onConflictDoUpdate({
      target: [ticketAutoResponders.companyId, ticketAutoResponders.ticketId],
      set: { ...row, updatedAt: sql`now()` }
    })
}

/** Nothing for one that has run out, or that somebody else has. */
export async function prolongLease(
  db: Transaction,
  row: AutoResponderRow,
  { now, until }: { now: Date; until: Date }
): Promise<void> {
  await db
    .update(ticketAutoResponders)
    .set({ leaseUntil: until })
    .where(and(isHeld(row), gt(ticketAutoResponders.leaseUntil, now)))
}

/** Conversations that somebody is at, or was when they were killed. */
export function claimedAutoResponders(db: Transaction): Promise<(AutoResponderKey & { leaseUntil: Date | null })[]> {
  return db
    .select({
      companyId: ticketAutoResponders.companyId,
      ticketId: ticketAutoResponders.ticketId,
      leaseUntil: ticketAutoResponders.leaseUntil
    })
    .from(ticketAutoResponders)
    .where(isNotNull(ticketAutoResponders.lease))
}

/**
 * Conversations that wait for an answer, were asked since `from`, and nobody is at: left alone since `to`, or by somebody
 * who was killed.
 */
export function abandonedAutoResponders(
  db: Transaction,
  { from, to, now }: { from: Date; to: Date; now: Date }
): Promise<AutoResponderKey[]> {
  return db
    .select({ companyId: ticketAutoResponders.companyId, ticketId: ticketAutoResponders.ticketId })
    .from(ticketAutoResponders)
    .where(
      and(
        between(ticketAutoResponders.updatedAt, from, now),
        or(
          isNotNull(ticketAutoResponders.pending),
          gt(ticketAutoResponders.askedSeq, ticketAutoResponders.answeredSeq)
        ),
        or(
          and(isNull(ticketAutoResponders.lease), lt(ticketAutoResponders.updatedAt, to)),
          lt(ticketAutoResponders.leaseUntil, now)
        )
      )
    )
}

/** Takes a conversation up, unless somebody is at it. */
export async function claimAutoResponder(
  db: Transaction,
  key: AutoResponderKey,
  { lease, now, until }: { lease: string; now: Date; until: Date }
): Promise<AutoResponderRow | undefined> {
  const isFree = or(isNull(ticketAutoResponders.lease), lt(ticketAutoResponders.leaseUntil, now))
  const change = { lease, leaseUntil: until }
  return (
    await db
      .update(ticketAutoResponders)
      .set(change)
      .where(and(isTicket(key), isFree))
      .returning()
  )[0]
}

/** Frees a conversation for whoever comes next. */
export const freeClaimed = (db: Transaction, row: AutoResponderRow): Promise<boolean> =>
  changeClaimed(db, row, { lease: null, leaseUntil: null })

/** False when somebody else has taken the conversation up since. */
export async function changeClaimed(
  db: Transaction,
  row: AutoResponderRow,
  change: Partial<AutoResponderRow>
): Promise<boolean> {
  return (
    (
      await db
        .update(ticketAutoResponders)
        .set(change)
        .where(isHeld(row))
        .returning({ id: ticketAutoResponders.ticketId })
    ).length > 0
  )
}
