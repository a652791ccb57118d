// SQL of messages and files that are older than a company keeps them.
import { rawOf, type Sql, type Transaction } from '#database/client.ts'
import type { FileGroup } from '#features/inbox/erasure/erasure.service.ts'

/** What nobody of the team has read yet, or what waits to be sent, stays. All but the last condition is what an index holds. */
function isExpired(raw: Sql, companyId: number, before: Date) {
  return raw`
  m.company_id = ${companyId} and m.created_at < ${before.toISOString()}::timestamptz and (m.read or m.from_me)
  and m.delivery <> 'waiting'`
}

function hasExpiredFile(raw: Sql, companyId: number, before: Date) {
  return raw`
  m.company_id = ${companyId} and m.created_at < ${before.toISOString()}::timestamptz
  and coalesce(m.media ->> 'key', m.deleted_content -> 'media' ->> 'key') is not null`
}

interface Gone {
  messages: { id: string; updatedAt: Date }[]
  ticketIds: number[]
  files: FileGroup[]
}

type FileRow = { key: string | null; thumbnail: string | null }

const fileOf = ({ key, thumbnail }: FileRow): FileGroup[] =>
  key === null ? [] : [thumbnail === null ? [key] : [key, thumbnail]]

/** Deletes the oldest ones, and what their tickets say of the words that stood in them alone. */
export async function deleteExpiredMessages(
  db: Transaction,
  companyId: number,
  before: Date,
  limit: number
): Promise<Gone> {
  const raw = rawOf(db)
  const rows = await raw<({ id: string; ticket: number; updatedAt: string; words: string[] } & FileRow)[]>`
    delete from messages d where d.company_id = ${companyId} and d.id in (
      select m.id from messages m where ${isExpired(raw, companyId, before)} order by m.created_at limit ${limit})
    returning d.id, d.ticket_id as ticket, d.updated_at,
      coalesce(d.media ->> 'key', d.deleted_content -> 'media' ->> 'key') as key,
      coalesce(d.media ->> 'thumbnailKey', d.deleted_content -> 'media' ->> 'thumbnailKey') as thumbnail,
      array(select w.number::text from words_of(d.search_text) w) as words`
  const pairs = rows.flatMap(({ ticket, words }) => words.map((number) => ({ ticket, number })))
  const ticketIds = [...new Set(rows.map(({ ticket }) => ticket))]
  await raw`
    with kept as materialized (
      select distinct m.ticket_id, x.number from messages m cross join lateral words_of(m.search_text) x
      where m.company_id = ${companyId} and m.ticket_id = any(${ticketIds}::bigint[])
    )
    delete from ticket_words k using unnest(${pairs.map(({ ticket }) => ticket)}::bigint[],
      ${pairs.map(({ number }) => number)}::bigint[]) as w(ticket_id, number)
    where k.company_id = ${companyId} and k.ticket_id = w.ticket_id and k.number = w.number and not exists (
      select 1 from kept where kept.ticket_id = w.ticket_id and kept.number = w.number)`
  return {
    messages: rows.map(({ id, updatedAt }) => ({ id, updatedAt: new Date(updatedAt) })),
    ticketIds,
    files: rows.flatMap(fileOf)
  }
}

/** Tickets of these in which nothing stands any more say no last message either; returns those. */
export async function clearEmptyTickets(db: Transaction, companyId: number, ticketIds: number[]): Promise<number[]> {
  const rows = await rawOf(db)<{ id: number }[]>`
    update tickets t set last_message = '' where t.company_id = ${companyId} and t.id = any(${ticketIds}::bigint[])
      and t.last_message <> '' and not exists (
        select 1 from messages m where m.company_id = t.company_id and m.ticket_id = t.id)
    returning t.id`
  return rows.map(({ id }) => id)
}

/** Takes the files off the oldest messages that have one; what else they say of it stays. */
export async function dropExpiredFiles(
  db: Transaction,
  companyId: number,
  before: Date,
  limit: number
): Promise<FileGroup[]> {
  const raw = rawOf(db)
  const rows = await raw<FileRow[]>`
    with old as (
      select m.id, coalesce(m.media ->> 'key', m.deleted_content -> 'media' ->> 'key') as key,
        coalesce(m.media ->> 'thumbnailKey', m.deleted_content -> 'media' ->> 'thumbnailKey') as thumbnail
      from messages m where ${hasExpiredFile(raw, companyId, before)}
      order by m.created_at limit ${limit} for update
    )
    update messages m set
      media = m.media - '{key,thumbnailKey,preview,source}'::text[],
      media_state = case when m.media ->> 'key' is null then m.media_state else 'expired' end,
      deleted_content = case when m.deleted_content -> 'media' ->> 'key' is null then m.deleted_content else
        m.deleted_content || jsonb_build_object('mediaState', 'expired',
          'media', (m.deleted_content -> 'media') - '{key,thumbnailKey,preview,source}'::text[]) end
    from old where m.company_id = ${companyId} and m.id = old.id
    returning old.key, old.thumbnail`
  return rows.flatMap(fileOf)
}

export async function countExpiredMessages(db: Transaction, companyId: number, before: Date): Promise<number> {
  const raw = rawOf(db)
  const [row] = await raw<{ count: number }[]>`
    select count(*)::int as count from messages m where ${isExpired(raw, companyId, before)}`
  return row?.count ?? 0
}

/** `size` in bytes. */
export async function countExpiredFiles(
  db: Transaction,
  companyId: number,
  before: Date
): Promise<{ count: number; size: number }> {
  const raw = rawOf(db)
  const [row] = await raw<{ count: number; size: number }[]>`
    select count(*)::int as count, coalesce(sum(
      coalesce(m.media ->> 'size', m.deleted_content -> 'media' ->> 'size')::bigint), 0)::float8 as size
    from messages m where ${hasExpiredFile(raw, companyId, before)}`
  return row ?? { count: 0, size: 0 }
}
