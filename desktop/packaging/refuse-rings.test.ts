// Which files of a build need one another in a ring.
import { expect, test } from 'vitest'
import { ringIn } from './refuse-rings.ts'

const rings: [string, Record<string, string[]>, string[] | null][] = [
  ['a chain', { screen: ['kit', 'start'], kit: ['start'], start: [] }, null],
  ['two that meet again', { one: ['kit'], two: ['kit'], kit: ['start'], start: [] }, null],
  ['a pair behind a screen', { screen: ['one'], one: ['two'], two: ['one'] }, ['one', 'two', 'one']],
  ['a longer way round', { a: ['b'], b: ['c', 'd'], c: [], d: ['a'] }, ['a', 'b', 'd', 'a']]
]

test.each(rings)('%s', (_name, imports, ring) => {
  expect(ringIn(new Map(Object.entries(imports)))).toEqual(ring)
})
