// A calendar day in a time zone as a pair of instants.
import { instantAt, isUsableYear } from '@guiche/shared/kernel/zoned-time.ts'

/** Start (inclusive) and end (exclusive) of the day that `text` (YYYY-MM-DD…) names; null for anything else. */
export function dayRange(text: string | undefined, timeZone: string): { from: string; until: string } | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text ?? '')
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (!isUsableYear(year)) return null
  const check = new Date(Date.UTC(year, month - 1, day))
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return null
  return {
    from: instantAt({ year, month, day, minutes: 0 }, timeZone).toISOString(),
    until: instantAt({ year, month, day: day + 1, minutes: 0 }, timeZone).toISOString()
  }
}
