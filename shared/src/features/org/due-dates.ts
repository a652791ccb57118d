// Due dates: the day each of them means, the same in every console and on the server, and the day after a renewal.
import { z } from 'zod'
import { instantAt, isUsableYear, wallClock } from '../../kernel/zoned-time.ts'

/** Due dates are days of this zone's calendar. */
const billingZone = 'America/Sao_Paulo'

/** A day means its last minute; what is empty, no date or out of all reach becomes null. */
export const dueDateInput = z.preprocess((given) => {
  if (given === null || given === undefined || given === '') return null
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typeof given === 'string' ? given : '') ?? []
  const moment =
    year && month && day
      ? instantAt(Number(year), Number(month), Number(day), 24 * 60 - 1, billingZone)
      : new Date(typeof given === 'string' || typeof given === 'number' || given instanceof Date ? given : NaN)
  return isUsableYear(year === undefined ? moment.getUTCFullYear() : Number(year)) ? moment : null
}, z.date().nullable())

/** The day that a due date means, as `YYYY-MM-DD`: the one that is sent for it, whatever the zone of this computer. */
export const dueDay = (dueDate: string | number): string => {
  const { year, month, day } = wallClock(new Date(dueDate), billingZone)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The same time of day so many months later, on the last day of a month that is too short. */
export const monthsLater = (dueDate: Date, months: number): Date => {
  const { year, month, day, hour, minute } = wallClock(dueDate, billingZone)
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  const target = Math.min(day, lastDay.getUTCDate())
  return instantAt(lastDay.getUTCFullYear(), lastDay.getUTCMonth() + 1, target, hour * 60 + minute, billingZone)
}
