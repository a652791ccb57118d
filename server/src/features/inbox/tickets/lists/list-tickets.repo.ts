// SQL of ticket lists: a page in order, and how many tickets there are.
import { rawOf, type Sql, type Transaction } from '#database/client.ts'
import { conditions, hasTags, newestTickets, someTickets, type Part, type TicketFilter } from './ticket-order.repo.ts'

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
/** Tickets of a list that are looked at for a tag that is not rare: first the few that hold a page of a frequent one. */
const siftedTickets = [400, 2500]
/** Tickets to which tags are counted to see which is rarer. */
const mostCompared = 20_000

/** The tags, the rarest first. */
async function byRarity(db: Transaction, f: TicketFilter): Promise<number[]> {
  if (f.tags.length < 2) return f.tags
  const rows = await rawOf(db)<{ id: number }[]>`
    select g.id from unnest(${f.tags}::bigint[]) g(id) order by (select count(*) from (
      select 1 from ticket_tags tt where tt.company_id = ${f.companyId} and tt.tag_id = g.id limit ${mostCompared}) as counted)`
  return rows.map(({ id }) => id)
}

/** Tickets of the company that have the tags, from the first tag on, in no order. */
function tagged(raw: Sql, f: TicketFilter): Part {
  return raw`(
  select t.ticket_id as id from ticket_tags t where t.company_id = ${f.companyId} and t.tag_id = ${f.tags[0] ?? 0}
    ${hasTags(raw, { ...f, tags: f.tags.slice(1) }, raw`t.ticket_id`)})`
}

/** All tickets of the list that have the tags; null when more than `mostTagged` of the company have them. */
async function fromTag(db: Transaction, f: TicketFilter, mostTagged: number, most: number): Promise<number[] | null> {
  const raw = rawOf(db)
  const [row] = await raw<{ tagged: number; ids: number[] | null }[]>`
    with tagged as materialized (select id from ${tagged(raw, f)} as chosen limit ${mostTagged + 1}), listed as (
      select t.id, t.updated_at from tagged cross join lateral (
        select t.id, t.updated_at from tickets t where t.id = tagged.id and ${conditions(raw, f)} limit 1
      ) t where (select count(*) from tagged) <= ${mostTagged}
      order by t.updated_at desc, t.id desc limit ${most}
    )
    select (select count(*)::int from tagged) as tagged, (select array_agg(id order by updated_at desc, id desc) from listed) as ids`
  return !row || row.tagged > mostTagged ? null : (row.ids ?? [])
}

/** Those with the tags among the newest tickets of the list; `isAll` when the list holds no others. */
async function sifted(db: Transaction, f: TicketFilter, most: number): Promise<{ ids: number[]; isAll: boolean }> {
  const raw = rawOf(db)
  const [row] = await raw<{ listed: number; ids: number[] | null }[]>`
    with listed as materialized ${newestTickets(raw, f, most)}
    select (select count(*)::int from listed) as listed, (
      select array_agg(t.id order by t.updated_at desc, t.id desc) from listed t where true ${hasTags(raw, f)}) as ids`
  return { ids: row?.ids ?? [], isAll: (row?.listed ?? 0) < most }
}

async function pageOfTagged(
  db: Transaction,
  asked: TicketFilter,
  { offset, limit }: Stretch,
  mostCounted: number
): Promise<FoundTickets> {
  const f = { ...asked, tags: await byRarity(db, asked) }
  const most = Math.max(mostCounted, offset + limit)
  const cut = (ids: number[]) => ids.slice(offset, offset + limit)
  const rare = await fromTag(db, f, mostOfRareTag, most)
  if (rare) return { ids: cut(rare), total: rare.length }
  for (const looked of siftedTickets) {
    const { ids, isAll } = await sifted(db, f, looked)
    if (isAll || ids.length >= most) return { ids: cut(ids), total: ids.length }
    if (ids.length >= offset + limit) return { ids: cut(ids), total: null }
  }
  // A tag of tickets that have long been still, or a page far down.
  const found = (await fromTag(db, f, Number.MAX_SAFE_INTEGER - 1, most)) ?? []
  return { ids: cut(found), total: found.length }
}

/** A page of a list. */
export async function pageOfTickets(
  db: Transaction,
  f: TicketFilter,
  stretch: Stretch,
  mostCounted: number
): Promise<FoundTickets> {
  if (f.tags.length > 0) return pageOfTagged(db, f, stretch, mostCounted)
  const raw = rawOf(db)
  const { offset, limit } = stretch
  const rows = await raw<{ id: number }[]>`
    select id from ${newestTickets(raw, f, offset + limit)} as listed order by updated_at desc, id desc offset ${offset}`
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  return { ids: rows.map(({ id }) => id), total: isLast ? offset + rows.length : null }
}

/** A page of a list, whoever waits for longest first; whoever waits for nothing by when the ticket last moved. */
export async function pageOfLongestWaiting(
  db: Transaction,
  f: TicketFilter,
  { offset, limit }: Stretch
): Promise<FoundTickets> {
  const raw = rawOf(db)
  const rows = await raw<{ id: number }[]>`
    select t.id from ${someTickets(raw, f)} as listed join tickets t on t.company_id = ${f.companyId} and t.id = listed.id
    where true ${hasTags(raw, f)}
    order by coalesce(t.waiting_since, t.updated_at), t.id offset ${offset} limit ${limit}`
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  return { ids: rows.map(({ id }) => id), total: isLast ? offset + rows.length : null }
}

/** How many tickets a list holds, counted no further than `most`. */
export async function countTickets(db: Transaction, f: TicketFilter, most: number): Promise<number> {
  const raw = rawOf(db)
  // Most tickets with a tag are in a list of all; a list of few tickets is gone through instead.
  const isWide = f.tags.length > 0 && f.scope === 'all' && f.users.length === 0 && f.status !== 'open'
  const counted = isWide
    ? raw`${tagged(raw, f)} as tagged cross join lateral (
        select t.id from tickets t where t.id = tagged.id and ${conditions(raw, f)} limit 1) t`
    : raw`${someTickets(raw, f)} as t where true ${hasTags(raw, f)}`
  const [row] = await raw<{ count: number }[]>`
    select count(*)::int as count from (select 1 from ${counted} limit ${most}) as counted`
  return row?.count ?? 0
}
