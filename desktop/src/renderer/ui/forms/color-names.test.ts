// Every colour that is offered has a name, and no two have the same.
import { expect, test } from 'vitest'
import { queuePalette } from '@guiche/shared/features/org/queues.ts'
import { colorNameOf } from './color-names.ts'

test('every colour of the palette has a name of its own', () => {
  const names = queuePalette.map((color) => JSON.stringify(colorNameOf(color)))
  expect(new Set(names).size).toBe(queuePalette.length)
  expect(names).not.toContain(undefined)
  expect(colorNameOf('#123456')).toBeUndefined()
})

test('a few of them are what they look like', () => {
  expect(colorNameOf('#e03131')).toEqual({ hue: 'red', tone: 'plain' })
  expect(colorNameOf('#69db7c')).toEqual({ hue: 'green', tone: 'light' })
  expect(colorNameOf('#1e3a8a')).toEqual({ hue: 'blue', tone: 'dark' })
  expect(colorNameOf('#713f12')).toEqual({ hue: 'brown', tone: 'dark' })
  expect(colorNameOf('#94a3b8')).toEqual({ hue: 'gray', tone: 'light' })
})
