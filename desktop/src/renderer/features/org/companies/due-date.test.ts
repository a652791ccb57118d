// Colours of due dates, as tables.
import { expect, test } from 'vitest'
import { dueColor } from './due-date.ts'

test.each([
  [6, null],
  [5, 'yellow'],
  [4, 'orange'],
  [0, 'orange'],
  [-3, 'orange'],
  [-4, 'red'],
  [-5, null],
  [-30, null]
])('%i days before the due date the colour is %s', (days, color) => {
  expect(dueColor(days)).toBe(color)
})
