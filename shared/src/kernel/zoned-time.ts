// Wall clocks: what an instant reads in a time zone, and the instant at which a zone's clock shows a time.

export interface WallClock {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** 0 is Sunday. */
  weekday: number
}

/**
 * True for years whose days are days: beyond them the neighbours of a day, or the same moment in another zone, have years
 * that ISO 8601 writes with a sign and databases do not read.
 */
export const isUsableYear = (year: number): boolean => year >= 1900 && year <= 9998

/** Stands in for a zone that nobody knows. */
const fallbackZone = 'America/Sao_Paulo'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit'
  })
}

/** True for a name of the IANA list that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** Making a format costs far more than using it, and there are as many as there are zones. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  let made: Intl.DateTimeFormat
  try {
    made = formatOf(timeZone)
  } catch {
    made = formatOf(fallbackZone)
  }
  formats.set(timeZone, made)
  return made
}

/** What clocks in `timeZone` (IANA name) show at an instant. */
export function wallClock(instant: Date, timeZone: string): WallClock {
  const parts = formatFor(timeZone).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const [year, month, day] = [part('year'), part('month'), part('day')]
  return {
    year,
    month,
    day,
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
    weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  }
}

/** Minutes the zone is ahead of UTC at an instant. */
function offsetAt(instant: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(instant, timeZone)
  return Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - instant.getTime()) / 60_000)
}

/** A day, which may run over the month as months may over the year, and the minutes after its midnight. */
export interface DayTime {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  minutes: number
}

/** The instant at which clocks in `timeZone` show a time. One that the clocks leap over counts as that much after the leap. */
export function instantAt({ year, month, day, minutes }: DayTime, timeZone: string): Date {
  const shown = Date.UTC(year, month - 1, day, 0, minutes)
  const before = offsetAt(new Date(shown - 86_400_000), timeZone)
  const after = offsetAt(new Date(shown + 86_400_000), timeZone)
  // Where the clocks were changed in between, only one of the two is shown then; where both are, the first one counts.
  const instants = [before, after].map((offset) => new Date(shown - offset * 60_000))
  const [early = new Date(shown), late = early] = instants
  return [early, late].find((instant) => shown - instant.getTime() === offsetAt(instant, timeZone) * 60_000) ?? early
}
