// Around every screen test: a clean browser, the texts, the styles; a console error or an unanswered call fails it.
import './without-owner-stacks.ts'
import './fake-socket.ts'
import '#app/styles.ts'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { changeLanguage, startLanguages } from '#platform/text/i18n.ts'
import { rereadLocalValues } from '#platform/state/local-store.ts'

const errors: string[] = []
const realError = console.error

beforeAll(startLanguages)

beforeEach(async () => {
  errors.length = 0
  console.error = (...args: unknown[]) => {
    const words = args.map(String).join(' ')
    // A list that measures its rows says so when that takes two frames; nothing is wrong then.
    if (!words.includes('ResizeObserver loop')) errors.push(words)
    realError(...args)
  }
  localStorage.clear()
  sessionStorage.clear()
  rereadLocalValues()
  await changeLanguage('pt')
  localStorage.clear()
})

afterEach(() => {
  console.error = realError
  expect(errors, 'nothing is written to the console as an error').toEqual([])
})
