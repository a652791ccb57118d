// Due dates: the day each of them means, the same in every console and on the server, and the day after a renewal.
import { z } from 'zod'
import { isAbsent } from '../../kernel/ids.ts'
import { instantAt, isUsableYear, wallClock } from '../../kernel/zoned-time.ts'

/** Due dates are days of this zone's calendar. */
const billingZone = 'America/Sao_Paulo'

/** What older consoles, which know no company without a due date, are given for none; sent back, it is none again. */
export const noDueDate = '2999-12-31T12:00:00.000Z'

/** A day means its last minute; what is empty, no date or out of all reach becomes null. */
export const dueDateInput = z.preprocess((given) => {
  if (isAbsent(given) || (typeof given === 'string' && given.startsWith(noDueDate.slice(0, 10)))) return null
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typeof given === 'string' ? given : '') ?? []
  const moment =
    year && month && day
      ? instantAt({ year: Number(year), month: Number(month), day: Number(day), minutes: 24 * 60 - 1 }, billingZone)
      : new Date(typeof given === 'string' || typeof given === 'number' || given instanceof Date ? given : NaN)
  return isUsableYear(year === undefined ? moment.getUTCFullYear() : Number(year)) ? moment : null
}, z.date().nullable())

/** The day that a due date means, as `YYYY-MM-DD`: the one that is sent for it, whatever the zone of this computer. */
export function dueDay(dueDate: string | number): string {
  const { year, month, day } = wallClock(new Date(dueDate), billingZone)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Whole days of the calendar until the due date; negative when it is past. */
export function daysUntil(dueDate: string | number, now = Date.now()): number {
  return Math.round((Date.parse(dueDay(dueDate)) - Date.parse(dueDay(now))) / 86_400_000)
}

/** The day of an instant in the calendar of due dates; numbers of days follow one another. */
export function calendarDay(moment: Date): { year: number; month: number; number: number } {
  const { year, month, day } = wallClock(moment, billingZone)
  return { year, month, number: Date.UTC(year, month - 1, day) / 86_400_000 }
}

function dayOf(date: Date) {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** The moment at which a day of the calendar of due dates begins, or one so many days later. */
export function dueDayStart(day: string, daysLater = 0): Date {
  const moved = new Date(Date.parse(day) + daysLater * 86_400_000)
  return instantAt({ ...dayOf(moved), minutes: 0 }, billingZone)
}

/** The same time of day so many months later, on the last day of a month that is too short. */
export function monthsLater(dueDate: Date, months: number): Date {
  const { year, month, day, hour, minute } = wallClock(dueDate, billingZone)
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  const target = Math.min(day, lastDay.getUTCDate())
  return instantAt({ ...dayOf(lastDay), day: target, minutes: hour * 60 + minute }, billingZone)
}
