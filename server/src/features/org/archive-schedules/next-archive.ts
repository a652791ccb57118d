// When the next archive of a schedule is due.
import type { ArchiveSchedule } from '@guiche/shared/features/org/archive-schedules.ts'
import { instantAt, wallClock } from '@guiche/shared/kernel/zoned-time.ts'

/** Minutes after midnight on the clocks of the company, when hardly anybody writes. */
const night = 3 * 60

/** The next night after `now`; of a week the one of Sunday. */
export function nextArchive(every: ArchiveSchedule['every'], now: Date, timeZone: string): Date {
  const { year, month, day, weekday } = wallClock(now, timeZone)
  const first = every === 'week' ? day + ((7 - weekday) % 7) : day
  const step = every === 'week' ? 7 : 1
  const at = (of: number) => instantAt({ year, month, day: of, minutes: night }, timeZone)
  return at(first) > now ? at(first) : at(first + step)
}
