// SQL of messages from before a phone was paired.
import { rawOf, recordsOf, type Transaction } from '#database/client.ts'
import type { IncomingRow } from '../receive/receive.repo.ts'

type OfPlace = 'connectionId' | 'ticketId' | 'contactId' | 'queueId' | 'receivedOffline'

/** As a received one, with what has become of it since; the place is that of the whole conversation. */
export interface EarlierRow extends Omit<IncomingRow, OfPlace> {
  ack: number
  reactions: unknown
}

/** The conversation that takes them. */
export interface HistoryTarget {
  connectionId: number
  contactId: number
  ticketId: number
  queueId: number | null
  /** The ticket was made for them. */
  isFresh: boolean
  /** Those with a higher one stand before those with a lower one that were said in the same second. */
  ordinal: number
}

/** Far enough below zero for more messages than there will be, in as many parts as a phone tells. */
const belowAll = (ordinal: number): number => 2 ** 52 + (ordinal % 2 ** 18) * 2 ** 33

/** True when something from before was stored in the ticket since a moment. */
export async function hasEarlierSince(
  db: Transaction,
  companyId: number,
  ticketId: number,
  since: Date
): Promise<boolean> {
  const [row] = await rawOf(db)<{ has: boolean }[]>`
    select exists (select 1 from messages where company_id = ${companyId} and ticket_id = ${ticketId}
      and seq < 0 and updated_at >= ${since.toISOString()}::timestamptz) as has`
  return row?.has === true
}

/**
 * Stores messages, read and in their order, and lets the ticket's last line and its place in the lists follow the newest
 * one. What is there already stays as it is. They get places in the order of storing below zero: to everybody who follows
 * what has come in since, they are no news. Returns how many were stored.
 */
export async function storeEarlierRows(
  db: Transaction,
  companyId: number,
  { connectionId, contactId, ticketId, queueId, isFresh, ordinal }: HistoryTarget,
  rows: EarlierRow[]
): Promise<number> {
  const raw = rawOf(db)
  const [counted] = await raw<{ stored: number }[]>`
    with incoming as (
      select * from jsonb_to_recordset(${recordsOf(rows)}::text::jsonb) as x(
        ord int, id uuid, wa_id text, from_me boolean, body text, media_type text, media jsonb, media_state text,
        is_forwarded boolean, participant text, sender_name text, ack int, reactions jsonb, raw jsonb,
        created_at timestamptz, preview text)
    ), stored as (
      insert into messages (company_id, id, seq, ticket_id, contact_id, connection_id, queue_id, wa_id, from_me, body,
        media_type, media, media_state, is_forwarded, participant, sender_name, ack, reactions, delivery, read, raw, created_at)
      select ${companyId}, x.id, nextval(pg_get_serial_sequence('messages', 'seq')) - ${belowAll(ordinal)}::bigint, ${ticketId},
        ${contactId}, ${connectionId}, ${queueId}::bigint, x.wa_id, x.from_me, x.body, x.media_type, x.media, x.media_state,
        x.is_forwarded, x.participant, x.sender_name, x.ack, x.reactions,
        case when x.from_me then 'sent' else 'received' end, true, x.raw, x.created_at
      from (select * from incoming order by ord) x
      on conflict (company_id, connection_id, wa_id, contact_id, from_me) where wa_id is not null and connection_id is not null
      do nothing
      returning id
    ), newest as (
      select x.preview, x.from_me, x.created_at, (select min(created_at) from incoming) as first_at
      from incoming x join stored s on s.id = x.id order by x.created_at desc, x.ord desc limit 1
    ), moved as (
      update tickets t set
        last_message = case when n.created_at < t.last_message_at then t.last_message else n.preview end,
        from_me = case when n.created_at < t.last_message_at then t.from_me else n.from_me end,
        last_message_at = greatest(t.last_message_at, n.created_at),
        created_at = case when ${isFresh}::boolean then n.first_at else t.created_at end,
        updated_at = case when ${isFresh}::boolean then n.created_at else greatest(t.updated_at, n.created_at) end
      from newest n where t.company_id = ${companyId} and t.id = ${ticketId}
    )
    select count(*)::int as stored from stored`
  return counted?.stored ?? 0
}

/**
 * Joins replies to what they answer: those among `rows`, and those of before that answer one of them. A reply to what the
 * phone may tell later is remembered.
 */
export async function joinQuotes(
  db: Transaction,
  companyId: number,
  connectionId: number,
  rows: Pick<EarlierRow, 'id' | 'waId' | 'quotedWaId'>[]
): Promise<void> {
  const raw = rawOf(db)
  const quoting = rows.flatMap(({ id, quotedWaId }) => (quotedWaId === null ? [] : [{ id, waId: quotedWaId }]))
  if (quoting.length > 0) {
    await raw`
      insert into history_quotes (company_id, connection_id, message_id, wa_id)
      select ${companyId}, ${connectionId}, m.id, x.wa_id
      from jsonb_to_recordset(${recordsOf(quoting)}::text::jsonb) as x(id uuid, wa_id text)
      join messages m on m.company_id = ${companyId} and m.id = x.id
      on conflict do nothing`
  }
  await raw`
    with joined as (
      update messages m set quoted_id = q.id
      from history_quotes h join messages q
        on q.company_id = h.company_id and q.connection_id = h.connection_id and q.wa_id = h.wa_id
      where h.company_id = ${companyId} and h.connection_id = ${connectionId}
        and (h.message_id = any(${rows.map(({ id }) => id)}::uuid[]) or h.wa_id = any(${rows.map((row) => row.waId)}::text[]))
        and m.company_id = ${companyId} and m.id = h.message_id and q.contact_id = m.contact_id
      returning m.id
    )
    delete from history_quotes where company_id = ${companyId} and connection_id = ${connectionId}
      and message_id in (select id from joined)`
}
