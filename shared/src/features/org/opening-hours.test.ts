// Opening hours by the clocks of a zone: stretches, holidays, nights, and the change of the clocks.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  holidayRow,
  isOpen,
  lastMinute,
  nextOpening,
  type HolidayRow,
  type OpeningHours,
  type ScheduleRow
} from './opening-hours.ts'

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
function row(weekdayEn: ScheduleRow['weekdayEn'], startTime: string, endTime: string): ScheduleRow {
  return {
    weekday: weekdayEn,
    weekdayEn,
    startTime,
    endTime
  }
}
const holiday = (date: string, wishes: Partial<HolidayRow> = {}): HolidayRow => holidayRow.parse({ date, ...wishes })

const saoPaulo = 'America/Sao_Paulo'
/** The schedule a new queue starts with. */
const usual = [
  ...days.slice(1, 6).map((day) => row(day, '08:00', '18:00')),
  row('saturday', '08:00', '12:00'),
  row('sunday', '00:00', '00:00')
]
function hours(wishes: Partial<OpeningHours> = {}): OpeningHours {
  return {
    timeZone: saoPaulo,
    schedules: usual,
    holidays: [],
    ...wishes
  }
}
/** By the clocks of São Paulo (UTC-3 all year). */
const at = (local: string): Date => new Date(`${local}-03:00`)

describe('the usual week', () => {
  test.each([
    ['2026-11-16T07:59:59', false, 'Monday before eight'],
    ['2026-11-16T08:00:00', true, 'Monday at eight'],
    ['2026-11-16T18:00:59', true, 'in the last minute'],
    ['2026-11-16T18:01:00', false, 'after the last minute'],
    ['2026-11-21T11:30:00', true, 'Saturday morning'],
    ['2026-11-21T14:00:00', false, 'Saturday afternoon'],
    ['2026-11-22T00:00:30', false, 'Sunday, which begins and ends at midnight'],
    ['2026-11-22T10:00:00', false, 'Sunday morning']
  ])('%s is open: %s (%s)', (local, open) => expect(isOpen(hours(), at(local))).toBe(open))

  test.each([
    ['2026-11-16T06:00:00', '2026-11-16T08:00:00'],
    ['2026-11-16T19:00:00', '2026-11-17T08:00:00'],
    ['2026-11-21T13:00:00', '2026-11-23T08:00:00'],
    ['2026-11-22T23:59:00', '2026-11-23T08:00:00']
  ])('closed at %s, it opens at %s', (local, opens) => expect(nextOpening(hours(), at(local))).toEqual(at(opens)))

  test('open, there is no next opening', () => expect(nextOpening(hours(), at('2026-11-16T09:00:00'))).toBeNull())

  test('is read by the clocks of the zone, not of the server', () => {
    const noon = new Date('2026-11-16T12:00:00Z')
    expect(isOpen(hours(), noon)).toBe(true)
    expect(isOpen(hours({ timeZone: 'Asia/Tokyo' }), noon)).toBe(false)
    expect(isOpen(hours({ timeZone: 'America/Los_Angeles' }), noon)).toBe(false)
  })
})

describe('several stretches a day', () => {
  const split = hours({ schedules: [row('monday', '13:00', '18:00'), row('monday', '08:00', '12:00')] })
  test.each([
    ['2026-11-16T09:00:00', true],
    ['2026-11-16T12:30:00', false],
    ['2026-11-16T13:30:00', true],
    ['2026-11-16T20:00:00', false]
  ])('%s is open: %s', (local, open) => expect(isOpen(split, at(local))).toBe(open))

  test('lunch ends at the second stretch', () =>
    expect(nextOpening(split, at('2026-11-16T12:30:00'))).toEqual(at('2026-11-16T13:00:00')))
})

describe('a stretch over midnight', () => {
  const bar = hours({ schedules: [...days.map((day) => row(day, '00:00', '00:00')), row('friday', '18:00', '02:00')] })
  test.each([
    ['2026-11-20T17:59:00', false],
    ['2026-11-20T18:00:00', true],
    ['2026-11-20T23:59:59', true],
    ['2026-11-21T01:59:00', true],
    ['2026-11-21T02:01:00', false],
    ['2026-11-21T18:30:00', false]
  ])('%s is open: %s', (local, open) => expect(isOpen(bar, at(local))).toBe(open))
})

describe('a day without times', () => {
  const open = hours({ schedules: [row('monday', '', ''), row('tuesday', '08:00', '18:00')] })
  test('has no restriction, set or not', () => {
    expect(isOpen(open, at('2026-11-16T03:00:00'))).toBe(true)
    expect(isOpen(open, at('2026-11-18T03:00:00'))).toBe(true)
    expect(isOpen(open, at('2026-11-17T03:00:00'))).toBe(false)
    expect(isOpen(hours({ schedules: [] }), at('2026-11-22T03:00:00'))).toBe(true)
  })
  test('is what comes after a closed evening, from midnight on', () =>
    expect(nextOpening(open, at('2026-11-17T19:00:00'))).toEqual(at('2026-11-18T00:00:00')))
})

describe('holidays', () => {
  const feast = hours({
    holidays: [
      holiday('2026-12-25', { name: 'Natal', everyYear: true }),
      holiday('2026-12-24', { startTime: '09:00', endTime: '11:00' }),
      holiday('2026-12-24', { startTime: '12:00', endTime: '13:00' }),
      holiday('2027-12-25', { startTime: '10:00', endTime: '11:00' })
    ]
  })
  test.each([
    ['2026-12-25T10:00:00', false, 'closed on the day'],
    ['2028-12-25T10:00:00', false, 'closed in every year'],
    ['2027-12-25T10:30:00', true, 'a date with its year wins over the day of every year'],
    ['2026-12-24T09:30:00', true, 'shorter hours'],
    ['2026-12-24T11:30:00', false, 'between the stretches of a holiday'],
    ['2026-12-24T12:30:00', true, 'second stretch of a holiday'],
    ['2026-12-24T17:00:00', false, 'usual hours do not count']
  ])('%s is open: %s (%s)', (local, open) => expect(isOpen(feast, at(local))).toBe(open))

  test('are passed over on the way to the next opening', () =>
    expect(nextOpening(feast, at('2026-12-24T14:00:00'))).toEqual(at('2026-12-26T08:00:00')))

  test('close a company that has no other hours', () =>
    expect(isOpen(hours({ schedules: [], holidays: feast.holidays }), at('2026-12-25T10:00:00'))).toBe(false))

  test.each(['2026-02-30', '2026-13-01', '26-01-01', 'amanhã'])('%s is no date', (date) =>
    expect(holidayRow.safeParse({ date }).success).toBe(false)
  )
})

test('the clocks going forward move the opening with them', () => {
  const newYork = hours({ timeZone: 'America/New_York', schedules: days.map((day) => row(day, '09:00', '17:00')) })
  expect(nextOpening(newYork, new Date('2026-03-07T23:00:00Z'))).toEqual(new Date('2026-03-08T13:00:00Z'))
  expect(nextOpening(newYork, new Date('2026-03-06T23:00:00Z'))).toEqual(new Date('2026-03-07T14:00:00Z'))
})

test('hours that the clocks leap over are over with the leap', () => {
  const gap = hours({
    timeZone: 'America/New_York',
    schedules: [
      ...days.map((day) => row(day, '00:00', '00:00')),
      row('sunday', '02:10', '02:20'),
      row('monday', '09:00', '10:00')
    ]
  })
  expect(nextOpening(gap, new Date('2026-03-08T06:00:00Z'))).toEqual(new Date('2026-03-09T13:00:00Z'))
})

test('a zone that nobody knows counts as that of São Paulo', () =>
  expect(isOpen(hours({ timeZone: 'Marte/Olimpo' }), at('2026-11-16T09:00:00'))).toBe(true))

test('what never opens has no next opening', () => {
  const shut = hours({ schedules: days.map((day) => row(day, '00:00', '00:00')) })
  expect(nextOpening(shut, at('2026-11-16T09:00:00'))).toBeNull()
})

const time = fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => parts.map((n) => String(n).padStart(2, '0')).join(':'))
const anyRow = fc.record({ weekdayEn: fc.constantFrom(...days), startTime: time, endTime: time }).map((r) => ({
  weekday: '',
  ...r
}))

test('the next opening is open, lies ahead, and nothing before it is', () => {
  const zones = fc.constantFrom(saoPaulo, 'Africa/Lagos', 'Asia/Kolkata')
  const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 12 }), zones, instants, fc.nat(100), (schedules, timeZone, ms, part) => {
      const one = hours({ schedules, timeZone })
      const now = new Date(ms)
      const opens = nextOpening(one, now)
      if (isOpen(one, now) || opens === null) return
      expect(opens.getTime()).toBeGreaterThan(ms)
      expect(isOpen(one, opens)).toBe(true)
      const between = new Date(ms + ((opens.getTime() - ms - 1) * part) / 100)
      expect(isOpen(one, between)).toBe(false)
    }),
    { numRuns: 300 }
  )
})

describe('the last minute', () => {
  const night = hours({
    schedules: [...days.map((day) => row(day, '00:00', '00:00')), row('friday', '22:00', '06:00')]
  })
  const split = hours({ schedules: [row('monday', '08:00', '12:00'), row('monday', '12:00', '18:00')] })
  test.each([
    [hours(), '2026-11-16T09:00:00', '2026-11-16T18:00:00', 'of a day'],
    [hours(), '2026-11-16T18:00:30', '2026-11-16T18:00:00', 'that is running'],
    [night, '2026-11-20T23:00:00', '2026-11-21T06:00:00', 'of a night, before midnight'],
    [night, '2026-11-21T05:00:00', '2026-11-21T06:00:00', 'of a night, after it'],
    [split, '2026-11-16T09:00:00', '2026-11-16T18:00:00', 'of stretches that follow one another'],
    [
      hours({ schedules: [row('tuesday', '08:00', '18:00')] }),
      '2026-11-16T09:00:00',
      '2026-11-16T23:59:00',
      'of a day without a limit'
    ]
  ])('%#', (one, local, last) => expect(lastMinute(one, at(local))).toEqual(at(last)))

  test('there is none while hours are closed, nor where they never close', () => {
    expect(lastMinute(hours(), at('2026-11-16T19:00:00'))).toBeNull()
    expect(lastMinute(hours({ schedules: [] }), at('2026-11-16T09:00:00'))).toBeNull()
  })

  test('moves with the clocks: a night that they go back in is an hour longer', () => {
    const newYork = hours({
      timeZone: 'America/New_York',
      schedules: [...days.map((day) => row(day, '00:00', '00:00')), row('saturday', '22:00', '06:00')]
    })
    expect(lastMinute(newYork, new Date('2026-11-01T02:30:00Z'))).toEqual(new Date('2026-11-01T11:00:00Z'))
    expect(lastMinute(newYork, new Date('2026-10-25T02:30:00Z'))).toEqual(new Date('2026-10-25T10:00:00Z'))
  })

  test('is open, as everything before it, and the minute after it is not', () => {
    const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 12 }), instants, fc.nat(100), (schedules, ms, part) => {
        const one = hours({ schedules })
        const last = lastMinute(one, new Date(ms))
        if (last === null) return
        expect(last.getTime() + 60_000).toBeGreaterThan(ms)
        expect(isOpen(one, new Date(ms + (Math.max(0, last.getTime() - ms) * part) / 100))).toBe(true)
        expect(isOpen(one, new Date(last.getTime() + 60_000))).toBe(false)
      }),
      { numRuns: 300 }
    )
  })
})
