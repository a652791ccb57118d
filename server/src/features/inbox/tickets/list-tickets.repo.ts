// SQL of ticket lists: the ids of a page in order, and how many there are.
import { rawOf, type Transaction } from '#database/client.ts'
import { conditions, hasTags, newestTickets, type TicketFilter } from './ticket-order.repo.ts'

/** Places of a list, counted from its top. */
export interface Stretch {
  offset: number
  limit: number
}

/** Tickets that are looked at for a tag before those with the tag are taken together and put in order. */
const mostSifted = 2500

/** A page of a list. */
export const pageOfTickets = async (
  db: Transaction,
  f: TicketFilter,
  { offset, limit }: Stretch
): Promise<number[]> => {
  const raw = rawOf(db)
  const tags = hasTags(raw, f)
  const most = f.tags.length === 0 ? offset + limit : Math.max(mostSifted, offset + limit)
  const rows = await raw<{ id: number }[]>`
    select t.id from ${newestTickets(raw, f, most)} as t where true ${tags}
    order by t.updated_at desc, t.id desc offset ${offset} limit ${limit}`
  if (f.tags.length === 0 || rows.length === limit) return rows.map(({ id }) => id)
  const sparse = await raw<{ id: number }[]>`
    select id from (select t.id, t.updated_at from tickets t where ${conditions(raw, f)} ${tags} offset 0) as tagged
    order by updated_at desc, id desc offset ${offset} limit ${limit}`
  return sparse.map(({ id }) => id)
}

/** How many tickets a list holds, counted no further than `most`. */
export const countTickets = async (db: Transaction, f: TicketFilter, most: number): Promise<number> => {
  const raw = rawOf(db)
  const listed =
    f.tags.length === 0
      ? newestTickets(raw, f, most)
      : raw`(select 1 from tickets t where ${conditions(raw, f)} ${hasTags(raw, f)} limit ${most})`
  const [row] = await raw<{ count: number }[]>`select count(*)::int as count from ${listed} as listed`
  return row?.count ?? 0
}
