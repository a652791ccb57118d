// SQL that takes the content of deleted messages out of everybody's sight, and gives it back.
import { and, asc, eq, sql } from 'drizzle-orm'
import type { PendingQuery, Row } from 'postgres'
import { rawOf, type Sql, type Transaction } from '#database/client.ts'
import {
  deletedContentViews,
  messages,
  type DeletedContent,
  type StoredMedia
} from '#database/tables/inbox/messages.ts'

export type { DeletedContent } from '#database/tables/inbox/messages.ts'

/** The columns of a message `m` that is deleted for everyone: what it held lies apart, where nothing but one call reads. */
export function withdrawnColumns(raw: Sql): PendingQuery<Row[]> {
  return raw`
  is_deleted = true, body = '', media = null, media_state = 'none', raw = null, change_refused = null, change_refused_by = null,
  deleted_content = jsonb_build_object('body', m.body, 'media', m.media, 'mediaState', m.media_state, 'raw', m.raw),
  updated_at = now()`
}

/** Deletes a message that is not deleted yet. */
export async function withdrawContent(db: Transaction, companyId: number, id: string): Promise<void> {
  const raw = rawOf(db)
  await raw`
    update messages m set ${withdrawnColumns(raw)}
    where m.company_id = ${companyId} and m.id = ${id}::uuid and not m.is_deleted`
}

/** The message is as it was before it was deleted. False when its content is gone, or nobody had deleted it. */
export async function restoreContent(db: Transaction, companyId: number, id: string): Promise<boolean> {
  const { count } = await rawOf(db)`
    update messages m set is_deleted = false, body = m.deleted_content ->> 'body',
      media = nullif(m.deleted_content -> 'media', 'null'::jsonb), media_state = replace(m.deleted_content ->> 'mediaState', 'fetching', 'failed'),
      raw = nullif(m.deleted_content -> 'raw', 'null'::jsonb), deleted_content = null, updated_at = now()
    where m.company_id = ${companyId} and m.id = ${id}::uuid and m.is_deleted and m.deleted_content is not null`
  return count > 0
}

/** Messages of the same tickets that answer one of these. */
export async function quotingIds(db: Transaction, companyId: number, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await rawOf(db)<{ id: string }[]>`
    select m.id from messages m where m.company_id = ${companyId} and m.quoted_id = any(${ids}::uuid[])
      and m.ticket_id in (select k.ticket_id from messages k where k.company_id = ${companyId} and k.id = any(${ids}::uuid[]))`
  return rows.map(({ id }) => id)
}

/** The tickets that these messages are in. */
export async function ticketIdsOf(db: Transaction, companyId: number, ids: string[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await rawOf(db)<{ ticket: number }[]>`
    select distinct ticket_id as ticket from messages where company_id = ${companyId} and id = any(${ids}::uuid[])`
  return rows.map(({ ticket }) => ticket)
}

/** What a deleted message of the company held; `media` of a file that came late included. */
export async function contentOf(db: Transaction, companyId: number, id: string): Promise<DeletedContent | null> {
  const [row] = await db
    .select({ content: messages.deletedContent })
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.id, id)))
  const content: DeletedContent | string | null = row?.content ?? null
  return typeof content === 'string' ? (JSON.parse(content) as DeletedContent) : content
}

/** A file that was being fetched while its message was deleted. False when nobody may have it: its writer was erased. */
export async function putWithdrawnMedia(
  db: Transaction,
  companyId: number,
  id: string,
  media: StoredMedia
): Promise<boolean> {
  const { count } = await rawOf(db)`
    update messages set deleted_content = deleted_content
      || jsonb_build_object('media', ${JSON.stringify(media)}::text::jsonb, 'mediaState', 'ready')
    where company_id = ${companyId} and id = ${id}::uuid and deleted_content is not null`
  return count > 0
}

/** Of these files those that messages show, or (with `deleted`) that deleted ones did. */
export async function keysOfMessages(
  db: Transaction,
  companyId: number,
  keys: string[],
  { deleted }: { deleted: boolean }
): Promise<string[]> {
  const raw = rawOf(db)
  const held = deleted
    ? raw`union select deleted_content -> 'media' ->> 'key' as key from messages where company_id = ${companyId}
        and deleted_content is not null and deleted_content -> 'media' ->> 'key' = any(${keys}::text[])`
    : raw``
  const rows = await raw<{ key: string }[]>`
    select media ->> 'key' as key from messages where company_id = ${companyId} and media ->> 'key' is not null
      and media ->> 'key' = any(${keys}::text[]) ${held}`
  return rows.map(({ key }) => key)
}

/** What is still to be seen of messages, tickets and notes that somebody was told of. */
export interface VisibleNow {
  /** Messages that are there and not deleted. */
  messages: ReadonlySet<string>
  /** Tickets that are there: whose they are, their line, when they were handed over last, and when something was deleted. */
  tickets: ReadonlyMap<number, { contactId: number; line: string; handedOverAt: string | null; deletedAt: Date | null }>
  /** Notes on tickets that are there. */
  notes: ReadonlySet<number>
}

/** Of these messages, tickets and notes, in one go: it is asked with every event that a stream tells. */
export async function visibleNow(
  db: Transaction,
  companyId: number,
  { messageIds, ticketIds, noteIds }: { messageIds: string[]; ticketIds: number[]; noteIds: number[] }
): Promise<VisibleNow> {
  const rows = await rawOf(db)<
    {
      message: string | null
      note: number | null
      ticket: number | null
      contact: number
      line: string
      handedOverAt: string | null
      deletedAt: string | null
    }[]
  >`
    select id as message, null::bigint as note, null::bigint as ticket, 0::bigint as contact, '' as line,
      null::text as handed_over_at, null::timestamptz as deleted_at
    from messages where company_id = ${companyId} and id = any(${messageIds}::uuid[]) and not is_deleted
    union all
    select null, id, null, 0, '', null, null from ticket_notes where company_id = ${companyId} and id = any(${noteIds}::bigint[])
    union all
    select null, null, t.id, t.contact_id, t.last_message, t.handover ->> 'at', (
      select max(m.updated_at) from messages m where m.company_id = ${companyId} and m.ticket_id = t.id and m.is_deleted)
    from tickets t where t.company_id = ${companyId} and t.id = any(${ticketIds}::bigint[])`
  return {
    messages: new Set(rows.flatMap(({ message }) => message ?? [])),
    notes: new Set(rows.flatMap(({ note }) => note ?? [])),
    tickets: new Map(
      rows.flatMap(({ ticket, contact, line, handedOverAt, deletedAt: at }) =>
        ticket === null
          ? []
          : [[ticket, { contactId: contact, line, handedOverAt, deletedAt: at === null ? null : new Date(at) }]]
      )
    )
  }
}

export async function insertView(db: Transaction, row: typeof deletedContentViews.$inferInsert): Promise<void> {
  await db.insert(deletedContentViews).values(row)
}

/** Who has looked at it, in order. */
export function viewsOf(db: Transaction, companyId: number, messageId: string) {
  return db
    .select({ userName: deletedContentViews.userName, createdAt: deletedContentViews.createdAt })
    .from(deletedContentViews)
    .where(and(eq(deletedContentViews.companyId, companyId), eq(deletedContentViews.messageId, messageId)))
    .orderBy(asc(deletedContentViews.id))
}

/** The next edit of the message that waits takes over what the message is to go back to. */
export async function passOnBefore(
  db: Transaction,
  companyId: number,
  { messageId, after, before }: { messageId: string; after: number; before: object }
): Promise<boolean> {
  const { count } = await rawOf(db)`
    update outbox set payload = payload || jsonb_build_object('before', ${JSON.stringify(before)}::text::jsonb)
    where company_id = ${companyId} and id = (
      select min(id) from outbox where company_id = ${companyId} and message_id = ${messageId}::uuid and kind = 'edit'
        and id > ${after})`
  return count > 0
}

/** An edit that was refused, of a message that was deleted since: it comes back, if at all, as it was before the edit. */
export async function putWithdrawnBody(db: Transaction, companyId: number, id: string, body: string): Promise<void> {
  await db
    .update(messages)
    .set({ deletedContent: sql`${messages.deletedContent} || jsonb_build_object('body', ${body}::text)` })
    .where(and(eq(messages.companyId, companyId), eq(messages.id, id)))
}
