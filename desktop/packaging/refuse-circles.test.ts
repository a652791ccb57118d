// Which files of a build need one another in a ring.
import { expect, test } from 'vitest'
import { circleIn } from './refuse-circles.ts'

const rings: [string, Record<string, string[]>, string[] | null][] = [
  ['a chain', { screen: ['kit', 'start'], kit: ['start'], start: [] }, null],
  ['two that meet again', { one: ['kit'], two: ['kit'], kit: ['start'], start: [] }, null],
  ['a pair behind a screen', { screen: ['one'], one: ['two'], two: ['one'] }, ['one', 'two', 'one']],
  ['a longer way round', { a: ['b'], b: ['c', 'd'], c: [], d: ['a'] }, ['a', 'b', 'd', 'a']]
]

test.each(rings)('%s', (_name, imports, ring) => {
  expect(circleIn(new Map(Object.entries(imports)))).toEqual(ring)
})
