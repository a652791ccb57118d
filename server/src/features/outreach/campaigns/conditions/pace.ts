// When the next message of a campaign may be written: pauses between messages, longer ones now and then, hours of the day.
import type { CampaignSettings } from '@guiche/shared/features/outreach/campaigns.ts'
import { instantAt, wallClock } from '@guiche/shared/kernel/zoned-time.ts'

type Intervals = Pick<CampaignSettings, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>

/** A pause of so many seconds, give or take a half; `chance` from 0 to 1. */
const around = (seconds: number, chance: number): number => Math.round(seconds * (0.5 + chance) * 1000)

/** Milliseconds after a message, and how many there were since the last longer pause; `sinceLong` counts this one. */
export function pauseAfter(
  { messageInterval, longerIntervalAfter, greaterInterval }: Intervals,
  sinceLong: number,
  chance: number
): { pause: number; sinceLong: number } {
  const isLong = longerIntervalAfter > 0 && sinceLong >= longerIntervalAfter
  return isLong
    ? { pause: around(Math.max(greaterInterval, messageInterval), chance), sinceLong: 0 }
    : { pause: around(messageInterval, chance), sinceLong }
}

type Hours = Pick<CampaignSettings, 'sendFrom' | 'sendUntil'>

/** Null when messages may go out now; else the moment from which they may. Hours may run over midnight. */
export function closedUntil({ sendFrom, sendUntil }: Hours, now: Date, timeZone: string): Date | null {
  if (sendFrom === sendUntil) return null
  const { year, month, day, hour } = wallClock(now, timeZone)
  const isOpen = sendFrom < sendUntil ? hour >= sendFrom && hour < sendUntil : hour >= sendFrom || hour < sendUntil
  if (isOpen) return null
  const isTomorrow = hour >= sendFrom
  return instantAt({ year, month, day: day + (isTomorrow ? 1 : 0), minutes: sendFrom * 60 }, timeZone)
}

/** The day by the company's clocks: 2026-11-20. */
export function dayOf(now: Date, timeZone: string): string {
  const { year, month, day } = wallClock(now, timeZone)
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
