// Every field that other programs are told of a person has a name on the readable page, in every language.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contactEvent } from '@guiche/shared/features/inbox/contacts.ts'
import { messageEvent } from '@guiche/shared/features/inbox/messages.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { pageTexts } from './page-texts.ts'

interface Schema {
  properties?: Record<string, Schema>
}

/** Names of fields, at whatever depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = Object.keys((schema as Schema).properties ?? {})
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}

/** What the event itself says is no field of the person. */
const ofEvent = new Set(['action'])

test.each(languages)('in %s', (language) => {
  const told = [messageEvent, ticketEvent, contactEvent].flatMap(({ payload }) =>
    namesIn(z.toJSONSchema(payload, { unrepresentable: 'any' }))
  )
  expect(told).toContain('mediaType')
  const { fields } = pageTexts[language]
  expect([...new Set(told)].filter((name) => !(name in fields) && !ofEvent.has(name))).toEqual([])
})

test('no language lacks a word that another has for a field', () => {
  const [pt, ...others] = languages.map((language) => Object.keys(pageTexts[language].fields).toSorted())
  for (const names of others) expect(names).toEqual(pt)
})
