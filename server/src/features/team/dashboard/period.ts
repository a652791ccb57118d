// Which days a dashboard is about: so many up to today, or from one day to another.
import { longestPeriod } from '@guiche/shared/features/team/dashboard.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { isUsableYear } from '@guiche/shared/kernel/zoned-time.ts'

/** First and last day, YYYY-MM-DD. */
export interface Period {
  from: string
  to: string
}

const dayMs = 86_400_000
const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The calendar day at an instant in a time zone. */
export const dayAt = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)

/** Errors: ERR_VALIDATION for what names no day. */
function readDay(field: string, text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  const day = text.slice(0, 10)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(msOf(day)) && dayOf(msOf(day)) === day
  if (!isDay || !isUsableYear(Number(day.slice(0, 4)))) throw refused(field, 'not a day')
  return day
}

const refused = (field: string, why: string): AppError => new AppError('ERR_VALIDATION', { fields: { [field]: why } })

/** Every day of a period. */
export const daysOf = ({ from, to }: Period): string[] =>
  Array.from({ length: (msOf(to) - msOf(from)) / dayMs + 1 }, (_, index) => dayOf(msOf(from) + index * dayMs))

/** As many days, up to the day before the first. */
export function periodBefore({ from, to }: Period): Period {
  const length = msOf(to) - msOf(from) + dayMs
  return { from: dayOf(msOf(from) - length), to: dayOf(msOf(from) - dayMs) }
}

interface Asked {
  days?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/**
 * The period somebody asks for; without one the days of this month until today. `fields` are the names of the dates in
 * the call. Errors: ERR_VALIDATION for dates that are none, are the wrong way round, or are too far apart.
 */
export function resolvePeriod(asked: Asked, today: string, fields: { from: string; to: string }): Period {
  if (asked.days) return { from: dayOf(msOf(today) - (asked.days - 1) * dayMs), to: today }
  const to = readDay(fields.to, asked.to)
  const from = readDay(fields.from, asked.from) ?? `${(to ?? today).slice(0, 8)}01`
  const period = { from, to: to ?? today }
  const length = (msOf(period.to) - msOf(period.from)) / dayMs + 1
  if (length < 1) throw refused(fields.to, 'before the first day')
  if (length > longestPeriod) throw refused(fields.to, `more than ${longestPeriod} days`)
  return period
}
