// SQL of ticket lists: newest first, by index, whoever looks and however many tickets there are.
import type { PendingQuery, Row } from 'postgres'
import { rawOf, type Sql, type Transaction } from '#database/client.ts'
import type { TicketRow } from './ticket-rows.ts'
import { searchHits, ticketMatch, type TicketSearch } from './search-tickets.repo.ts'
import { ticketColumns, ticketJoins } from './ticket-columns.ts'

type Part = PendingQuery<Row[]>

export interface TicketListFilter {
  companyId: number
  /** Who sees what: all of the company, or the union of own, queues' and (null in queueIds) those without queue. */
  scope: 'all' | { userId: number | null; queueIds: (number | null)[] }
  status: string | null
  /** Statuses of which only those of this user count (others' open tickets stay out of the own list). */
  ownOpen: number | null
  tags: number[]
  users: number[]
  unreadOnly: boolean
  createdFrom: string | null
  createdUntil: string | null
  changedFrom: string | null
  changedUntil: string | null
  /** Null: no search. */
  search: TicketSearch | null
  offset: number
  limit: number
}

const all = (raw: Sql, parts: Part[]): Part => parts.reduce((left, right) => raw`${left} and ${right}`)

/** Conditions besides visibility. */
const conditions = (raw: Sql, f: TicketListFilter): Part[] => [
  raw`t.company_id = ${f.companyId}`,
  ...(f.status === null ? [] : [raw`t.status = ${f.status}`]),
  ...(f.ownOpen === null ? [] : [raw`(t.status <> 'open' or t.user_id = ${f.ownOpen})`]),
  ...(f.users.length === 0 ? [] : [raw`t.user_id = any(${f.users}::bigint[])`]),
  ...(f.unreadOnly ? [raw`t.unread_messages > 0`] : []),
  ...(f.createdFrom === null ? [] : [raw`t.created_at >= ${f.createdFrom}::timestamptz`]),
  ...(f.createdUntil === null ? [] : [raw`t.created_at < ${f.createdUntil}::timestamptz`]),
  ...(f.changedFrom === null ? [] : [raw`t.updated_at >= ${f.changedFrom}::timestamptz`]),
  ...(f.changedUntil === null ? [] : [raw`t.updated_at < ${f.changedUntil}::timestamptz`]),
  ...(f.tags.length === 0
    ? []
    : [
        raw`(select count(*) from ticket_tags tt where tt.company_id = t.company_id and tt.ticket_id = t.id
               and tt.tag_id = any(${f.tags}::bigint[])) = ${f.tags.length}`
      ])
]

/** One part for each way of seeing: each walks its own index in the order of the list. */
const scopes = (raw: Sql, { scope }: TicketListFilter): (Part | null)[] => {
  if (scope === 'all') return [null]
  return [
    ...(scope.userId === null ? [] : [raw`t.user_id = ${scope.userId}`]),
    ...scope.queueIds.map((queueId) => (queueId === null ? raw`t.queue_id is null` : raw`t.queue_id = ${queueId}`))
  ]
}

/** Ids of matching tickets in order, `most` at the most. */
const orderedIds = (raw: Sql, f: TicketListFilter, match: Part | null, most: number): Part => {
  const shared = [...conditions(raw, f), ...(match === null ? [] : [match])]
  const parts = scopes(raw, f).map(
    (
      scope
    ) => raw`(select t.id, t.updated_at from tickets t where ${all(raw, scope === null ? shared : [...shared, scope])}
      order by t.updated_at desc, t.id desc limit ${most})`
  )
  if (parts.length === 0) return raw`select null::bigint as id, null::timestamptz as updated_at where false`
  const union = parts.reduce((left, right) => raw`${left} union ${right}`)
  return raw`select id, updated_at from (${union}) as seen order by updated_at desc, id desc limit ${most}`
}

/** A page of tickets, newest first. */
export const pageOfTickets = async (db: Transaction, f: TicketListFilter): Promise<TicketRow[]> => {
  const raw = rawOf(db)
  const hits = f.search && (await searchHits(db, f.search))
  const match = f.search && ticketMatch(raw, f.search, hits)
  return raw<TicketRow[]>`
    with page as (select id from (${orderedIds(raw, f, match, f.offset + f.limit)}) as ordered offset ${f.offset})
    select ${ticketColumns(raw)} from page
    join tickets t on t.company_id = ${f.companyId} and t.id = page.id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    ${ticketJoins(raw)}
    order by t.updated_at desc, t.id desc`
}

/** How many of a list without a search there are, counted no further than `most`. */
export const countTickets = async (db: Transaction, f: TicketListFilter, most: number): Promise<number> => {
  const raw = rawOf(db)
  const [row] = await raw<{ count: number }[]>`
    select count(*)::int as count from (${orderedIds(raw, f, null, most)}) as counted`
  return row?.count ?? 0
}
