// SQL that finds a text in the histories of tickets, newest first.
import { rawOf, type Sql, type Transaction } from '#database/client.ts'
import type { SearchTerm } from '#platform/text/search-term.ts'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { hasText } from '#features/inbox/tickets/search/match-messages.repo.ts'

export interface HitRow {
  id: string
  body: string
  fromMe: boolean
  mediaType: Message['mediaType']
  senderName: string | null
  userId: number | null
  userName: string | null
  createdAt: string
}

/** Reads no further back than the last of `limit` hits. */
export function messagesWith(
  db: Transaction,
  companyId: number,
  ticketId: number,
  { term, limit }: { term: SearchTerm; limit: number }
): Promise<HitRow[]> {
  const raw = rawOf(db)
  return raw<HitRow[]>`
    select m.id, m.body, m.from_me, m.media_type, m.sender_name, m.created_at, m.user_id, u.name as user_name
    from messages m left join users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = ${companyId} and m.ticket_id = ${ticketId} and not m.is_deleted
      and ${hasText(raw, term)}
    order by m.created_at desc, m.seq desc limit ${limit}`
}

interface NewestHitRow extends HitRow {
  ticketId: number
}

/** Messages of a ticket that are read one by one; of a longer conversation the rest is left to the index. */
const readThrough = 100

const columns = (raw: Sql) =>
  raw`m.id, m.body, m.from_me, m.media_type, m.sender_name, m.created_at, m.ticket_id, m.user_id, m.search_text, m.is_deleted, m.seq`

/** Of each ticket the newest message that holds the text, in no order; a ticket without one is left out. */
export async function newestWith(
  db: Transaction,
  companyId: number,
  ticketIds: number[],
  term: SearchTerm
): Promise<NewestHitRow[]> {
  const raw = rawOf(db)
  const near = await raw<NewestHitRow[]>`
    select hit.*, u.name as user_name from unnest(${ticketIds}::int[]) as asked(id) cross join lateral (
      select * from (
        select ${columns(raw)} from messages m where m.company_id = ${companyId} and m.ticket_id = asked.id
        order by m.created_at desc, m.seq desc limit ${readThrough}
      ) as m where not is_deleted and ${hasText(raw, term)} order by created_at desc, seq desc limit 1
    ) as hit left join users u on u.company_id = ${companyId} and u.id = hit.user_id`
  const found = new Set(near.map((row) => row.ticketId))
  const others = ticketIds.filter((id) => !found.has(id))
  if (others.length === 0) return near
  const keysThere = others.map((id) => `'${companyId.toString(16)}:#${id}' & ${term.keys}`)
  const far = await raw<NewestHitRow[]>`
    select hit.*, u.name as user_name from unnest(${others}::int[], ${keysThere}::text[]) as asked(id, keys) cross join lateral (
      select ${columns(raw)} from messages m where m.company_id = ${companyId} and not m.is_deleted
        and search_keys(m.company_id, m.search_text, m.ticket_id)
          @@ asked.keys::tsquery
        and ${hasText(raw, term)}
      order by m.created_at desc, m.seq desc limit 1
    ) as hit left join users u on u.company_id = ${companyId} and u.id = hit.user_id
    where exists (
      select 1 from messages m where m.company_id = ${companyId} and m.ticket_id = asked.id
      order by m.created_at desc, m.seq desc offset ${readThrough} limit 1
    )`
  return [...near, ...far]
}
