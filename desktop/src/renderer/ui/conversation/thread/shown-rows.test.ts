// Which rows are drawn as one opens a conversation, reads up, jumps and is told of new messages.
import { expect, test } from 'vitest'
import type { ConversationRow } from './conversation-rows.ts'
import { drawn, withOlder } from './shown-rows.ts'

function message(number: number): ConversationRow {
  return {
    kind: 'message',
    key: `m${number}`,
    id: idOf(number),
    isIncoming: true,
    isPending: false,
    isFirst: true,
    isLast: true
  }
}
const day = (number: number): ConversationRow => ({ kind: 'day', key: `day of m${number}`, at: '' })
const from = (first: number, last: number): ConversationRow[] =>
  Array.from({ length: last - first + 1 }, (_, index) => message(first + index))
const idOf = (number: number): string => `message ${number}`

test('few rows are all drawn, and stay so when older ones are put before them', () => {
  expect(drawn([day(1), ...from(1, 20)], undefined, null)).toEqual({ from: null, start: 0 })
  expect(drawn([day(1), ...from(1, 60)], null, null)).toEqual({ from: null, start: 0 })
})

test('of many the last are drawn, and the same ones with what arrives behind them', () => {
  expect(drawn(from(1, 100), undefined, null)).toEqual({ from: 'm71', start: 70 })
  expect(drawn(from(1, 130), 'm71', null)).toEqual({ from: 'm71', start: 70 })
  expect(drawn([...from(-9, 0), ...from(1, 130)], 'm71', null)).toEqual({ from: 'm71', start: 80 })
})

test('more is drawn as one reads up, until there is no more', () => {
  const rows = from(1, 100)
  expect(withOlder(rows, 70)).toEqual({ from: 'm41', start: 40 })
  expect(withOlder(rows, 40)).toEqual({ from: 'm11', start: 10 })
  expect(withOlder(rows, 10)).toEqual({ from: null, start: 0 })
})

test('a day is drawn with its first message, and does not itself stand for the place', () => {
  const rows = [...from(1, 69), day(70), ...from(70, 100)]
  expect(drawn(rows, undefined, null)).toEqual({ from: 'm71', start: 71 })
  expect(drawn(rows, 'm70', null)).toEqual({ from: 'm70', start: 69 })
  const early = [day(1), ...from(1, 100)]
  expect(drawn(early, 'm1', null)).toEqual({ from: null, start: 0 })
  const onDay = [...from(1, 5), day(6), ...from(6, 34)]
  expect(drawn(onDay, undefined, null)).toEqual({ from: 'm6', start: 5 })
})

test('a message that is jumped to is drawn, with some before it', () => {
  expect(drawn(from(1, 100), 'm71', idOf(40))).toEqual({ from: 'm25', start: 24 })
  expect(drawn(from(1, 100), 'm71', idOf(90))).toEqual({ from: 'm71', start: 70 })
  expect(drawn(from(1, 100), 'm71', idOf(10))).toEqual({ from: null, start: 0 })
})

test('rows that are others, or none, begin anew', () => {
  expect(drawn(from(200, 299), 'm71', null)).toEqual({ from: 'm270', start: 70 })
  expect(drawn([], 'm71', null)).toEqual({ from: undefined, start: 0 })
})
