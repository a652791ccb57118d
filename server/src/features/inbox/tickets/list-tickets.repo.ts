// SQL of ticket lists: a page in order, and how many tickets there are.
import { rawOf, type Transaction } from '#database/client.ts'
import { conditions, hasTags, newestTickets, someTickets, type TicketFilter } from './ticket-order.repo.ts'

/** Places of a list, counted from its top. */
export interface Stretch {
  offset: number
  limit: number
}

export interface FoundTickets {
  /** Of the page, in order. */
  ids: number[]
  /** How many the list holds, counted no further than it was asked; null when that is not known yet. */
  total: number | null
}

/** Tickets with a tag up to which all of them are looked at. */
const mostOfRareTag = 3000
/** Tickets of a list that are looked at for a tag that is not rare. */
const mostSifted = 2500

/** All tickets of the list that have the tags, from the first tag on; null when more than `mostTagged` have that one. */
const fromTag = async (
  db: Transaction,
  f: TicketFilter,
  mostTagged: number,
  most: number
): Promise<number[] | null> => {
  const raw = rawOf(db)
  const [row] = await raw<{ tagged: number; ids: number[] | null }[]>`
    with tagged as materialized (
      select ticket_id from ticket_tags where company_id = ${f.companyId} and tag_id = ${f.tags[0] ?? 0} limit ${mostTagged + 1}
    ), listed as (
      select t.id, t.updated_at from tagged cross join lateral (
        select t.id, t.updated_at from tickets t where t.id = tagged.ticket_id and ${conditions(raw, f)} ${hasTags(raw, f)} limit 1
      ) t where (select count(*) from tagged) <= ${mostTagged}
      order by t.updated_at desc, t.id desc limit ${most}
    )
    select (select count(*)::int from tagged) as tagged, (select array_agg(id order by updated_at desc, id desc) from listed) as ids`
  return !row || row.tagged > mostTagged ? null : (row.ids ?? [])
}

/** Those with the tags among the newest tickets of the list; `isAll` when the list holds no others. */
const sifted = async (db: Transaction, f: TicketFilter): Promise<{ ids: number[]; isAll: boolean }> => {
  const raw = rawOf(db)
  const [row] = await raw<{ listed: number; ids: number[] | null }[]>`
    with listed as materialized ${newestTickets(raw, f, mostSifted)}
    select (select count(*)::int from listed) as listed, (
      select array_agg(t.id order by t.updated_at desc, t.id desc) from listed t where true ${hasTags(raw, f)}) as ids`
  return { ids: row?.ids ?? [], isAll: (row?.listed ?? 0) < mostSifted }
}

const pageOfTagged = async (
  db: Transaction,
  f: TicketFilter,
  { offset, limit }: Stretch,
  mostCounted: number
): Promise<FoundTickets> => {
  const most = Math.max(mostCounted, offset + limit)
  const cut = (ids: number[]) => ids.slice(offset, offset + limit)
  const rare = await fromTag(db, f, mostOfRareTag, most)
  if (rare) return { ids: cut(rare), total: rare.length }
  const { ids, isAll } = await sifted(db, f)
  if (isAll || ids.length >= most) return { ids: cut(ids), total: ids.length }
  if (ids.length >= offset + limit) return { ids: cut(ids), total: null }
  // A tag of tickets that have long been still, or a page far down.
  const found = (await fromTag(db, f, Number.MAX_SAFE_INTEGER - 1, most)) ?? []
  return { ids: cut(found), total: found.length }
}

/** A page of a list. */
export const pageOfTickets = async (
  db: Transaction,
  f: TicketFilter,
  stretch: Stretch,
  mostCounted: number
): Promise<FoundTickets> => {
  if (f.tags.length > 0) return pageOfTagged(db, f, stretch, mostCounted)
  const raw = rawOf(db)
  const { offset, limit } = stretch
  const rows = await raw<{ id: number }[]>`
    select id from ${newestTickets(raw, f, offset + limit)} as listed order by updated_at desc, id desc offset ${offset}`
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  return { ids: rows.map(({ id }) => id), total: isLast ? offset + rows.length : null }
}

/** How many tickets a list holds, counted no further than `most`. */
export const countTickets = async (db: Transaction, f: TicketFilter, most: number): Promise<number> => {
  const raw = rawOf(db)
  const [row] = await raw<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from ${someTickets(raw, f)} as t where true ${hasTags(raw, f)} limit ${most}) as counted`
  return row?.count ?? 0
}
