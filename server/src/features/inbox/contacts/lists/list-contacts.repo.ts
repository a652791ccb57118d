// SQL of contact lists: by name, all of them or those that hold a text.
import { openTransaction, rawOf, type Sql, type Transaction } from '#database/client.ts'
import type { PendingQuery, Row } from 'postgres'
import type { SearchTerm } from '#platform/text/search-term.ts'
import type { ContactRow } from '../contacts.repo.ts'
import { byName, holdsKeys, holdsTerm } from './match-contacts.repo.ts'

export interface ContactFilter {
  companyId: number
  /** Null: no search. */
  term: SearchTerm | null
  /** Instants of creation, ISO 8601: from the first, before the second. */
  from?: string | undefined
  until?: string | undefined
  /** Only contacts that have all of these. */
  tagIds?: number[]
  /** For somebody who may not see numbers: neither does the order tell them. */
  hidesNumbers?: boolean
  /** A tag on a ticket of theirs is one of them, too. */
  countsTickets?: boolean
}

interface Stretch {
  offset: number
  limit: number
}

/** Contacts that are read in the order of the list before the index is asked; it is for texts that few contacts hold. */
const readThrough = 5000

/** Who has which of the tags. */
function tagged(raw: Sql, { companyId, tagIds = [], countsTickets }: ContactFilter): PendingQuery<Row[]> {
  const own = raw`select g.contact_id, g.tag_id from contact_tags g
    where g.company_id = ${companyId} and g.tag_id = any(${tagIds}::bigint[])`
  if (countsTickets !== true) return own
  return raw`${own} union select t.contact_id, g.tag_id from ticket_tags g
    join tickets t on t.company_id = g.company_id and t.id = g.ticket_id
    where g.company_id = ${companyId} and g.tag_id = any(${tagIds}::bigint[])`
}

function created(raw: Sql, filter: ContactFilter): PendingQuery<Row[]> {
  const { companyId, from, until, tagIds = [] } = filter
  return raw`c.company_id = ${companyId}
  ${from ? raw`and c.created_at >= ${from}::timestamptz` : raw``}
  ${until ? raw`and c.created_at < ${until}::timestamptz` : raw``}
  ${
    tagIds.length > 0
      ? raw`and c.id in (select w.contact_id from (${tagged(raw, filter)}) w
    group by w.contact_id having count(*) = ${new Set(tagIds).size})`
      : raw``
  }`
}

/** The first contacts that hold the text, `most` at the most. */
async function search(db: Transaction, filter: ContactFilter, term: SearchTerm, most: number): Promise<number[]> {
  const pool = rawOf(db)
  const read = await pool<{ id: number }[]>`
    select c.id from (select c.id, c.name, c.number, c.is_group, c.search_text from contacts c
      where ${created(pool, filter)} ${byName(pool, filter.hidesNumbers)} limit ${readThrough}) as c
    where ${holdsTerm(pool, term)} ${byName(pool, filter.hidesNumbers)} limit ${most}`
  if (read.length === most) return read.map(({ id }) => id)
  return openTransaction(db, async (tx) => {
    const raw = rawOf(tx)
    // Reading all contacts is never the way: it would make keys of every name.
    await raw`select set_config('enable_seqscan', 'off', true), set_config('work_mem', '64MB', true)`
    const found = await raw<{ id: number }[]>`
      select c.id from (select c.id, c.name from contacts c where ${created(raw, filter)}
        and ${holdsKeys(raw, filter.companyId, term)} and ${holdsTerm(raw, term)} offset 0) as c ${byName(raw, filter.hidesNumbers)} limit ${most}`
    return found.map(({ id }) => id)
  })
}

/** How many contacts hold the text, by the index alone. */
function countFound(db: Transaction, filter: ContactFilter, term: SearchTerm): Promise<number> {
  return openTransaction(db, async (tx) => {
    const raw = rawOf(tx)
    await raw`select set_config('enable_seqscan', 'off', true), set_config('work_mem', '64MB', true)`
    const [row] = await raw<{ count: number }[]>`
      select count(*)::int as count from contacts c
      where ${created(raw, filter)} and ${holdsKeys(raw, filter.companyId, term)} and ${holdsTerm(raw, term)}`
    return row?.count ?? 0
  })
}

/** Hits up to which a page of a search tells how many there are without a count of its own. */
const mostFound = 1000

/** Ids of a page, in the order of names. */
async function idsOfPage(db: Transaction, filter: ContactFilter, { offset, limit }: Stretch): Promise<number[]> {
  const raw = rawOf(db)
  const rows = await raw<{ id: number }[]>`
    select c.id from contacts c where ${created(raw, filter)} ${byName(raw, filter.hidesNumbers)} limit ${limit} offset ${offset}`
  return rows.map(({ id }) => id)
}

/** Ids of a page, and how many contacts the list holds. */
export async function pageOfContacts(
  db: Transaction,
  filter: ContactFilter,
  stretch: Stretch
): Promise<{ ids: number[]; count: number }> {
  const { offset, limit } = stretch
  if (filter.term) {
    const most = Math.max(mostFound, offset + limit)
    const found = await search(db, filter, filter.term, most)
    const count = found.length < most ? found.length : await countFound(db, filter, filter.term)
    return { ids: found.slice(offset, offset + limit), count }
  }
  const raw = rawOf(db)
  const [ids, [counted]] = await Promise.all([
    idsOfPage(db, filter, stretch),
    raw<{ count: number }[]>`select count(*)::int as count from contacts c where ${created(raw, filter)}`
  ])
  return { ids, count: counted?.count ?? 0 }
}

type BriefRow = Pick<ContactRow, 'id' | 'name' | 'number' | 'email' | 'picture' | 'isGroup'>

/** The first contacts of a list with what a choice of contacts shows. */
export async function firstContacts(db: Transaction, filter: ContactFilter, most: number): Promise<BriefRow[]> {
  const ids = filter.term
    ? await search(db, filter, filter.term, most)
    : await idsOfPage(db, filter, { offset: 0, limit: most })
  const raw = rawOf(db)
  return raw<BriefRow[]>`
    select c.id, c.name, c.number, c.email, c.picture, c.is_group as "isGroup" from contacts c
    where c.company_id = ${filter.companyId} and c.id = any(${ids}::bigint[]) ${byName(raw, filter.hidesNumbers)}`
}
