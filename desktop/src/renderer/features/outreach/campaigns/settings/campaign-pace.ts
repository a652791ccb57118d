// How long so many messages take at the company's pace, on average, and when they would be through.
import { firstContactBudget } from '@guiche/shared/features/outreach/campaign-budget.ts'
import type { CampaignSettings } from '@guiche/shared/features/outreach/campaigns.ts'
import { formatMinutes } from '#platform/text/format.ts'

type Pace = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>
type Hours = Pick<CampaignSettings, 'sendFrom' | 'sendUntil'>

const hour = 3_600_000

function secondsFor(count: number, { messageInterval, longerIntervalAfter, greaterInterval }: Pace): number {
  const long = longerIntervalAfter > 0 ? Math.floor(count / longerIntervalAfter) : 0
  return long * Math.max(greaterInterval, messageInterval) + (count - long) * messageInterval
}

/** `1 h 5 min`; a minute at the least. */
export const timeFor = (count: number, pace: Pace): string => formatMinutes(Math.max(1, secondsFor(count, pace) / 60))

/**
 * When so many messages are through that begin at a moment, both as the company's clocks show them
 * (`YYYY-MM-DDTHH:mm`): outside the hours of sending the campaign waits. Hours may run over midnight.
 */
export function throughAt(count: number, begin: string, { sendFrom, sendUntil, ...pace }: Pace & Hours): string {
  const shown = (moment: number) => new Date(moment).toISOString().slice(0, 16)
  let left = secondsFor(count, pace) * 1000
  const start = Date.parse(`${begin}Z`)
  if (sendFrom === sendUntil) return shown(start + left)
  const length = (sendUntil > sendFrom ? sendUntil - sendFrom : sendUntil + 24 - sendFrom) * hour
  const midnight = start - (start % (24 * hour))
  // The hours of the evening before may still be running.
  for (let day = midnight - 24 * hour; ; day += 24 * hour) {
    const opens = Math.max(start, day + sendFrom * hour)
    const open = Math.max(0, day + sendFrom * hour + length - opens)
    if (open > 0 && left <= open) return shown(opens + left)
    left -= open
  }
}

/** Days that so many strangers take on a connection that has written to none before; null without a limit. */
export function daysForStrangers(
  count: number,
  settings: Pick<CampaignSettings, 'firstContactsPerDay' | 'isWarmingUp'>
): number | null {
  if (!Number.isFinite(firstContactBudget(settings, 0))) return null
  let days = 0
  for (let left = count; left > 0; days++) left -= firstContactBudget(settings, days)
  return days
}
