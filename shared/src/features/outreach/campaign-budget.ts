// How many strangers a connection may write to in a day, which the server keeps to and the console tells before.
import type { CampaignSettings } from './campaigns.ts'

/** First contacts of a connection that is new to campaigns, and how they grow from one day to the next. */
const warmUp = { first: 20, growth: 1.5 }

/** First contacts that a connection may make today; `daysBefore`: days on which it made some. */
export function firstContactBudget(
  { firstContactsPerDay, isWarmingUp }: Pick<CampaignSettings, 'firstContactsPerDay' | 'isWarmingUp'>,
  daysBefore: number
): number {
  return Math.min(
    firstContactsPerDay > 0 ? firstContactsPerDay : Infinity,
    isWarmingUp ? Math.round(warmUp.first * warmUp.growth ** daysBefore) : Infinity
  )
}
