// Opening hours: weekly rows and holidays, when a company or a queue is open, and when it opens next.
import { z } from 'zod'
import { text } from '../../kernel/ids.ts'
import { instantAt, wallClock } from '../../kernel/zoned-time.ts'

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** HH:MM by the company's clocks; empty where nothing is set. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^$/, 'ERR_VALIDATION')

/** One stretch of a weekday; a day with several stretches has several rows. */
export const scheduleRow = z.object({
  weekday: text(40),
  weekdayEn: z.enum(weekdays),
  startTime: clockTime,
  endTime: clockTime
})
export type ScheduleRow = z.infer<typeof scheduleRow>

function isDate(typed: string): boolean {
  const [year = 0, month = 0, day = 0] = typed.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** A day with hours of its own: closed without times, else open in the stretches of its rows. */
export const holidayRow = z.object({
  /** YYYY-MM-DD. */
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'ERR_VALIDATION')
    .refine(isDate, 'ERR_VALIDATION'),
  name: text(80).default(''),
  /** The same day of every year; the year of `date` does not matter. */
  everyYear: z.boolean().default(false),
  startTime: clockTime.default(''),
  endTime: clockTime.default('')
})
export type HolidayRow = z.output<typeof holidayRow>

export interface OpeningHours {
  timeZone: string
  schedules: readonly ScheduleRow[]
  holidays: readonly HolidayRow[]
}

/** Minutes after midnight; `end` counts as open until its minute is over and is smaller than `start` over midnight. */
interface Stretch {
  start: number
  end: number
}

interface Day {
  year: number
  month: number
  day: number
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const isSet = (row: { startTime: string; endTime: string }): boolean => row.startTime !== '' && row.endTime !== ''

/** A stretch that ends where it begins (00:00 to 00:00) is how legacy clients write a closed day. */
function stretchesOf(rows: readonly { startTime: string; endTime: string }[]): Stretch[] {
  return rows
    .filter((row) => isSet(row) && row.startTime !== row.endTime)
    .map((row) => ({ start: minutesOf(row.startTime), end: minutesOf(row.endTime) }))
}

function holidaysOn({ holidays }: OpeningHours, { year, month, day }: Day): HolidayRow[] {
  const monthDay = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const date = `${String(year).padStart(4, '0')}-${monthDay}`
  const exact = holidays.filter((row) => !row.everyYear && row.date === date)
  return exact.length > 0 ? exact : holidays.filter((row) => row.everyYear && row.date.slice(5) === monthDay)
}

/** When a day is open; null for a day without restriction. */
function stretchesOn(hours: OpeningHours, day: Day): Stretch[] | null {
  const holidays = holidaysOn(hours, day)
  if (holidays.length > 0) return stretchesOf(holidays)
  const weekday = weekdays[new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay()]
  const rows = hours.schedules.filter((row) => row.weekdayEn === weekday && isSet(row))
  return rows.length === 0 ? null : stretchesOf(rows)
}

function dayAfter({ year, month, day }: Day, days: number): Day {
  const date = new Date(Date.UTC(year, month - 1, day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Whether hours are open at an instant. A weekday without times is open all day. */
export function isOpen(hours: OpeningHours, now: Date): boolean {
  const clock = wallClock(now, hours.timeZone)
  const minute = clock.hour * 60 + clock.minute
  const today = stretchesOn(hours, clock)
  if (today === null) return true
  if (today.some(({ start, end }) => start <= minute && (end < start || minute <= end))) return true
  // A stretch over midnight belongs to the day on which it began.
  const before = stretchesOn(hours, dayAfter(clock, -1)) ?? []
  return before.some(({ start, end }) => end < start && minute <= end)
}

/** Days that are looked at for the next closing. */
const nearHorizon = 8
/** Days that are looked at for the next opening. */
const horizon = 400

/** The instant at which hours open next; null while they are open, and when they never open again within a year. */
export function nextOpening(hours: OpeningHours, now: Date): Date | null {
  if (isOpen(hours, now)) return null
  const today = wallClock(now, hours.timeZone)
  for (let ahead = 0; ahead <= horizon; ahead++) {
    const day = dayAfter(today, ahead)
    const starts = (stretchesOn(hours, day) ?? [{ start: 0, end: 0 }]).map(({ start }) => start)
    for (const start of starts.toSorted((a, b) => a - b)) {
      const instant = instantAt({ ...day, minutes: start }, hours.timeZone)
      // A stretch may lie in the hour that the clocks leap over.
      if (instant > now && isOpen(hours, instant)) return instant
    }
  }
  return null
}

/** Milliseconds. */
const minute = 60_000

/**
 * The last minute of the stretch that hours are open in at an instant, stretches that follow one another taken together; null
 * while they are closed, and when they do not close within a week.
 */
export function lastMinute(hours: OpeningHours, now: Date): Date | null {
  if (!isOpen(hours, now)) return null
  const today = wallClock(now, hours.timeZone)
  // A stretch over midnight ends on the day after the one on which it began.
  for (let ahead = -1; ahead <= nearHorizon; ahead++) {
    const day = dayAfter(today, ahead)
    const stretches = stretchesOn(hours, day) ?? [{ start: 0, end: 24 * 60 - 1 }]
    const ends = stretches.map(({ start, end }) => (end < start ? end + 24 * 60 : end))
    for (const end of ends.toSorted((a, b) => a - b)) {
      const instant = instantAt({ ...day, minutes: end }, hours.timeZone)
      const isAhead = instant.getTime() + minute > now.getTime()
      if (isAhead && !isOpen(hours, new Date(instant.getTime() + minute))) return instant
    }
  }
  return null
}
