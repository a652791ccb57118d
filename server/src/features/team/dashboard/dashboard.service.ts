// The figures of the dashboard: counters, attendants and the two charts, over days of the company's time zone.
import type { EndpointReply } from '@guiche/shared/kernel/endpoint.ts'
import type {
  Attendant,
  chartTicketsDay,
  chartTicketsUsers,
  DashboardFigures,
  PeriodFigures
} from '@guiche/shared/features/team/dashboard.ts'
import { hasPermission } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyInReach, type Actor } from '#platform/actor.ts'
import type { Ctx } from '#platform/ctx.ts'
import * as repo from './dashboard.repo.ts'
import { dayAt, daysOf, periodBefore, resolvePeriod, type Period } from './period.ts'

/** Minutes with two digits; null when there is nothing to divide by. */
const meanMinutes = (seconds: number, count: number): number | null =>
  count === 0 ? null : Math.round((seconds / count / 60) * 100) / 100

const meanRating = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum / count) * 100) / 100

const sum = (rows: repo.UserTotals[], pick: (row: repo.UserTotals) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0)

/** Whose figures somebody gets: of the tickets that they may see, as `maySeeTicket` says. */
function seenBy({ id, queueIds, allTicket, ...actor }: Actor): repo.Seen {
  return hasPermission(actor, 'tickets:seeAll') ? null : { userId: id, queueIds, allTicket }
}

/** Where and until when a company's days are summed up. Errors: ERR_NO_COMPANY_FOUND. */
async function summedUp(ctx: Ctx, companyId: number, actor: Actor): Promise<repo.CountScope> {
  const found = await repo.summedUp(ctx.db, companyId, seenBy(actor))
  if (!found) throw new AppError('ERR_NO_COMPANY_FOUND')
  return found
}

function attendantOf(user: repo.UserRow, totals: repo.UserTotals | undefined): Attendant {
  return {
    ...user,
    tickets: totals?.finished ?? 0,
    avgSupportTime: meanMinutes(totals?.serviceSeconds ?? 0, totals?.served ?? 0),
    rating: meanRating(totals?.ratingSum ?? 0, totals?.ratings ?? 0),
    ratings: totals?.ratings ?? 0
  }
}

function figuresOf(rows: repo.UserTotals[]): PeriodFigures {
  const all = (pick: (row: repo.UserTotals) => number) => sum(rows, pick)
  const ratings = all((row) => row.ratings)
  return {
    finished: all((row) => row.finished),
    avgSupportTime: meanMinutes(
      all((row) => row.serviceSeconds),
      all((row) => row.served)
    ),
    avgWaitTime: meanMinutes(
      all((row) => row.waitSeconds),
      all((row) => row.accepted)
    ),
    rating: meanRating(
      all((row) => row.ratingSum),
      ratings
    ),
    ratings,
    byProgram: all((row) => row.byProgram)
  }
}

interface DashboardQuery {
  days?: number | undefined
  date_from?: string | undefined
  date_to?: string | undefined
}

/** Errors: ERR_VALIDATION for a period that is none. */
export async function showDashboard(ctx: Ctx, actor: Actor, query: DashboardQuery): Promise<DashboardFigures> {
  const { companyId } = actor
  const place = await summedUp(ctx, companyId, actor)
  const asked = { days: query.days, from: query.date_from, to: query.date_to }
  const period = resolvePeriod(asked, dayAt(ctx.now(), place.timeZone), { from: 'date_from', to: 'date_to' })
  const earlier = periodBefore(period)
  const [now, totals, totalsBefore, first, users] = await Promise.all([
    repo.ticketsNow(ctx.db, companyId, place.seen),
    repo.totalsOfUsers(ctx.db, companyId, place, period),
    repo.totalsOfUsers(ctx.db, companyId, place, earlier),
    repo.firstDay(ctx.db, companyId, place.timeZone),
    repo.usersOf(ctx.db, companyId)
  ])
  const byUser = new Map(totals.map((row) => [row.userId, row]))
  const ofPeriod = figuresOf(totals)
  const { finished: supportFinished, avgSupportTime, avgWaitTime } = ofPeriod
  return {
    counters: { ...now, supportFinished, avgSupportTime, avgWaitTime },
    ofPeriod,
    before: first !== null && first <= earlier.from ? figuresOf(totalsBefore) : null,
    attendants: users
      .map((user) => attendantOf(user, byUser.get(user.id)))
      .sort((a, b) => b.tickets - a.tickets || a.name.localeCompare(b.name)),
    period
  }
}

interface ChartQuery {
  companyId?: number | undefined
  initialDate?: string | undefined
  finalDate?: string | undefined
}

function chartPeriod(ctx: Ctx, query: ChartQuery, timeZone: string): Period {
  return resolvePeriod({ from: query.initialDate, to: query.finalDate }, dayAt(ctx.now(), timeZone), {
    from: 'initialDate',
    to: 'finalDate'
  })
}

/** Cycles a user finished or has in service; the name of people who are gone is empty. Errors: ERR_VALIDATION. */
export async function ticketsOfUsers(
  ctx: Ctx,
  actor: Actor,
  query: ChartQuery
): Promise<EndpointReply<typeof chartTicketsUsers>> {
  const companyId = companyInReach(actor, query.companyId)
  const place = await summedUp(ctx, companyId, actor)
  const period = chartPeriod(ctx, query, place.timeZone)
  const [totals, running, users] = await Promise.all([
    repo.totalsOfUsers(ctx.db, companyId, place, period),
    repo.runningOfUsers(ctx.db, companyId, place, period),
    repo.usersOf(ctx.db, companyId)
  ])
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const counts = new Map<string, number>()
  const add = (userId: number, count: number): void => {
    if (userId === 0 || count === 0) return
    const name = names.get(userId) ?? ''
    counts.set(name, (counts.get(name) ?? 0) + count)
  }
  for (const { userId, finished } of totals) add(userId, finished)
  for (const { userId, count } of running) add(userId, count)
  const data = [...counts]
    .map(([nome, quantidade]) => ({ nome, quantidade }))
    .sort((a, b) => b.quantidade - a.quantidade || a.nome.localeCompare(b.nome))
  return { data, count: data.reduce((total, { quantidade }) => total + quantidade, 0) }
}

/** Cycles begun a day, or an hour when the period is one day. Errors: ERR_VALIDATION. */
export async function ticketsOfDays(
  ctx: Ctx,
  actor: Actor,
  query: ChartQuery
): Promise<EndpointReply<typeof chartTicketsDay>> {
  const companyId = companyInReach(actor, query.companyId)
  const place = await summedUp(ctx, companyId, actor)
  const period = chartPeriod(ctx, query, place.timeZone)
  const total = (counts: number[]): number => counts.reduce((all, one) => all + one, 0)
  if (period.from === period.to) {
    const begun = await repo.begunByHour(ctx.db, companyId, place, period.from)
    const byHour = new Map(begun.map(({ hour, count }) => [hour, count]))
    const data = Array.from({ length: 24 }, (_, horario) => ({ horario, total: byHour.get(horario) ?? 0 }))
    return { data, count: total([...byHour.values()]) }
  }
  const begun = await repo.begunByDay(ctx.db, companyId, place, period)
  const byDay = new Map(begun.map(({ day, count }) => [day, count]))
  const data = daysOf(period).map((day) => ({ data: day.split('-').reverse().join('/'), total: byDay.get(day) ?? 0 }))
  return { data, count: total([...byDay.values()]) }
}
