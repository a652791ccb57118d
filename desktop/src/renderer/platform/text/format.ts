// How dates, numbers, sizes and phone numbers are written in the chosen language.
import dayjs from 'dayjs'
import 'dayjs/locale/pt-br'
import 'dayjs/locale/es'
import relativeTime from 'dayjs/plugin/relativeTime'
import { dueDay } from '@guiche/shared/features/org/due-dates.ts'
import { localValue } from '../state/local-store.ts'

dayjs.extend(relativeTime)

const locales = { pt: 'pt-BR', en: 'en', es: 'es' } as const
const locale = (): string => locales[localValue('language')]
const dayjsLocale = (): string => locale().toLowerCase()

/** Making one takes longer than all that it writes of a conversation. */
function remembered<Writer, Options>(make: (language: string, options: Options) => Writer) {
  const known = new Map<string, Writer>()
  return (language: string, options: Options): Writer => {
    const key = `${language} ${JSON.stringify(options)}`
    const writer = known.get(key) ?? make(language, options)
    known.set(key, writer)
    return writer
  }
}
const writerOf = remembered(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options)
)
const numberWriterOf = remembered(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options)
)
const distanceWriterOf = remembered(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options)
)

export const isToday = (instant: string | number | Date): boolean => dayjs(instant).isSame(Date.now(), 'day')

/**
 * The chosen language as the person's country writes it: 3/14 in the United States is 14/03 in Britain. Without one among
 * the languages of the browser, that of the language's own country.
 */
function region(): string {
  const isSpoken = (tag: string) => tag.slice(0, 3).toLowerCase() === `${localValue('language')}-`
  return navigator.languages.find((tag) => isTag(tag) && isSpoken(tag)) ?? locale()
}

/** Some browsers name a language as the system does, such as `en-US@posix`, which nothing else understands. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

const dayOptions = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
/** Days are read in the computer's time zone, as `YYYY-MM-DD` too. */
const written = (instant: string | number | Date, options: Intl.DateTimeFormatOptions): string =>
  writerOf(region(), options).format(dayjs(instant).toDate())

/** The time for today, the date before. */
export const formatMoment = (instant: string | number | Date, now = Date.now()): string =>
  dayjs(instant).isSame(now, 'day') ? formatTime(instant) : formatDate(instant)
/** As the country writes it: 9:05 AM, 9:05 a.m. or 09:05. */
function timeOptions(): Intl.DateTimeFormatOptions {
  const { hour12 } = writerOf(region(), { hour: 'numeric' }).resolvedOptions()
  return { hour: hour12 === true ? 'numeric' : '2-digit', minute: '2-digit' }
}
export const formatTime = (instant: string | number | Date): string => written(instant, timeOptions())
/** The same with its seconds. */
export const formatTimeOfSecond = (instant: string | number | Date): string =>
  written(instant, { ...timeOptions(), second: '2-digit' })
/** A time of a clock (`09:05`) as the country writes it, wherever this computer is. */
export const formatClock = (time: string): string =>
  writerOf(region(), { ...timeOptions(), timeZone: 'UTC' }).format(new Date(`2000-01-01T${time.slice(0, 5)}:00Z`))
export const formatDate = (instant: string | number | Date): string => written(instant, dayOptions)
/** The day that a due date means, wherever this computer is. */
export const formatDueDate = (dueDate: string | number): string => formatDate(dueDay(dueDate))
export const formatDateTime = (instant: string | number | Date): string =>
  `${formatDate(instant)} ${formatTime(instant)}`

/** Day as a separator says it: `hoje`, `ontem`, `terça-feira, 4 de março`; the year only when it is another. */
export function formatDay(instant: string | number | Date, now = Date.now()): string {
  const [day, today] = [new Date(instant), new Date(now)]
  const isThisYear = day.getFullYear() === today.getFullYear()
  const [begin, beginOfToday] = [day, today].map((date) => new Date(date).setHours(0, 0, 0, 0))
  // A day may have 23 or 25 hours.
  const daysAgo = Math.round(((beginOfToday ?? 0) - (begin ?? 0)) / 86_400_000)
  if (daysAgo === 0 || daysAgo === 1) return distanceWriterOf(locale(), { numeric: 'auto' }).format(-daysAgo, 'day')
  return writerOf(locale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' })
  }).format(day)
}

/** A day of a calendar (`YYYY-MM-DD`) in the chosen language, wherever this computer is. */
export const formatCalendar = (day: string, options: Intl.DateTimeFormatOptions): string =>
  writerOf(region(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))

/** Two days of a calendar as one stretch: `1 – 7 de março de 2026`. */
export function formatCalendarSpan(from: string, to: string): string {
  return writerOf(region(), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).formatRange(
    new Date(`${from}T12:00:00Z`),
    new Date(`${to}T12:00:00Z`)
  )
}

/** `segunda-feira 08:00` by the clocks of a time zone; with the date when it is more than six days away. */
export function formatWeekMoment(instant: Date, timeZone: string, now = Date.now()): string {
  const isNear = instant.getTime() - now < 6 * 86_400_000
  const day = writerOf(
    region(),
    isNear ? { weekday: 'long', timeZone } : { day: '2-digit', month: '2-digit', year: 'numeric', timeZone }
  ).format(instant)
  const time = writerOf(region(), { ...timeOptions(), timeZone }).format(instant)
  return `${day} ${time}`
}

/** A time zone as people call it, such as `Horário padrão de Brasília`. */
export function formatZone(timeZone: string): string {
  const parts = writerOf(region(), { timeZone, timeZoneName: 'longGeneric' }).formatToParts(Date.now())
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** `há 5 minutos`, in the chosen language. */
export const formatSince = (instant: string | number | Date): string => dayjs(instant).locale(dayjsLocale()).fromNow()

export const formatNumber = (value: number): string => numberWriterOf(locale(), {}).format(value)

/** A part of a whole, 0 to 1, as `99,9 %`: what is not whole never reads as if it were. */
export const formatShare = (share: number): string =>
  numberWriterOf(locale(), { style: 'percent', maximumFractionDigits: 1 }).format(Math.floor(share * 1000) / 1000)

/** Bytes as people read them: `1,4 MB`. */
export function formatSize(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return numberWriterOf(locale(), {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'narrow' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1
  }).format(bytes / 1000 ** step)
}

/** Seconds as `m:ss`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Minutes as hours and minutes: `1 h 5 min`, `12 min`, `< 1 min`. */
export function formatMinutes(minutes: number): string {
  if (minutes > 0 && minutes < 1) return '< 1 min'
  const whole = Math.round(minutes)
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  return hours === 0 ? `${rest} min` : `${formatNumber(hours)} h ${rest} min`
}

/** Reais, the currency of every price here. */
export const formatMoney = (value: number): string =>
  numberWriterOf('pt-BR', { style: 'currency', currency: 'BRL' }).format(value)

/** US dollars, which models are paid in: small sums show their fractions of a cent. */
export function formatDollars(value: number): string {
  return numberWriterOf(locale(), {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: value < 1 ? 4 : 2
  }).format(value)
}
