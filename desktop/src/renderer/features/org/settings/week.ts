// The week of the editor: how each day stands, and the rows that the server keeps of it.
import type { HolidayRow, ScheduleRow } from '@guiche/shared/features/org/opening-hours.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** Names as legacy clients store them, whatever language the editor speaks. */
const storedNames: Record<Weekday, string> = {
  monday: 'Segunda-feira',
  tuesday: 'Terça-feira',
  wednesday: 'Quarta-feira',
  thursday: 'Quinta-feira',
  friday: 'Sexta-feira',
  saturday: 'Sábado',
  sunday: 'Domingo'
}

export interface Interval {
  startTime: string
  endTime: string
}

/** `open`: all day, without a restriction. */
export interface Day {
  kind: 'open' | 'hours' | 'closed'
  intervals: Interval[]
}

export type Week = Record<Weekday, Day>

export interface HoursDraft {
  week: Week
  holidays: HolidayRow[]
  timeZone: string
}

const closed: Day = { kind: 'closed', intervals: [] }
const during = (startTime: string, endTime: string): Day => ({ kind: 'hours', intervals: [{ startTime, endTime }] })

/** Monday to Friday 08:00 to 18:00, Saturday 08:00 to 12:00, Sunday closed. */
export function usualWeek(): Week {
  return {
    monday: during('08:00', '18:00'),
    tuesday: during('08:00', '18:00'),
    wednesday: during('08:00', '18:00'),
    thursday: during('08:00', '18:00'),
    friday: during('08:00', '18:00'),
    saturday: during('08:00', '12:00'),
    sunday: closed
  }
}

function dayOf(rows: readonly ScheduleRow[]): Day {
  const set = rows.filter(({ startTime, endTime }) => startTime !== '' && endTime !== '')
  if (set.length === 0) return { kind: 'open', intervals: [] }
  const intervals = set
    .filter(({ startTime, endTime }) => startTime !== endTime)
    .map(({ startTime, endTime }) => ({ startTime, endTime }))
    .toSorted((a, b) => a.startTime.localeCompare(b.startTime))
  return intervals.length === 0 ? closed : { kind: 'hours', intervals }
}

/** The week of stored rows; the usual one where there are none. */
export function weekOf(rows: readonly ScheduleRow[]): Week {
  return rows.length === 0
    ? usualWeek()
    : (Object.fromEntries(
        weekdays.map((day) => [day, dayOf(rows.filter(({ weekdayEn }) => weekdayEn === day))])
      ) as Week)
}

function rowsOfDay(weekdayEn: Weekday, { kind, intervals }: Day): ScheduleRow[] {
  const name = { weekday: storedNames[weekdayEn], weekdayEn }
  if (kind === 'open') return [{ ...name, startTime: '', endTime: '' }]
  if (kind === 'closed') return [{ ...name, startTime: '00:00', endTime: '00:00' }]
  return intervals.map((interval) => ({ ...name, ...interval }))
}

export const rowsOf = (week: Week): ScheduleRow[] => weekdays.flatMap((day) => rowsOfDay(day, week[day]))

const isWhole = ({ startTime, endTime }: Interval): boolean =>
  startTime !== '' && endTime !== '' && startTime !== endTime

export type DayTrouble = 'missing' | 'overlap'

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Intervals that end where another begins follow one another. */
function doOverlap(intervals: readonly Interval[]): boolean {
  const ends = ({ startTime, endTime }: Interval) => minutesOf(endTime) + (endTime < startTime ? minutesOf('24:00') : 0)
  const sorted = intervals.toSorted((a, b) => a.startTime.localeCompare(b.startTime))
  return sorted.some((one, at) => {
    const next = sorted[at + 1]
    return next !== undefined && minutesOf(next.startTime) < ends(one)
  })
}

function troubleOf({ kind, intervals }: Day): DayTrouble | null {
  if (kind !== 'hours') return null
  if (intervals.length === 0 || !intervals.every(isWhole)) return 'missing'
  return doOverlap(intervals) ? 'overlap' : null
}

/** Days whose intervals lack a time, end where they begin, are missing, or lie over one another. */
export function wrongDays(week: Week): Map<Weekday, DayTrouble> {
  return new Map(
    weekdays.flatMap((day) => {
      const trouble = troubleOf(week[day])
      return trouble === null ? [] : [[day, trouble] as const]
    })
  )
}
