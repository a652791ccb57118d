// Identifiers, lists and texts as legacy clients send them: numbers, digits, JSON text, nothing at all.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { id, idList, instant, nullableId, numberOf, optionalOf, queryFlag, text } from './ids.ts'
import { queueOptionDraft } from '../features/automation/chatbot.ts'
import { pageNumber } from './page.ts'

test.each([
  [7, 7],
  ['7', 7],
  [0, null],
  [-1, null],
  [1.5, null],
  ['abc', null],
  [Number.MAX_SAFE_INTEGER + 1, null]
])('%j as an id is %j', (given, read) => expect(id.safeParse(given).data ?? null).toBe(read))

test.each([
  ['', null],
  [undefined, null],
  [null, null],
  ['Nenhuma', null],
  [false, null],
  ['false', null],
  [' ', null],
  ['12', 12]
])('%j as an id that may be missing is %j', (given, read) => expect(nullableId.parse(given)).toBe(read))

test.each([
  ['[1,2]', [1, 2]],
  ['1,2', [1, 2]],
  [3, [3]],
  [
    ['4', 5],
    [4, 5]
  ],
  ['[', null],
  ['[1,"x"]', null],
  [Array.from({ length: 501 }, (_, index) => index + 1), null]
])('%j as a list of ids is %j', (given, read) => expect(idList.safeParse(given).data ?? null).toEqual(read))

test.each([
  ['', undefined],
  ['null', undefined],
  [undefined, undefined],
  ['[]', []],
  ['[3]', [3]]
])('%j as a list to filter by is %j', (given, read) => expect(optionalOf(idList).parse(given)).toEqual(read))

test.each([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
  [true, true]
])('%j as a flag is %j', (given, read) => expect(queryFlag.parse(given)).toBe(read))

test.each([
  ['3', 3],
  [undefined, 1],
  ['', 1],
  ['-2', 1],
  ['1e9', 100_000],
  ['abc', 1],
  [2.5, 1]
])('%j as a page number is %j', (given, page) => expect(pageNumber.parse(given)).toBe(page))

test('an instant is ISO text, from a date or as text', () => {
  expect(instant.parse(new Date(0))).toBe('1970-01-01T00:00:00.000Z')
  expect(instant.parse('2026-11-21T10:00:00.000Z')).toBe('2026-11-21T10:00:00.000Z')
})

test('text that a database cannot keep is refused, all other text of its length is taken as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (value) => {
      const isStorable = value.isWellFormed() && !value.includes('\u0000')
      const parsed = text(50).safeParse(value)
      expect(parsed.success).toBe(isStorable && value.length <= 50)
      if (parsed.success) expect(parsed.data).toBe(value)
    })
  )
  expect(text(5).safeParse('a\ud83d').success).toBe(false)
})

test.each([[{ toString: '' } as unknown], [{ valueOf: 1 }], [{ length: '3' }]])(
  '%j stands for no number, and nothing throws',
  (value) => {
    expect(numberOf(value)).toBeNaN()
    expect(id.safeParse(value).success).toBe(false)
    expect(pageNumber.parse(value)).toBe(1)
    expect(queueOptionDraft.safeParse({ title: 'Horários', queueId: 1, parentId: value }).success).toBe(false)
  }
)
