// The language in which somebody is spoken to, by what their browser or system prefers.
import { expect, test } from 'vitest'
import { languageOf } from './languages.ts'

test.each([
  [['de-DE', 'fr;q=0.8'], 'pt'],
  [['de-DE', ' en;q=0.8'], 'en'],
  [['de-DE', 'es-AR', 'en-US'], 'es'],
  [[''], 'pt'],
  [[], 'pt']
])('%j is answered in %s', (tags, language) => {
  expect(languageOf(tags)).toBe(language)
})
