// What the clocks of the company show: moments as `YYYY-MM-DDTHH:mm`, whatever the zone of this computer.
import { instantAt, wallClock } from '@guiche/shared/kernel/zoned-time.ts'
import { useSession } from './session.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** Of the signed-in person's company. */
export const companyZone = (): string => useSession.getState().user?.company.timeZone ?? 'America/Sao_Paulo'

/** What the company's clocks show at a moment. */
export function shownAt(moment: string | number | Date): string {
  const { year, month, day, hour, minute } = wallClock(new Date(moment), companyZone())
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

export const today = (): string => shownAt(Date.now()).slice(0, 10)

/** The instant at which those clocks show a day's time, ISO 8601; without a time the day's beginning. */
export function instantOf(shown: string): string {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = shown.split(/[-T:]/).map(Number)
  return instantAt({ year, month, day, minutes: hour * 60 + minute }, companyZone()).toISOString()
}
