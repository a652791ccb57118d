// SQL that walks tickets in the order of the lists: by the indexes that hold that order, however many tickets there are.
import type { PendingQuery, Row } from 'postgres'
import type { TicketMoment } from '@guiche/shared/features/inbox/tickets.ts'
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
  /** One of them has to be the ticket's, or that of the cycle `happened` asks for; empty for whoever. */
  users: number[]
  unreadOnly: boolean
  created: { from: string; until: string } | null
  changed: { from: string; until: string } | null
  /** What has to have happened to a ticket, and when. */
  happened: { moment: TicketMoment; from: string; until: string } | null
}

/** Which cycles `tt` the dashboard counts under a figure, and by which instant. */
const momentCycles: Record<TicketMoment, { at: string; counted: string }> = {
  begun: { at: 'created_at', counted: 'not tt.by_program' },
  accepted: { at: 'started_at', counted: 'true' },
  finished: { at: 'finished_at', counted: 'not tt.by_program' },
  served: { at: 'finished_at', counted: 'tt.started_at is not null' },
  rated: { at: 'rating_at', counted: 'tt.rating is not null' },
  byProgram: { at: 'created_at', counted: 'tt.by_program' }
}

/** Ids of the tickets to which it happened, each once. */
function happenedTo(raw: Sql, f: TicketFilter, { moment, from, until }: NonNullable<TicketFilter['happened']>): Part {
  const { at, counted } = momentCycles[moment]
  return raw`(select distinct tt.ticket_id from ticket_tracking tt where tt.company_id = ${f.companyId}
    and ${raw.unsafe(`tt.${at}`)} >= ${from}::timestamptz and ${raw.unsafe(`tt.${at}`)} < ${until}::timestamptz
    and ${raw.unsafe(counted)}
    ${f.users.length === 0 ? raw`` : raw`and tt.user_id = any(${f.users}::bigint[])`})`
}

const statuses: Status[] = ['open', 'pending', 'closed']

function changedThen(raw: Sql, { changed }: TicketFilter): Part {
  return changed === null
    ? raw``
    : raw`and t.updated_at >= ${changed.from}::timestamptz and t.updated_at < ${changed.until}::timestamptz`
}

function inScope(raw: Sql, { scope }: TicketFilter): Part {
  if (scope === 'all') return raw``
  const queueIds = scope.queueIds.filter((id) => id !== null)
  const withoutQueue = scope.queueIds.includes(null) ? raw`or t.queue_id is null` : raw``
  return raw`and (t.user_id = ${scope.userId} or t.queue_id = any(${queueIds}::bigint[]) ${withoutQueue})`
}

/** Further conditions that leave those tickets with all of the tags; `id` is the ticket's. */
export function hasTags(raw: Sql, { tags, companyId }: TicketFilter, id: Part = raw`t.id`): Part {
  return tags.reduce<Part>(
    (left, tag) => raw`${left} and exists (
      select 1 from ticket_tags tt where tt.company_id = ${companyId} and tt.ticket_id = ${id} and tt.tag_id = ${tag})`,
    raw``
  )
}

/** Everything but the tags, for a ticket `t` that was found some other way than by the order. */
export function conditions(raw: Sql, f: TicketFilter): Part {
  return raw`t.company_id = ${f.companyId}
  ${f.status === null ? raw`` : raw`and t.status = ${f.status}`}
  ${
    f.happened !== null
      ? raw`and t.id in ${happenedTo(raw, f, f.happened)}`
      : f.users.length > 0
        ? raw`and t.user_id = any(${f.users}::bigint[])`
        : raw``
  }
  ${f.unreadOnly ? raw`and t.unread_messages > 0` : raw``}
  ${
    f.created === null
      ? raw``
      : raw`and t.created_at >= ${f.created.from}::timestamptz and t.created_at < ${f.created.until}::timestamptz`
  }
  ${f.ownOpen === null ? raw`` : raw`and (t.status <> 'open' or t.user_id = ${f.ownOpen})`}
  ${changedThen(raw, f)} ${inScope(raw, f)}`
}

/** What each way into a list ends with: a further condition, and the newest tickets in order or any in no order. */
interface End {
  further: Part
  taken: Part
}

function newestOf(raw: Sql, most: number, further: Part): End {
  return {
    further,
    taken: raw`order by t.updated_at desc, t.id desc limit ${most}`
  }
}
const anyOf = (raw: Sql): End => ({ further: raw``, taken: raw`offset 0` })

interface Way {
  /** The column of the keys; null: the status alone is the key. */
  column: Part | null
  keys: number[]
  status: Status[]
  further: Part
}

/** Tickets of each pair of a key and a status: each is a stretch of an index that has both before the order. */
function alongKeys(raw: Sql, f: TicketFilter, end: End, { column, keys, status, further }: Way): Part[] {
  if (status.length === 0 || (column !== null && keys.length === 0)) return []
  const ofKey = column === null ? raw`` : raw`and ${column} = k.id`
  const each = column === null ? raw`` : raw`cross join unnest(${keys}::bigint[]) k(id)`
  return [
    raw`(select x.id, x.updated_at from unnest(${status}::text[]) s(status) ${each} cross join lateral (
      select t.id, t.updated_at from tickets t
      where t.company_id = ${f.companyId} ${ofKey} and t.status = s.status ${changedThen(raw, f)} ${further} ${end.further} ${end.taken}) x)`
  ]
}

/** The ways in which a ticket comes into the list; each comes in one of them alone. */
function ways(raw: Sql, f: TicketFilter, end: End): Part[] {
  // Days are short: without the order in sight all their tickets are taken from their own index.
  if (f.created !== null || f.happened !== null)
    return [raw`(select t.id, t.updated_at from tickets t where ${conditions(raw, f)} ${end.further} offset 0)`]
  if (f.unreadOnly)
    return [raw`(select t.id, t.updated_at from tickets t where ${conditions(raw, f)} ${end.further} ${end.taken})`]
  const { scope, ownOpen } = f
  const asked = f.status === null ? statuses : [f.status]
  const ofOthers = ownOpen === null ? asked : asked.filter((status) => status !== 'open')
  const way = (column: Part | null, keys: number[], status: Status[], further: Part): Part[] =>
    alongKeys(raw, f, end, { column, keys, status, further })
  const ofUsers = (users: number[], further: Part): Part[] => [
    ...way(
      raw`t.user_id`,
      users.filter((id) => id === ownOpen),
      asked,
      further
    ),
    ...way(
      raw`t.user_id`,
      users.filter((id) => id !== ownOpen),
      ofOthers,
      further
    )
  ]
  if (f.users.length > 0) return ofUsers(f.users, inScope(raw, f))
  if (scope === 'all') {
    const own = ownOpen !== null && asked.includes('open') ? way(raw`t.user_id`, [ownOpen], ['open'], raw``) : []
    return [...way(null, [], ofOthers, raw``), ...own]
  }
  const ofNobodyHere = raw`and t.user_id is distinct from ${scope.userId}`
  const queueIds = scope.queueIds.filter((id) => id !== null)
  return [
    ...ofUsers([scope.userId], raw``),
    ...way(raw`t.queue_id`, queueIds, ofOthers, ofNobodyHere),
    ...(scope.queueIds.includes(null) ? way(null, [], ofOthers, raw`and t.queue_id is null ${ofNobodyHere}`) : [])
  ]
}

function joined(raw: Sql, parts: Part[]): Part {
  return parts.length === 0
    ? raw`(select null::bigint as id, null::timestamptz as updated_at where false)`
    : parts.reduce((left, right) => raw`${left} union all ${right}`)
}

/**
 * `id` and `updated_at` of the newest `most` tickets of a list, whatever their tags, in order; `further` ("and ...", of a
 * ticket `t`) leaves others out on the way.
 */
export function newestTickets(raw: Sql, f: TicketFilter, most: number, further: Part = raw``): Part {
  return raw`(select id, updated_at from (${joined(raw, ways(raw, f, newestOf(raw, most, further)))}) as listed
    order by updated_at desc, id desc limit ${most})`
}

/** `id` of tickets of a list, whatever their tags, in any order; reads no further than it is asked. */
export const someTickets = (raw: Sql, f: TicketFilter): Part =>
  raw`(select id from (${joined(raw, ways(raw, f, anyOf(raw)))}) as listed)`
