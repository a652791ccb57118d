// A calendar day in a time zone as a pair of instants.

/** Minutes a zone is ahead of UTC at an instant. */
const offsetAt = (instant: Date, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit'
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return Math.round((local - instant.getTime()) / 60_000)
}

const midnight = (year: number, month: number, day: number, timeZone: string): Date => {
  const guess = new Date(Date.UTC(year, month - 1, day))
  const first = new Date(guess.getTime() - offsetAt(guess, timeZone) * 60_000)
  // A change of the clock between the guess and midnight shows as another offset.
  return new Date(guess.getTime() - offsetAt(first, timeZone) * 60_000)
}

/** Start (inclusive) and end (exclusive) of the day that `text` (YYYY-MM-DD…) names; null for anything else. */
export const dayRange = (text: string | undefined, timeZone: string): { from: string; until: string } | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text ?? '')
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const check = new Date(Date.UTC(year, month - 1, day))
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return null
  return {
    from: midnight(year, month, day, timeZone).toISOString(),
    until: midnight(year, month, day + 1, timeZone).toISOString()
  }
}
