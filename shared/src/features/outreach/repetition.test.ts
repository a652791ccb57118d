// When repeated messages are due: months of every length, clocks that are changed, and texts without an offset.
import { describe, expect, test } from 'vitest'
import { anchorOf, nextMoment, type Repetition } from './repetition.ts'
import { isMoment, momentIn } from './schedule-moment.ts'

const zone = 'America/New_York'

/** The moments of a series, as the clocks of the zone show them and as instants. */
function series(first: string, repeat: Repetition, count: number, timeZone = zone) {
  const moments = [momentIn(first, timeZone)]
  const anchor = anchorOf(moments[0] as Date, timeZone)
  while (moments.length < count) {
    const next = nextMoment(moments.at(-1) as Date, repeat, anchor, timeZone)
    if (next === null) break
    moments.push(next)
  }
  return moments.map((moment) => moment.toISOString())
}

describe('a repetition', () => {
  test('is over after one that is sent once', () => {
    expect(series('2026-03-01T09:00', 'none', 3)).toHaveLength(1)
  })

  test('of every day keeps the hour on the clock when the clocks go forward and back', () => {
    expect(series('2026-03-07T09:00', 'daily', 3)).toEqual([
      '2026-03-07T14:00:00.000Z',
      '2026-03-08T13:00:00.000Z',
      '2026-03-09T13:00:00.000Z'
    ])
    expect(series('2026-10-31T09:00', 'daily', 2)).toEqual(['2026-10-31T13:00:00.000Z', '2026-11-01T14:00:00.000Z'])
  })

  test('at an hour that the clocks leap over is sent after the leap, and at its hour again the next day', () => {
    expect(series('2026-03-07T02:30', 'daily', 3)).toEqual([
      '2026-03-07T07:30:00.000Z',
      '2026-03-08T07:30:00.000Z',
      '2026-03-09T06:30:00.000Z'
    ])
  })

  test('at an hour that the clocks show twice is sent once that day', () => {
    expect(series('2026-10-31T01:30', 'daily', 3)).toEqual([
      '2026-10-31T05:30:00.000Z',
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z'
    ])
  })

  test('of every week runs over the months and the change of the clocks', () => {
    expect(series('2026-02-23T18:00', 'weekly', 3)).toEqual([
      '2026-02-23T23:00:00.000Z',
      '2026-03-02T23:00:00.000Z',
      '2026-03-09T22:00:00.000Z'
    ])
  })

  test.each([
    ['2026-12-31T10:00', ['12-31', '01-31', '02-28', '03-31', '04-30', '05-31']],
    ['2027-11-30T10:00', ['11-30', '12-30', '01-30', '02-29', '03-30']],
    ['2026-01-15T10:00', ['01-15', '02-15', '03-15']]
  ])('of every month from %s has these days', (first, days) => {
    const found = series(first, 'monthly', days.length, 'America/Sao_Paulo')
    expect(found.map((moment) => moment.slice(5, 10))).toEqual(days)
    expect(new Set(found.map((moment) => moment.slice(11)))).toEqual(new Set(['13:00:00.000Z']))
  })
})

describe('a moment as text', () => {
  test.each([
    ['2026-03-08T09:00', '2026-03-08T13:00:00.000Z'],
    ['2026-03-07 09:00', '2026-03-07T14:00:00.000Z'],
    ['2026-03-07 09:00:30', '2026-03-07T14:00:00.000Z'],
    ['2026-03-07T09:00:00Z', '2026-03-07T09:00:00.000Z'],
    ['2026-03-07T09:00:00.000-03:00', '2026-03-07T12:00:00.000Z']
  ])('%s means %s in New York', (text, instant) => {
    expect(isMoment(text)).toBe(true)
    expect(momentIn(text, zone).toISOString()).toBe(instant)
  })

  test.each([
    '',
    'amanhã',
    '2026-02-30T10:00',
    '2026-13-01T10:00',
    '2026-01-01T24:00',
    '2026-01-01',
    '1970-01-01T10:00'
  ])('%j is none', (text) => {
    expect(isMoment(text)).toBe(false)
  })
})
