// SQL of the inbound hot path: one statement that reads what a batch needs, one that stores it.
import { rawOf, recordsOf, type Transaction } from '#database/client.ts'
import { withdrawnColumns } from '../deleted-content.repo.ts'
import type { TicketRow } from '#features/inbox/tickets/lists/ticket-rows.ts'
import { ticketColumns, ticketJoins } from '#features/inbox/tickets/lists/ticket-columns.repo.ts'
import type { MessageRow, QuotedRow } from '../messages.repo.ts'

/** Where a conversation takes place: an address, as a connection heard of it. */
export interface ChatTarget {
  connectionId: number
  address: string
}

/** A contact behind known addresses and, when there is one, the contact's newest ticket on the connection. */
export interface ChatContext extends Omit<TicketRow, 'id'> {
  /** The connection that was asked for, and those of the asked addresses that are the contact's. */
  ofConnection: number
  addresses: string[]
  /** Null: the contact has no ticket on this connection. */
  id: number | null
  ofContact: number
  ofContactName: string
  ofContactNumber: string | null
  ofContactEmail: string
  ofContactPicture: string | null
  ofContactIsGroup: boolean
  nameSource: 'typed' | 'pushed' | 'number'
  waAddress: string | null
}

/** Contacts of these addresses, each with its active or else newest ticket, which stays locked until the commit. */
export function chatContexts(db: Transaction, companyId: number, places: ChatTarget[]): Promise<ChatContext[]> {
  const raw = rawOf(db)
  return raw<ChatContext[]>`
    select a.of_connection, a.addresses, c.id as of_contact, c.name as of_contact_name, c.number as of_contact_number,
      c.email as of_contact_email, c.picture as of_contact_picture, c.is_group as of_contact_is_group,
      c.name_source, c.wa_address, ${ticketColumns(raw)}
    from (
      select x.connection_id as of_connection, k.contact_id, array_agg(k.address) as addresses
      from unnest(${places.map(({ connectionId }) => connectionId)}::bigint[],
                  ${places.map(({ address }) => address)}::text[]) as x (connection_id, address)
      join contact_addresses k on k.company_id = ${companyId} and k.address = x.address
      group by k.contact_id, x.connection_id order by k.contact_id, x.connection_id
    ) a
    join contacts c on c.company_id = ${companyId} and c.id = a.contact_id
    left join lateral (
      select k.* from tickets k
      where k.company_id = ${companyId} and k.contact_id = a.contact_id and k.connection_id = a.of_connection
      order by (k.status = 'closed'), k.updated_at desc limit 1 for no key update
    ) t on true
    ${ticketJoins(raw)}`
}

/** What tells a message from all others of a company. */
export interface MessageIdentity {
  connectionId: number
  contactId: number
  fromMe: boolean
  waId: string
}

export const messageKey = (message: MessageIdentity): string =>
  `${message.connectionId}|${message.contactId}|${message.fromMe}|${message.waId}`

/** Keys of those of the given messages that are stored already. */
export async function storedKeys(db: Transaction, companyId: number, given: MessageIdentity[]): Promise<Set<string>> {
  if (given.length === 0) return new Set()
  const rows = await rawOf(db)<MessageIdentity[]>`
    select m.connection_id, m.contact_id, m.from_me, m.wa_id from messages m
    join jsonb_to_recordset(${recordsOf(given)}::text::jsonb)
        as x(connection_id bigint, contact_id bigint, from_me boolean, wa_id text)
      on x.connection_id = m.connection_id and x.contact_id = m.contact_id and x.from_me = m.from_me and x.wa_id = m.wa_id
    where m.company_id = ${companyId}`
  return new Set(rows.map(messageKey))
}

/** One message on its way into the table; JSON, read by `jsonb_to_recordset`. */
export interface IncomingRow {
  ord: number
  id: string
  connectionId: number
  ticketId: number
  contactId: number
  queueId: number | null
  waId: string
  fromMe: boolean
  body: string
  mediaType: string
  media: unknown
  mediaState: string
  quotedWaId: string | null
  isForwarded: boolean
  participant: string | null
  senderName: string | null
  receivedOffline: boolean
  raw: unknown
  createdAt: string
  preview: string
}

/** What became of a batch: stored messages and the counters of their tickets. */
export interface StoredBatch {
  messages: {
    id: string
    seq: number
    ticketId: number
    quotedId: string | null
    replaced: boolean
    updatedAt: string
  }[]
  tickets: {
    id: number
    unreadMessages: number
    lastMessage: string
    fromMe: boolean
    waitingSince: string | null
    lastMessageAt: string
    updatedAt: string
  }[]
}

/**
 * Stores messages, moves their tickets and settles their journal rows in one statement. A message that is already
 * there is left alone, except that a readable copy fills the place of one that could not be decrypted.
 */
export async function storeIncoming(
  db: Transaction,
  companyId: number,
  rows: IncomingRow[],
  journalIds: number[]
): Promise<StoredBatch> {
  const raw = rawOf(db)
  const [row] = await raw<
    { messages: StoredBatch['messages'] | string | null; tickets: StoredBatch['tickets'] | string | null }[]
  >`
    with incoming as (
      select * from jsonb_to_recordset(${recordsOf(rows)}::text::jsonb) as x(
        ord int, id uuid, connection_id bigint, ticket_id bigint, contact_id bigint, queue_id bigint, wa_id text, from_me boolean, body text,
        media_type text, media jsonb, media_state text, quoted_wa_id text, is_forwarded boolean, participant text, sender_name text,
        received_offline boolean, raw jsonb, created_at timestamptz, preview text)
    ), stored as (
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, queue_id, wa_id, from_me, body, media_type,
        media, media_state, quoted_id, is_forwarded, participant, sender_name, ack, delivery, read, received_offline, raw, created_at)
      select ${companyId}, x.id, x.ticket_id, x.contact_id, x.connection_id, x.queue_id, x.wa_id, x.from_me, x.body, x.media_type,
        x.media, x.media_state,
        case when x.quoted_wa_id is null then null else (
          select m.id from messages m where m.company_id = ${companyId} and m.connection_id = x.connection_id
            and m.wa_id = x.quoted_wa_id and m.contact_id = x.contact_id limit 1) end,
        x.is_forwarded, x.participant, x.sender_name, case when x.from_me then 1 else 0 end,
        case when x.from_me then 'sent' else 'received' end, x.from_me, x.received_offline, x.raw, x.created_at
      from incoming x order by x.ord
      on conflict (company_id, connection_id, wa_id, contact_id, from_me) where wa_id is not null and connection_id is not null
      do update set body = case when messages.is_edited then messages.body else excluded.body end,
        media_type = excluded.media_type, media = excluded.media, media_state = excluded.media_state,
        quoted_id = excluded.quoted_id, is_forwarded = excluded.is_forwarded, raw = excluded.raw, updated_at = now()
      where messages.media_type = 'ciphertext' and excluded.media_type <> 'ciphertext' and not messages.is_deleted
      returning id, seq, ticket_id, from_me, quoted_id, wa_id, created_at, updated_at, (xmax <> 0) as replaced
    ), moved as (
      select s.ticket_id, count(*) filter (where not s.from_me and not s.replaced) as unread,
        min(s.created_at) filter (where not s.from_me) as asked_at,
        (array_agg(x.preview order by s.created_at desc, s.seq desc))[1] as preview,
        (array_agg(x.from_me order by s.created_at desc, s.seq desc))[1] as from_me, max(s.created_at) as last_at
      from stored s join incoming x on x.wa_id = s.wa_id and x.ticket_id = s.ticket_id and x.from_me = s.from_me
      group by s.ticket_id
    ), counted as (
      update tickets t set unread_messages = t.unread_messages + moved.unread,
        last_message = case when moved.last_at < t.last_message_at then t.last_message else moved.preview end,
        from_me = case when moved.last_at < t.last_message_at then t.from_me else moved.from_me end,
        -- Who answers on the phone answers; what came in with an older time than the answer was answered by it.
        waiting_since = case
          when moved.last_at < t.last_message_at then t.waiting_since
          when moved.from_me then null
          else coalesce(t.waiting_since, moved.asked_at) end,
        last_message_at = greatest(t.last_message_at, moved.last_at), updated_at = now()
      from moved where t.company_id = ${companyId} and t.id = moved.ticket_id
      returning t.id, t.unread_messages, t.last_message, t.from_me, t.waiting_since, t.last_message_at, t.updated_at
    ), settled as (
      delete from inbound_journal where company_id = ${companyId} and id = any(${journalIds}::bigint[])
    )
    select
      (select json_agg(json_build_object('id', id, 'seq', seq, 'ticketId', ticket_id, 'quotedId', quoted_id, 'replaced', replaced,
        'updatedAt', updated_at)) from stored) as messages,
      (select json_agg(json_build_object('id', id, 'unreadMessages', unread_messages, 'lastMessage', last_message,
        'fromMe', from_me, 'waitingSince', waiting_since, 'lastMessageAt', last_message_at, 'updatedAt', updated_at)) from counted) as tickets`
  const list = <T>(value: T[] | string | null | undefined): T[] =>
    typeof value === 'string' ? (JSON.parse(value) as T[]) : (value ?? [])
  return { messages: list(row?.messages), tickets: list(row?.tickets) }
}

/** Settles journal rows that hold nothing for people. */
export async function settleJournal(db: Transaction, companyId: number, journalIds: number[]): Promise<void> {
  if (journalIds.length === 0) return
  await rawOf(db)`delete from inbound_journal where company_id = ${companyId} and id = any(${journalIds}::bigint[])`
}

/** What bubbles show of the messages they answer, by id. */
export async function quotedRows(db: Transaction, companyId: number, ids: string[]): Promise<Map<string, QuotedRow>> {
  if (ids.length === 0) return new Map()
  const raw = rawOf(db)
  const rows = await raw<(QuotedRow & { media: MessageRow['media'] })[]>`
    select id, body, from_me, media_type, media, sender_name, is_deleted from messages
    where company_id = ${companyId} and id = any(${ids}::uuid[])`
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, media: typeof row.media === 'string' ? (JSON.parse(row.media) as QuotedRow['media']) : row.media }
    ])
  )
}

/** A change to a message that is already stored, found by WhatsApp's id within its conversation. */
export interface TargetedChange {
  connectionId: number
  contactId: number
  waId: string
  fromMe: boolean
  /** Addresses of the group member who asks; only the writer of a message may change it. Null: anybody's. */
  writers: string[] | null
  body?: string
}

/** Marks messages as deleted by their writer. Returns the ids of those that were found. */
export async function markDeleted(db: Transaction, companyId: number, changes: TargetedChange[]) {
  const raw = rawOf(db)
  const rows = await raw<{ id: string }[]>`
    update messages m set ${withdrawnColumns(raw)}
    from jsonb_to_recordset(${recordsOf(changes)}::text::jsonb)
      as x(connection_id bigint, contact_id bigint, wa_id text, from_me boolean, writers text[])
    where m.company_id = ${companyId} and m.connection_id = x.connection_id and m.wa_id = x.wa_id
      and m.contact_id = x.contact_id and m.from_me = x.from_me and not m.is_deleted
      and (x.writers is null or m.participant = any(x.writers))
    returning m.id`
  return rows.map((row) => row.id)
}

/** Replaces the texts of messages. Returns the ids of those that were found. */
export async function markEdited(db: Transaction, companyId: number, changes: TargetedChange[]) {
  const raw = rawOf(db)
  const rows = await raw<{ id: string }[]>`
    update messages m set body = x.body, is_edited = true, updated_at = now()
    from jsonb_to_recordset(${recordsOf(changes)}::text::jsonb)
      as x(connection_id bigint, contact_id bigint, wa_id text, from_me boolean, writers text[], body text)
    where m.company_id = ${companyId} and m.connection_id = x.connection_id and m.wa_id = x.wa_id
      and m.contact_id = x.contact_id and m.from_me = x.from_me and not m.is_deleted
      and (x.writers is null or m.participant = any(x.writers))
    returning m.id`
  return rows.map((row) => row.id)
}

export interface ReactionChange {
  connectionId: number
  contactId: number
  waId: string
  fromMe: boolean
  emoji: string
  byMe: boolean
  /** Who reacted: the contact's id, or the addresses of a group member. */
  by: string[]
  name: string
}

/**
 * Sets, replaces or takes back one reaction a person; phones do not agree on whose message a key names, so the id decides
 * where only one message has it. Returns the ids of messages that were found.
 */
export async function markReactions(db: Transaction, companyId: number, changes: ReactionChange[]) {
  const raw = rawOf(db)
  const rows = await raw<{ id: string }[]>`
    update messages m set updated_at = now(), reactions = (
      select coalesce(jsonb_agg(r), '[]'::jsonb) from (
        select r from jsonb_array_elements(m.reactions) r
        where (r->>'fromMe')::boolean is distinct from x.by_me or not coalesce(r->>'by' = any(x.by), false)
        union all
        select jsonb_build_object('emoji', x.emoji, 'fromMe', x.by_me, 'contactId', case when x.by_me then null else x.contact_id end,
          'by', x.by[1], 'name', x.name) where x.emoji <> ''
      ) as kept(r))
    from jsonb_to_recordset(${recordsOf(changes)}::text::jsonb)
      as x(connection_id bigint, contact_id bigint, wa_id text, from_me boolean, emoji text, by_me boolean, "by" text[], name text)
    where m.company_id = ${companyId} and m.connection_id = x.connection_id and m.wa_id = x.wa_id
      and m.contact_id = x.contact_id
      and (m.from_me = x.from_me or not exists (
        select 1 from messages o where o.company_id = ${companyId} and o.connection_id = x.connection_id
          and o.wa_id = x.wa_id and o.contact_id = x.contact_id and o.from_me = x.from_me))
    returning m.id`
  return rows.map((row) => row.id)
}
