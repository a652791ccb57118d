// SQL that walks tickets in the order of the lists: by the indexes that hold that order, however many tickets there are.
import type { PendingQuery, Row } from 'postgres'
import type { Sql } from '#database/client.ts'

export type Part = PendingQuery<Row[]>
type Status = 'open' | 'pending' | 'closed'

export interface TicketFilter {
  companyId: number
  /** Who sees what: all of the company, or the union of own, queues' and (null in queueIds) those without queue. */
  scope: 'all' | { userId: number; queueIds: (number | null)[] }
  status: Status | null
  /** The only user whose open tickets count; null for everybody's. */
  ownOpen: number | null
  /** All of them have to be on a ticket. */
  tags: number[]
  /** One of them has to be the ticket's; empty for whoever. */
  users: number[]
  unreadOnly: boolean
  created: { from: string; until: string } | null
  changed: { from: string; until: string } | null
}

const statuses: Status[] = ['open', 'pending', 'closed']

const all = (raw: Sql, parts: Part[]): Part => parts.reduce((left, right) => raw`${left} and ${right}`)

const changedThen = (raw: Sql, { changed }: TicketFilter): Part[] =>
  changed === null
    ? []
    : [raw`t.updated_at >= ${changed.from}::timestamptz and t.updated_at < ${changed.until}::timestamptz`]

const inScope = (raw: Sql, { scope }: TicketFilter): Part[] => {
  if (scope === 'all') return []
  const queueIds = scope.queueIds.filter((id) => id !== null)
  const open = scope.queueIds.includes(null) ? raw`or t.queue_id is null` : raw``
  return [raw`(t.user_id = ${scope.userId} or t.queue_id = any(${queueIds}::bigint[]) ${open})`]
}

const ownOpenOnly = (raw: Sql, { ownOpen }: TicketFilter): Part[] =>
  ownOpen === null ? [] : [raw`(t.status <> 'open' or t.user_id = ${ownOpen})`]

/** Further conditions that leave a ticket `t` with all of the tags. */
export const hasTags = (raw: Sql, { tags, companyId }: TicketFilter): Part =>
  tags.reduce<Part>(
    (left, tag) => raw`${left} and exists (
      select 1 from ticket_tags tt where tt.company_id = ${companyId} and tt.ticket_id = t.id and tt.tag_id = ${tag})`,
    raw``
  )

/** Everything but the tags, for a ticket `t` that was found some other way than by the order. */
export const conditions = (raw: Sql, f: TicketFilter): Part =>
  all(raw, [
    raw`t.company_id = ${f.companyId}`,
    ...(f.status === null ? [] : [raw`t.status = ${f.status}`]),
    ...(f.users.length === 0 ? [] : [raw`t.user_id = any(${f.users}::bigint[])`]),
    ...(f.unreadOnly ? [raw`t.unread_messages > 0`] : []),
    ...(f.created === null
      ? []
      : [raw`t.created_at >= ${f.created.from}::timestamptz and t.created_at < ${f.created.until}::timestamptz`]),
    ...changedThen(raw, f),
    ...inScope(raw, f),
    ...ownOpenOnly(raw, f)
  ])

const inOrder = (raw: Sql, most: number): Part => raw`order by t.updated_at desc, t.id desc limit ${most}`

/** The newest `most` of each pair of a key and a status: each is a stretch of an index that has both before the order. */
const byKey = (
  raw: Sql,
  f: TicketFilter,
  most: number,
  { column, keys, status, further = [] }: { column: Part; keys: number[]; status: Status[]; further?: Part[] }
): Part[] =>
  keys.length === 0 || status.length === 0
    ? []
    : [
        raw`(select x.id, x.updated_at from unnest(${keys}::bigint[]) k(id) cross join unnest(${status}::text[]) s(status)
          cross join lateral (select t.id, t.updated_at from tickets t where ${all(raw, [
            raw`t.company_id = ${f.companyId} and ${column} = k.id and t.status = s.status`,
            ...changedThen(raw, f),
            ...further
          ])} ${inOrder(raw, most)}) x)`
      ]

const byStatus = (raw: Sql, f: TicketFilter, most: number, status: Status[], further: Part[] = []): Part[] =>
  status.length === 0
    ? []
    : [
        raw`(select x.id, x.updated_at from unnest(${status}::text[]) s(status)
          cross join lateral (select t.id, t.updated_at from tickets t where ${all(raw, [
            raw`t.company_id = ${f.companyId} and t.status = s.status`,
            ...changedThen(raw, f),
            ...further
          ])} ${inOrder(raw, most)}) x)`
      ]

/** The newest `most` of each way in which a ticket comes into the list; one ticket may come in several ways. */
const ways = (raw: Sql, f: TicketFilter, most: number): Part[] => {
  // A day is short: without the order in sight all its tickets are taken from their own index.
  if (f.created !== null) return [raw`(select t.id, t.updated_at from tickets t where ${conditions(raw, f)} offset 0)`]
  if (f.unreadOnly)
    return [raw`(select t.id, t.updated_at from tickets t where ${conditions(raw, f)} ${inOrder(raw, most)})`]
  const asked = f.status === null ? statuses : [f.status]
  const ofOthers = f.ownOpen === null ? asked : asked.filter((status) => status !== 'open')
  const user = raw`t.user_id`
  const byUsers = (users: number[], further: Part[]): Part[] => [
    ...byKey(raw, f, most, { column: user, keys: users.filter((id) => id === f.ownOpen), status: asked, further }),
    ...byKey(raw, f, most, { column: user, keys: users.filter((id) => id !== f.ownOpen), status: ofOthers, further })
  ]
  if (f.users.length > 0) return byUsers(f.users, inScope(raw, f))
  if (f.scope === 'all') {
    const ownOpen = ofOthers.length < asked.length && f.ownOpen !== null ? [f.ownOpen] : []
    return [
      ...byStatus(raw, f, most, ofOthers),
      ...byKey(raw, f, most, { column: user, keys: ownOpen, status: ['open'] })
    ]
  }
  return [
    ...byUsers([f.scope.userId], []),
    ...byKey(raw, f, most, {
      column: raw`t.queue_id`,
      keys: f.scope.queueIds.filter((id) => id !== null),
      status: ofOthers
    }),
    ...(f.scope.queueIds.includes(null) ? byStatus(raw, f, most, ofOthers, [raw`t.queue_id is null`]) : [])
  ]
}

/** `id` and `updated_at` of the newest `most` tickets of a list, whatever their tags, in order. */
export const newestTickets = (raw: Sql, f: TicketFilter, most: number): Part => {
  const found = ways(raw, f, most)
  if (found.length === 0) return raw`(select null::bigint as id, null::timestamptz as updated_at where false)`
  const union = found.reduce((left, right) => raw`${left} union ${right}`)
  return raw`(select id, updated_at from (${union}) as seen order by updated_at desc, id desc limit ${most})`
}
