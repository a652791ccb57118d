// Messages that are sent again and again: when the next one is due, by the clocks of the company's time zone.
import { instantAt, wallClock } from '../../kernel/zoned-time.ts'

export const repetitions = ['none', 'daily', 'weekly', 'monthly'] as const
export type Repetition = (typeof repetitions)[number]

/** What somebody chose, which a short month or a change of the clocks may have moved for once. */
export interface Anchor {
  /** Of the month, 1 to 31. */
  day: number
  /** After midnight. */
  minutes: number
}

export function anchorOf(moment: Date, timeZone: string): Anchor {
  const { day, hour, minute } = wallClock(moment, timeZone)
  return { day, minutes: hour * 60 + minute }
}

/** The moment after `moment`; null for a message that is sent once. The 31st is the last day of shorter months. */
export function nextMoment(moment: Date, repeat: Repetition, anchor: Anchor, timeZone: string): Date | null {
  const { year, month, day } = wallClock(moment, timeZone)
  const { minutes } = anchor
  switch (repeat) {
    case 'daily':
      return instantAt({ year, month, day: day + 1, minutes }, timeZone)
    case 'weekly':
      return instantAt({ year, month, day: day + 7, minutes }, timeZone)
    case 'monthly': {
      const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
      return instantAt({ year, month: month + 1, day: Math.min(anchor.day, lastDay), minutes }, timeZone)
    }
    default:
      return null
  }
}
