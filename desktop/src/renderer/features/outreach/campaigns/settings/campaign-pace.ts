// How long so many messages take at the company's pace, on average.
import type { CampaignSettings } from '@guiche/shared/features/outreach/campaigns.ts'
import { formatMinutes } from '#platform/text/format.ts'

type Pace = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>

function secondsFor(count: number, { messageInterval, longerIntervalAfter, greaterInterval }: Pace): number {
  const long = longerIntervalAfter > 0 ? Math.floor(count / longerIntervalAfter) : 0
  return long * Math.max(greaterInterval, messageInterval) + (count - long) * messageInterval
}

/** `1 h 5 min`; a minute at the least. */
export const timeFor = (count: number, pace: Pace): string => formatMinutes(Math.max(1, secondsFor(count, pace) / 60))
