// The week of the editor and the rows of the server say the same.
import { expect, test } from 'vitest'
import { wrongHolidays } from './HolidaysEditor.tsx'
import { rowsOf, usualWeek, weekOf, wrongDays } from './week.ts'

test('what is read of rows is written as the same rows', () => {
  const rows = rowsOf(usualWeek())
  expect(weekOf(rows)).toEqual(usualWeek())
  expect(weekOf([])).toEqual(usualWeek())
  expect(rows.at(-1)).toEqual({ weekday: 'Domingo', weekdayEn: 'sunday', startTime: '00:00', endTime: '00:00' })
})

test('a day may have several intervals, be open all day or be closed', () => {
  const week = weekOf([
    { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '13:00', endTime: '18:00' },
    { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' },
    { weekday: 'Terça-feira', weekdayEn: 'tuesday', startTime: '', endTime: '' }
  ])
  expect(week.monday.intervals.map(({ startTime }) => startTime)).toEqual(['08:00', '13:00'])
  expect(week.tuesday.kind).toBe('open')
  expect(weekOf(rowsOf(week))).toEqual(week)
})

test('times that are missing are found', () => {
  const week = usualWeek()
  week.monday = { kind: 'hours', intervals: [{ startTime: '08:00', endTime: '' }] }
  week.friday = { kind: 'hours', intervals: [] }
  expect([...wrongDays(week)]).toEqual([
    ['monday', 'missing'],
    ['friday', 'missing']
  ])
  const holiday = { date: '2026-12-25', name: 'Natal', everyYear: true, startTime: '', endTime: '' }
  expect(wrongHolidays([holiday, { ...holiday, date: '' }, { ...holiday, endTime: '12:00' }])).toEqual([1, 2])
})

test('intervals that lie over one another are found, also over midnight; those that follow one another are not', () => {
  const week = usualWeek()
  const during = (...times: [string, string][]) => ({
    kind: 'hours' as const,
    intervals: times.map(([startTime, endTime]) => ({ startTime, endTime }))
  })
  week.monday = during(['13:00', '18:00'], ['08:00', '14:00'])
  week.tuesday = during(['08:00', '12:00'], ['12:00', '18:00'])
  week.wednesday = during(['20:00', '02:00'], ['08:00', '12:00'])
  week.thursday = during(['20:00', '02:00'], ['22:00', '23:00'])
  expect([...wrongDays(week)]).toEqual([
    ['monday', 'overlap'],
    ['thursday', 'overlap']
  ])
})
