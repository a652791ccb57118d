// What outages come to: seconds with and without WhatsApp, day by day, and the outages worth a line.
import type { Outage, UptimeDay } from '@guiche/shared/features/inbox/connection-uptime.ts'
import { instantAt, wallClock } from '@guiche/shared/kernel/zoned-time.ts'
import type { OutageRow } from './outages.repo.ts'

/** Seconds of a break that nobody has to read of: sessions that try again are mostly back by then. */
const shortest = 20
/** Outages of a list. */
const mostListed = 200

/** Milliseconds since 1970. */
interface Span {
  from: number
  until: number
}

/** A calendar day, or what has passed of it. */
export interface DaySpan extends Span {
  /** YYYY-MM-DD. */
  day: string
}

/** The last days of a time zone up to `now`, the oldest first. */
export function lastDays(now: Date, timeZone: string, count: number): DaySpan[] {
  const today = wallClock(now, timeZone)
  return Array.from({ length: count }, (_, index) => {
    const back = count - 1 - index
    const startOf = (offset: number) => instantAt({ ...today, day: today.day + offset, minutes: 0 }, timeZone).getTime()
    const day = new Date(Date.UTC(today.year, today.month - 1, today.day - back)).toISOString().slice(0, 10)
    return { day, from: startOf(-back), until: Math.min(now.getTime(), startOf(1 - back)) }
  })
}

const overlap = (a: Span, b: Span): number => Math.max(0, Math.min(a.until, b.until) - Math.max(a.from, b.from))

/** Times of an outage with how much of each was without WhatsApp, 0 to 1. */
function parts({ kind, beganAt, endedAt, brokeAt, lostMs }: OutageRow, now: number): (Span & { part: number })[] {
  const [from, broke] = [beganAt.getTime(), brokeAt.getTime()]
  const until = endedAt?.getTime() ?? now
  if (kind === 'paused') return [{ from, until, part: 1 }]
  const known = { from, until: endedAt ? until : broke }
  const length = known.until - known.from
  const before = { ...known, part: length > 0 ? Math.min(1, lostMs / length) : 0 }
  return endedAt ? [before] : [before, { from: broke, until, part: 1 }]
}

function lostIn(span: Span, rows: OutageRow[], now: number): number {
  return rows.flatMap((row) => parts(row, now)).reduce((sum, { part, ...time }) => sum + part * overlap(span, time), 0)
}

/** Seconds of each day that count, and of those the ones without WhatsApp. */
export function daysOf(spans: DaySpan[], watchedFrom: Date | null, rows: OutageRow[], now: Date): UptimeDay[] {
  const at = now.getTime()
  const start = watchedFrom?.getTime() ?? at
  const pauses = rows.filter(({ kind }) => kind === 'paused')
  const outages = rows.filter(({ kind }) => kind === 'outage')
  return spans.map(({ day, from, until }) => {
    const span = { from: Math.max(from, start), until: Math.max(until, start) }
    const watched = span.until - span.from - lostIn(span, pauses, at)
    const lost = Math.min(watched, lostIn(span, outages, at))
    return { day, watchedSeconds: Math.round(watched / 1000), lostSeconds: Math.round(lost / 1000) }
  })
}

/** 0 to 1; null when no second counts. */
export function shareOf(days: UptimeDay[]): number | null {
  const sum = (part: 'watchedSeconds' | 'lostSeconds') => days.reduce((all, day) => all + day[part], 0)
  const watched = sum('watchedSeconds')
  return watched === 0 ? null : Math.max(0, 1 - sum('lostSeconds') / watched)
}

/** The newest first; one that lasts is among them however short it has been. */
export function outagesOf(rows: OutageRow[], now: Date): Outage[] {
  return rows
    .filter(({ kind }) => kind === 'outage')
    .map(({ id, beganAt, endedAt, brokeAt, lostMs, breaks, reason }) => ({
      id,
      beganAt: beganAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      lostSeconds: Math.round((lostMs + (endedAt ? 0 : now.getTime() - brokeAt.getTime())) / 1000),
      breaks,
      reason
    }))
    .filter(({ endedAt, lostSeconds }) => endedAt === null || lostSeconds >= shortest)
    .reverse()
    .slice(0, mostListed)
}
