// The moment of a scheduled message as text: with an offset an instant, without one what the company's clocks show.
import { instantAt, isUsableYear, type DayTime } from '../../kernel/zoned-time.ts'

const form = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/

const isDay = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()

interface Parts extends DayTime {
  hasOffset: boolean
}

function partsOf(text: string): Parts | null {
  const match = form.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1, 6).map(Number)
  if (year < 2000 || !isUsableYear(year) || !isDay(year, month, day) || hour > 23 || minute > 59) return null
  return { year, month, day, minutes: hour * 60 + minute, hasOffset: match[6] !== undefined }
}

export function isMoment(text: string): boolean {
  const parts = partsOf(text)
  return parts !== null && (!parts.hasOffset || !Number.isNaN(Date.parse(text.replace(' ', 'T'))))
}

/** The instant a valid text means; `timeZone` counts where it names no offset. */
export function momentIn(text: string, timeZone: string): Date {
  const parts = partsOf(text)
  if (parts === null || parts.hasOffset) return new Date(text.replace(' ', 'T'))
  return instantAt(parts, timeZone)
}
