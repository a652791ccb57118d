// SQL of the bot: where its conversations stand, and which tickets the clock has something to do with.
import { and, eq, sql } from 'drizzle-orm'
import { rawOf, type Transaction } from '#database/client.ts'
import { ticketBots } from '#database/tables/automation/chatbot.ts'

export interface BotRow {
  seenSeq: number
  state: unknown
  lateIds: string[]
}

export async function botOf(db: Transaction, companyId: number, ticketId: number): Promise<BotRow | null> {
  const [row] = await db
    .select({ seenSeq: ticketBots.seenSeq, state: ticketBots.state, lateIds: ticketBots.lateIds })
    .from(ticketBots)
    .where(and(eq(ticketBots.companyId, companyId), eq(ticketBots.ticketId, ticketId)))
  return row ?? null
}

type Saved = Omit<typeof ticketBots.$inferInsert, 'updatedAt'>

export async function saveBot(db: Transaction, row: Saved): Promise<void> {
  await db
    .insert(ticketBots)
    .values(row)
    .onConflictDoUpdate({
      target: [ticketBots.companyId, ticketBots.ticketId],
      set: { ...row, updatedAt: sql`now()` }
    })
}

/** Tickets that the bot listens to from now on. */
export async function giveToBot(db: Transaction, companyId: number, ticketIds: number[]): Promise<void> {
  await rawOf(db)`
    update tickets set chatbot = true where company_id = ${companyId} and id = any(${ticketIds}::bigint[])`
}

/** The bot does not listen to a ticket any more; its place in the lists stays. */
export async function takeFromBot(db: Transaction, companyId: number, ticketId: number): Promise<void> {
  await rawOf(db)`update tickets set chatbot = false where company_id = ${companyId} and id = ${ticketId}`
}

/** Nobody waits for the rating of a ticket any more. */
export async function endRatingOf(db: Transaction, companyId: number, ticketId: number): Promise<void> {
  await db
    .update(ticketBots)
    .set({ ratingUntil: null })
    .where(and(eq(ticketBots.companyId, companyId), eq(ticketBots.ticketId, ticketId)))
}

/** Those of closed tickets that a person completed a short time ago (milliseconds), without a word of ours since. */
export async function concludedLately(
  db: Transaction,
  companyId: number,
  ticketIds: number[],
  now: number
): Promise<number[]> {
  const rows = await rawOf(db)<{ ticketId: number }[]>`
    select b.ticket_id from ticket_bots b
    where b.company_id = ${companyId} and b.ticket_id = any(${ticketIds}::bigint[]) and b.state->>'phase' = 'ended'
      and (b.state->>'ratingUntil')::numeric >= ${now}::numeric
      and not exists (select from messages m where m.company_id = b.company_id and m.ticket_id = b.ticket_id
        and m.from_me and m.seq > b.seen_seq)`
  return rows.map((row) => row.ticketId)
}

export interface DueTicket {
  companyId: number
  id: number
  /** When it changed last, so that a change since then is seen. */
  updatedAt: string
}

/** Tickets that one round of the clock takes up at the most; the next one follows in a minute. */
const most = 500

/** Waiting without a queue for longer than their connection lets them; `now` as ISO text. */
export function tooLongWithoutQueue(db: Transaction, now: string): Promise<DueTicket[]> {
  return rawOf(db)<DueTicket[]>`
  select t.company_id, t.id, t.updated_at from connections w
  join lateral (
    select k.company_id, k.id, k.updated_at from tickets k
    join ticket_tracking c on c.company_id = k.company_id and c.ticket_id = k.id and c.finished_at is null
    where k.company_id = w.company_id and k.connection_id = w.id and k.status = 'pending' and k.queue_id is null
      and not k.is_group and c.queued_at < ${now}::timestamptz - w.time_to_transfer * interval '1 minute'
    limit ${most}
  ) t on true
  where w.transfer_queue_id is not null and w.time_to_transfer > 0
  limit ${most}`
}

/** Open, with the last word ours, for longer than their connection waits for the customer. */
export function tooLongSilent(db: Transaction, now: string): Promise<DueTicket[]> {
  return rawOf(db)<DueTicket[]>`
  select t.company_id, t.id, t.updated_at from connections w
  join lateral (
    select k.company_id, k.id, k.updated_at from tickets k
    where k.company_id = w.company_id and k.connection_id = w.id and k.status in ('open', 'pending') and k.from_me
      and not k.is_group and k.status = 'open'
      and k.last_message_at < ${now}::timestamptz - w.expires_ticket * interval '1 minute'
    order by k.last_message_at limit ${most}
  ) t on true
  where w.expires_ticket > 0
  limit ${most}`
}

/**
 * In service, or left alone in the bot, with the last word ours, for longer than the company's hours; `usual` are those
 * of a company that never chose.
 */
export function idleTickets(db: Transaction, now: string, usual: string): Promise<DueTicket[]> {
  return rawOf(db)<DueTicket[]>`
  select t.company_id, t.id, t.updated_at from (
    select w.company_id, w.id, coalesce(nullif(regexp_replace(s.value, '[^0-9]', '', 'g'), ''), ${usual})::int as hours
    from connections w left join settings s on s.company_id = w.company_id and s.key = 'hoursCloseTicketsAuto'
  ) w
  join lateral (
    select k.company_id, k.id, k.updated_at from tickets k
    where k.company_id = w.company_id and k.connection_id = w.id and k.status in ('open', 'pending') and k.from_me
      and not k.is_group and (k.status = 'open' or k.chatbot)
      and k.last_message_at < ${now}::timestamptz - w.hours * interval '1 hour'
    order by k.last_message_at limit ${most}
  ) t on true
  where w.hours > 0
  limit ${most}`
}

/** Closed tickets whose rating nobody waits for any more. */
export function unrated(db: Transaction, now: string): Promise<DueTicket[]> {
  return rawOf(db)<DueTicket[]>`
  select t.company_id, t.id, t.updated_at from ticket_bots b
  join tickets t on t.company_id = b.company_id and t.id = b.ticket_id
  where b.rating_until < ${now}::timestamptz order by b.rating_until limit ${most}`
}
