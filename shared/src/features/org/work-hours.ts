// When somebody works: hours and days off in which they may sign in, their leave, and what both mean at a moment.
import { z } from 'zod'
import { wallClock } from '../../kernel/zoned-time.ts'
import { holidayRow, isOpen, lastMinute, nextOpening, scheduleRow } from './opening-hours.ts'

/** By the company's clocks; a weekday without times has no limit. */
export const workHours = z.object({
  schedules: z.array(scheduleRow).max(100),
  /** Days with hours of their own, without times a day off. */
  daysOff: z.array(holidayRow).max(200)
})
export type WorkHours = z.output<typeof workHours>

/** The first and the last day by the company's calendar, YYYY-MM-DD. */
export const leaveSchema = z.object({
  from: z.iso.date(),
  until: z.iso.date(),
  /** The colleague who has their tickets meanwhile; null for the queues. */
  standInId: z.number().nullable()
})
export type Leave = z.infer<typeof leaveSchema>

const openingOf = ({ schedules, daysOff }: WorkHours, timeZone: string) => ({ timeZone, schedules, holidays: daysOff })

/** Whether somebody may be signed in at an instant; null has no limit. */
export const isAtWork = (hours: WorkHours | null, timeZone: string, now: Date): boolean =>
  hours === null || isOpen(openingOf(hours, timeZone), now)

/** When they may sign in next; null while they may, and when they never may within a year. */
export const nextWork = (hours: WorkHours, timeZone: string, now: Date): Date | null =>
  nextOpening(openingOf(hours, timeZone), now)

/** The last minute of the present hours; null outside of them, and when they do not end within a week. */
export const endOfWork = (hours: WorkHours, timeZone: string, now: Date): Date | null =>
  lastMinute(openingOf(hours, timeZone), now)

/** The day that a calendar of the zone shows at an instant, YYYY-MM-DD. */
export function dayIn(timeZone: string, now: Date): string {
  const { year, month, day } = wallClock(now, timeZone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** From the first to the last day, both included. */
export function isOnLeave(leave: Pick<Leave, 'from' | 'until'> | null, timeZone: string, now: Date): boolean {
  const today = dayIn(timeZone, now)
  return leave !== null && leave.from <= today && today <= leave.until
}
