// SQL of messages: reading them joined with what a bubble shows, and their changes; always scoped by company.
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { PendingQuery, Row } from 'postgres'
import { rawOf, recordsOf, type Sql, type Transaction } from '#database/client.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { messages, type StoredMedia, type StoredReaction } from '#database/tables/inbox/messages.ts'

export type { StoredMedia, StoredReaction } from '#database/tables/inbox/messages.ts'

/** A message with the name of its author and the message it answers, as `messageColumns` selects it. */
export interface MessageRow {
  id: string
  seq: number
  ticketId: number
  contactId: number
  connectionId: number | null
  queueId: number | null
  userId: number | null
  userName: string | null
  waId: string | null
  fromMe: boolean
  body: string
  mediaType: Message['mediaType']
  media: StoredMedia | string | null
  mediaState: Message['mediaState']
  quotedId: string | null
  quoted: QuotedRow | string | null
  participant: string | null
  senderName: string | null
  ack: number
  delivery: Message['delivery']
  failure: Message['failure']
  read: boolean
  isDeleted: boolean
  changeRefused: 'delete' | 'edit' | null
  changeRefusedBy: number | null
  isEdited: boolean
  isForwarded: boolean
  reactions: StoredReaction[] | string
  clientId: string | null
  receivedOffline: boolean
  createdAt: string
  updatedAt: string
}

/** What a bubble shows of the message it answers. */
export interface QuotedRow {
  id: string
  body: string
  fromMe: boolean
  mediaType: Message['mediaType']
  media: StoredMedia | null
  senderName: string | null
  isDeleted: boolean
}

export type NewMessage = typeof messages.$inferInsert

/** Columns of MessageRow for a message `m`. */
function messageColumns(raw: Sql): PendingQuery<Row[]> {
  return raw`
  m.id, m.seq, m.ticket_id, m.contact_id, m.connection_id, m.queue_id, m.user_id, u.name as user_name, m.wa_id, m.from_me,
  m.body, m.media_type, m.media, m.media_state, m.quoted_id, m.participant, m.sender_name, m.ack, m.delivery, m.failure,
  m.read, m.is_deleted, m.change_refused, m.change_refused_by, m.is_edited, m.is_forwarded, m.reactions, m.client_id, m.received_offline, m.created_at, m.updated_at,
  (select to_jsonb(x) from (select k.id, k.body, k.from_me as "fromMe", k.media_type as "mediaType", k.media,
       k.sender_name as "senderName", k.is_deleted as "isDeleted"
     from messages k where k.company_id = m.company_id and k.id = m.quoted_id) x) as quoted`
}

const messageJoins = (raw: Sql): PendingQuery<Row[]> =>
  raw`left join users u on u.company_id = m.company_id and u.id = m.user_id`

export async function messageRowsByIds(db: Transaction, companyId: number, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const raw = rawOf(db)
  return raw<MessageRow[]>`
    select ${messageColumns(raw)} from messages m ${messageJoins(raw)}
    where m.company_id = ${companyId} and m.id = any(${ids}::uuid[])`
}

/** Messages of a ticket, newest first: a page, or those before a place. */
export function historyRows(
  db: Transaction,
  companyId: number,
  ticketId: number,
  page: { before: { createdAt: string; seq: number } | null; offset: number; limit: number }
): Promise<MessageRow[]> {
  const raw = rawOf(db)
  const before = page.before
    ? raw`and (m.created_at, m.seq) < (${page.before.createdAt}::timestamptz, ${page.before.seq})`
    : raw``
  const ofTicket = raw`from messages m where m.company_id = ${companyId} and m.ticket_id = ${ticketId} ${before}`
  const inOrder = raw`order by m.created_at desc, m.seq desc`
  // The way to a page far back leads through the index alone; only its own messages are read.
  const first = raw`(select m.created_at, m.seq ${ofTicket} ${inOrder} limit 1 offset ${page.offset}) first`
  return raw<MessageRow[]>`
    select ${messageColumns(raw)} from ${first} cross join lateral (
      select * ${ofTicket} and (m.created_at, m.seq) <= (first.created_at, first.seq) ${inOrder} limit ${page.limit}
    ) m ${messageJoins(raw)} ${inOrder}`
}

/** Messages after a place, oldest first. */
export function rowsAfter(
  db: Transaction,
  companyId: number,
  ticketId: number,
  { after, limit }: { after: { createdAt: string; seq: number }; limit: number }
): Promise<MessageRow[]> {
  const raw = rawOf(db)
  return raw<MessageRow[]>`
    select ${messageColumns(raw)} from (
      select * from messages m where m.company_id = ${companyId} and m.ticket_id = ${ticketId}
        and (m.created_at, m.seq) >= (${after.createdAt}::timestamptz, ${after.seq})
      order by m.created_at, m.seq limit ${limit}
    ) m ${messageJoins(raw)} order by m.created_at, m.seq`
}

/** Newest messages of a ticket among which those that came in are looked for. */
const mostArrived = 100

type ArrivedRow = Pick<MessageRow, 'id' | 'seq' | 'body' | 'mediaType' | 'fromMe' | 'createdAt'>

/** What came in after a place in the order of messages, and what is named, in that order; nothing that was deleted. Own ones: from the phone. */
export function arrivedRows(
  db: Transaction,
  companyId: number,
  ticketId: number,
  { seq, ids }: { seq: number; ids: string[] }
): Promise<ArrivedRow[]> {
  return rawOf(db)<ArrivedRow[]>`
  select id, seq, body, media_type, from_me, created_at from (
    select * from messages where company_id = ${companyId} and ticket_id = ${ticketId}
    order by created_at desc, seq desc limit ${mostArrived}
  ) m
  where not is_deleted and (seq > ${seq} or id = any(${ids}::uuid[])) and (not from_me or (user_id is null and client_id is null))
  order by seq`
}

/** How many messages a ticket has, counted no further than `most`. */
export async function countMessages(
  db: Transaction,
  companyId: number,
  ticketId: number,
  most: number
): Promise<number> {
  const [row] = await rawOf(db)<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from messages where company_id = ${companyId} and ticket_id = ${ticketId} limit ${most}) as counted`
  return row?.count ?? 0
}

/** Place of a message in its ticket; null when it is not of that ticket. */
export async function positionOf(db: Transaction, companyId: number, ticketId: number, id: string) {
  const [row] = await rawOf(db)<{ createdAt: string; seq: number }[]>`
    select created_at, seq from messages where company_id = ${companyId} and ticket_id = ${ticketId} and id = ${id}::uuid`
  return row ? { createdAt: row.createdAt, seq: row.seq } : null
}

export async function messageById(db: Transaction, companyId: number, id: string) {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.id, id)))
  return row ?? null
}

/** Those of the ids that are messages of the ticket, in no order; nobody deletes one until the end of the transaction. */
export function messagesOfTicket(db: Transaction, companyId: number, ticketId: number, ids: string[]) {
  return db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.ticketId, ticketId), inArray(messages.id, ids)))
    .orderBy(messages.id)
    .for('share')
}

/** Locks a message until the end of the transaction. */
export async function lockMessage(db: Transaction, companyId: number, id: string) {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.id, id)))
    .for('no key update')
  return row ?? null
}

/** Null when the client's id was used in this ticket before. */
export async function insertMessage(db: Transaction, row: NewMessage): Promise<string | null> {
  const [inserted] = await db.insert(messages).values(row).onConflictDoNothing().returning({ id: messages.id })
  return inserted?.id ?? null
}

export async function messageIdByClientId(db: Transaction, companyId: number, ticketId: number, clientId: string) {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.ticketId, ticketId), eq(messages.clientId, clientId)))
  return row?.id ?? null
}

export async function updateMessageRow(
  db: Transaction,
  companyId: number,
  id: string,
  change: Partial<NewMessage>
): Promise<void> {
  await db
    .update(messages)
    .set({ ...change, updatedAt: sql`now()` })
    .where(and(eq(messages.companyId, companyId), eq(messages.id, id)))
}

export interface AckChange {
  waId: string
  level: number
}

/** Raises receipts of own messages; never lowers one. Returns the ids of those that rose. */
export async function raiseAcks(db: Transaction, companyId: number, connectionId: number, changes: AckChange[]) {
  const rows = await rawOf(db)<{ id: string }[]>`
    update messages m set ack = x.level, delivery = 'sent', failure = null, updated_at = now()
    from jsonb_to_recordset(${recordsOf(changes)}::text::jsonb) as x(wa_id text, level smallint)
    where m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.wa_id = x.wa_id
      and m.from_me and m.ack < x.level and m.delivery <> 'cancelled'
    returning m.id`
  return rows.map((row) => row.id)
}

/** The newest messages of a ticket, the newest first. */
export function lastMessages(db: Transaction, companyId: number, ticketId: number, limit: number) {
  return db
    .select({ id: messages.id, clientId: messages.clientId, seq: messages.seq, delivery: messages.delivery })
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.ticketId, ticketId)))
    .orderBy(desc(messages.createdAt), desc(messages.seq))
    .limit(limit)
}

/** Messages that wait to go out over a connection fail. Returns their ids. */
export async function failWaiting(
  db: Transaction,
  companyId: number,
  connectionId: number,
  failure: string
): Promise<string[]> {
  const rows = await db
    .update(messages)
    .set({ delivery: 'failed', failure, updatedAt: sql`now()` })
    .where(
      and(eq(messages.companyId, companyId), eq(messages.connectionId, connectionId), eq(messages.delivery, 'waiting'))
    )
    .returning({ id: messages.id })
  return rows.map((row) => row.id)
}

/** An own message by WhatsApp's id. */
export async function ownMessageByWaId(db: Transaction, companyId: number, connectionId: number, waId: string) {
  const own = and(eq(messages.companyId, companyId), eq(messages.connectionId, connectionId), eq(messages.fromMe, true))
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(own, eq(messages.waId, waId)))
  return row?.id ?? null
}

/** Storage keys that these messages hold. */
export async function mediaKeysOf(db: Transaction, companyId: number, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ media: messages.media })
    .from(messages)
    .where(and(eq(messages.companyId, companyId), inArray(messages.id, ids)))
  return rows.flatMap(({ media }) => [media?.key, media?.thumbnailKey].filter((key) => key !== undefined))
}

export interface AwaitedMedia {
  id: string
  connectionId: number | null
  mediaType: string
  media: StoredMedia
}

/** Of these messages those whose file is still to be fetched, in their order. */
export async function awaitedMedia(db: Transaction, companyId: number, ids: string[]): Promise<AwaitedMedia[]> {
  const rows = await db
    .select({
      id: messages.id,
      connectionId: messages.connectionId,
      mediaType: messages.mediaType,
      media: messages.media
    })
    .from(messages)
    .where(and(eq(messages.companyId, companyId), inArray(messages.id, ids), eq(messages.mediaState, 'fetching')))
    .orderBy(messages.createdAt, messages.seq)
  return rows.flatMap((row) => (row.media ? [{ ...row, media: row.media }] : []))
}
