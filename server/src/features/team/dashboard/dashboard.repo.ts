// SQL of the dashboard: days that are over come from their sums, the others from the cycles themselves.
import type { Sql, Transaction } from '#database/client.ts'
import { rawOf } from '#database/client.ts'
import type { Period } from './period.ts'

/** Whose figures: of the whole company (null), or of what somebody sees of it. */
export type Seen = { userId: number; queueIds: readonly number[]; allTicket: boolean } | null

/** Rows of a table with company, queue and user, those alone that are seen. */
function seenOf(sql: Sql, table: 'ticket_tracking' | 'tickets', companyId: number, seen: Seen) {
  if (seen === null) return sql`${sql(table)}`
  const { userId, queueIds, allTicket } = seen
  return sql`(select * from ${sql(table)} where company_id = ${companyId} and (user_id = ${userId}
    or queue_id = any(${[...queueIds]}::bigint[]) or (${allTicket} and queue_id is null))) ${sql(table)}`
}

/** Until which day (null: none) a company's days are summed up in its present time zone. */
export interface SummedUp {
  timeZone: string
  through: string | null
}

/** Where and of what figures are counted. */
export interface CountScope extends SummedUp {
  seen: Seen
}

/** What is seen in part is summed up nowhere. */
export async function summedUp(db: Transaction, companyId: number, seen: Seen): Promise<CountScope | undefined> {
  const [row] = await rawOf(db)<SummedUp[]>`
    select c.time_zone, t.day::text as through from companies c
    left join service_days_through t on t.company_id = c.id and t.time_zone = c.time_zone
    where c.id = ${companyId}`
  return row && { ...row, seen, through: seen === null ? row.through : null }
}

/** A column within days of a time zone, both included. */
function isWithin(sql: Sql, column: string, timeZone: string, { from, to }: Period) {
  return sql`${sql(column)} >= ${from}::date::timestamp at time zone ${timeZone}
    and ${sql(column)} < (${to}::date + 1)::timestamp at time zone ${timeZone}`
}

/** What was accepted, finished and rated in the period, a row each. */
function servedIn(
  sql: Sql,
  companyId: number,
  { timeZone, seen }: Pick<CountScope, 'timeZone' | 'seen'>,
  period: Period
) {
  const cycles = seenOf(sql, 'ticket_tracking', companyId, seen)
  return sql`
  select started_at as at, 0::bigint as user_id, 1 as accepted, coalesce(date_part('epoch', started_at - queued_at), 0) as wait,
    0 as finished, 0 as served, 0::float8 as service, 0 as rated, 0 as rating
  from ${cycles} where company_id = ${companyId} and ${isWithin(sql, 'started_at', timeZone, period)}
  union all
  select finished_at, coalesce(user_id, 0), 0, 0, (not by_program)::int, (started_at is not null)::int,
    coalesce(date_part('epoch', finished_at - started_at), 0), 0, 0
  from ${cycles} where company_id = ${companyId} and ${isWithin(sql, 'finished_at', timeZone, period)}
  union all
  select rating_at, coalesce(user_id, 0), 0, 0, 0, 0, 0, 1, rating
  from ${cycles}
  where company_id = ${companyId} and rating is not null and ${isWithin(sql, 'rating_at', timeZone, period)}`
}

/** The days of a period that are summed up, and those that have to be counted (none: `from` is after `to`). */
function split({ through }: SummedUp, { from, to }: Period): { summed: Period; open: Period } {
  const firstOpen = through === null || through < from ? from : dayAfter(through)
  return { summed: { from, to: through !== null && through < to ? through : to }, open: { from: firstOpen, to } }
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Sums of one user, or of nobody (0); seconds. */
export interface UserTotals {
  userId: number
  accepted: number
  waitSeconds: number
  finished: number
  served: number
  serviceSeconds: number
  ratings: number
  ratingSum: number
  /** Cycles of programs, begun in the period; of nobody. */
  byProgram: number
}

export function totalsOfUsers(
  db: Transaction,
  companyId: number,
  place: CountScope,
  period: Period
): Promise<UserTotals[]> {
  const sql = rawOf(db)
  const { summed, open } = split(place, period)
  return sql<UserTotals[]>`
    select user_id, sum(accepted)::int as accepted, sum(wait)::float8 as wait_seconds, sum(finished)::int as finished,
      sum(served)::int as served, sum(service)::float8 as service_seconds, sum(rated)::int as ratings,
      sum(rating)::int as rating_sum, sum(by_program)::int as by_program
    from (
      select user_id, accepted, wait_seconds as wait, finished, served, service_seconds as service, ratings as rated,
        rating_sum as rating, by_program
      from service_days where company_id = ${companyId} and ${place.through !== null}
        and day between ${summed.from}::date and ${summed.to}::date
      union all
      select user_id, accepted, wait, finished, served, service, rated, rating, 0
      from (${servedIn(sql, companyId, place, open)}) e
      union all
      select 0, 0, 0, 0, 0, 0, 0, 0, 1 from ${seenOf(sql, 'ticket_tracking', companyId, place.seen)}
      where company_id = ${companyId} and by_program and ${isWithin(sql, 'created_at', place.timeZone, open)}
    ) d group by user_id`
}

export function begunByDay(
  db: Transaction,
  companyId: number,
  place: CountScope,
  period: Period
): Promise<{ day: string; count: number }[]> {
  const sql = rawOf(db)
  const { summed, open } = split(place, period)
  return sql<{ day: string; count: number }[]>`
    select day::text, sum(begun)::int as count
    from (
      select day, begun from service_days where company_id = ${companyId} and ${place.through !== null}
        and day between ${summed.from}::date and ${summed.to}::date and begun > 0
      union all
      select (created_at at time zone ${place.timeZone})::date, 1
      from ${seenOf(sql, 'ticket_tracking', companyId, place.seen)}
      where company_id = ${companyId} and not by_program and ${isWithin(sql, 'created_at', place.timeZone, open)}
    ) d group by day`
}

export function begunByHour(
  db: Transaction,
  companyId: number,
  { timeZone, seen }: CountScope,
  day: string
): Promise<{ hour: number; count: number }[]> {
  const sql = rawOf(db)
  return sql<{ hour: number; count: number }[]>`
    select extract(hour from created_at at time zone ${timeZone})::int as hour, count(*)::int as count
    from ${seenOf(sql, 'ticket_tracking', companyId, seen)}
    where company_id = ${companyId} and not by_program and ${isWithin(sql, 'created_at', timeZone, { from: day, to: day })}
    group by 1`
}

/** Cycles that were accepted in the period and are not finished yet. */
export function runningOfUsers(
  db: Transaction,
  companyId: number,
  { timeZone, seen }: CountScope,
  period: Period
): Promise<{ userId: number; count: number }[]> {
  const sql = rawOf(db)
  return sql<{ userId: number; count: number }[]>`
    select user_id, count(*)::int as count from ${seenOf(sql, 'ticket_tracking', companyId, seen)}
    where company_id = ${companyId} and finished_at is null and user_id is not null
      and ${isWithin(sql, 'started_at', timeZone, period)}
    group by user_id`
}

export async function ticketsNow(db: Transaction, companyId: number, seen: Seen) {
  const sql = rawOf(db)
  const [row] = await sql<{ happening: number; pending: number; unread: number }[]>`
    select count(*) filter (where status = 'open')::int as happening,
      count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where unread_messages > 0)::int as unread
    from ${seenOf(sql, 'tickets', companyId, seen)} where company_id = ${companyId} and status in ('open', 'pending')`
  return {
    supportHappening: row?.happening ?? 0,
    supportPending: row?.pending ?? 0,
    supportUnread: row?.unread ?? 0
  }
}

export interface UserRow {
  id: number
  name: string
  online: boolean
}

export const usersOf = (db: Transaction, companyId: number): Promise<UserRow[]> =>
  rawOf(db)<UserRow[]>`select id, name, online from users where company_id = ${companyId}`

/** A company with a day that is over and not summed up; `through` is null when everything has to be summed up anew. */
export interface Behind extends SummedUp {
  companyId: number
  /** The last day that is over. */
  settled: string
}

/** Companies that are behind, seen from `moment`. */
export function companiesBehind(db: Transaction, moment: Date): Promise<Behind[]> {
  return rawOf(db)<Behind[]>`
    select * from (
      select c.id as company_id, c.time_zone, t.day::text as through,
        ((${moment.toISOString()}::timestamptz at time zone c.time_zone)::date - 1)::text as settled
      from companies c left join service_days_through t on t.company_id = c.id and t.time_zone = c.time_zone
    ) b where through is null or through < settled
    order by company_id`
}

/** Holds a company's sums for this transaction; false when another node is at them, or they have moved on. */
export async function claimSums(db: Transaction, companyId: number, through: string | null): Promise<boolean> {
  const [row] = await rawOf(db)<{ isFree: boolean; isSame: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtext('service_days'), ${companyId}::int) as is_free,
      (select t.day from service_days_through t join companies c on c.id = t.company_id and c.time_zone = t.time_zone
        where t.company_id = ${companyId}) is not distinct from ${through}::date as is_same`
  return row?.isFree === true && row.isSame
}

/** The day before the first cycle of a company; null when it has none. */
export async function dayBeforeFirst(db: Transaction, companyId: number, timeZone: string): Promise<string | null> {
  const [row] = await rawOf(db)<{ day: string | null }[]>`
    select ((min(created_at) at time zone ${timeZone})::date - 1)::text as day
    from ticket_tracking where company_id = ${companyId}`
  return row?.day ?? null
}

/** The first day of which anything is known; null when nothing is. */
export async function firstDay(db: Transaction, companyId: number, timeZone: string): Promise<string | null> {
  const [row] = await rawOf(db)<{ day: string | null }[]>`
    select least(
      (select min(day) from service_days where company_id = ${companyId}),
      (select (min(created_at) at time zone ${timeZone})::date from ticket_tracking where company_id = ${companyId})
    )::text as day`
  return row?.day ?? null
}

export async function dropSums(db: Transaction, companyId: number): Promise<void> {
  await rawOf(db)`delete from service_days where company_id = ${companyId}`
}

/** Writes the sums of days, and that they are summed up until the last of them. */
export async function writeSums(db: Transaction, companyId: number, timeZone: string, period: Period): Promise<void> {
  const sql = rawOf(db)
  await sql`
    insert into service_days (company_id, day, user_id, begun, accepted, wait_seconds, finished, served, service_seconds,
      ratings, rating_sum, by_program)
    select ${companyId}, (at at time zone ${timeZone})::date, user_id, sum(begun), sum(accepted), sum(wait), sum(finished),
      sum(served), sum(service), sum(rated), sum(rating), sum(by_program)
    from (
      select at, user_id, 0 as begun, accepted, wait, finished, served, service, rated, rating, 0 as by_program
      from (${servedIn(sql, companyId, { timeZone, seen: null }, period)}) e
      union all
      select created_at, 0, (not by_program)::int, 0, 0, 0, 0, 0, 0, 0, by_program::int from ticket_tracking
      where company_id = ${companyId} and ${isWithin(sql, 'created_at', timeZone, period)}
    ) d group by 2, user_id`
  await sql`
    insert into service_days_through (company_id, day, time_zone) values (${companyId}, ${period.to}::date, ${timeZone})
    on conflict (company_id) do update set day = excluded.day, time_zone = excluded.time_zone`
}
