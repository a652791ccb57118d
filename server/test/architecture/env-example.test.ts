// Holds server/.env.example against the configuration: every variable documented, none that means nothing.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { environmentSchema } from '#platform/config/env.ts'

const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n')
const assignments = lines.flatMap((line) => {
  const [, hash, name, value] = /^(# )?([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
  return name === undefined ? [] : [{ name, value: value ?? '', isActive: hash === undefined }]
})

test('every variable of the configuration is documented once, and no other', () => {
  const documented = assignments.map(({ name }) => name).sort()
  expect(documented).toEqual(Object.keys(environmentSchema.shape).sort())
})

test('the example can be used as it stands, and says the defaults', () => {
  const active = Object.fromEntries(
    assignments.filter(({ isActive }) => isActive).map(({ name, value }) => [name, value])
  )
  expect(environmentSchema.parse(active)).toEqual(environmentSchema.parse({}))
})

test('the values shown in comments are valid as well', () => {
  const shown = Object.fromEntries(
    assignments.filter(({ value }) => value !== '').map(({ name, value }) => [name, value])
  )
  expect(environmentSchema.safeParse(shown).error?.issues ?? []).toEqual([])
})

test('every variable stands below a comment that explains it', () => {
  const bare = lines.filter((line, at) => /^[A-Z]/.test(line) && !/^(?:#|[A-Z])/.test(lines[at - 1] ?? ''))
  expect(bare).toEqual([])
})
