// A page that crashed is loaded again, but not for ever.
import { expect, test } from 'vitest'
import { addCrash } from './page-crashes.ts'

test.each<[string, number[], boolean]>([
  ['the first crash', [0], true],
  ['three within a minute', [0, 1_000, 2_000], true],
  ['four within a minute', [0, 1_000, 2_000, 3_000], false],
  ['four over more than a minute', [0, 1_000, 2_000, 60_000], true]
])('after %s', (_what, times, loadsAgain) => {
  let crashes: number[] = []
  let last = true
  for (const at of times) ({ crashes, loadsAgain: last } = addCrash(crashes, at))
  expect(last).toBe(loadsAgain)
})
