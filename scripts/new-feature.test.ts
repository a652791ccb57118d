// Lays features in a copy of the house and holds them against its own rules: types, boundaries, files, lists.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBoundaries } from './boundaries.ts'
import { checkFiles } from './file-rules.ts'
import { layFeature } from './new-feature.ts'
import { namesOf } from './new-feature/names.ts'
import { root, runPackage } from './run-tool.ts'

let house = ''
let written: string[] = []

/** A copy of the sources over the installed packages, in which our own workspaces are those of the copy. */
beforeAll(async () => {
  house = mkdtempSync(join(tmpdir(), 'guiche-new-'))
  const leftOut = /\/(?:node_modules|dist|out|\.data[^/]*)(?:\/|$)/
  for (const part of ['shared', 'server', 'desktop', 'package.json', 'tsconfig.base.json']) {
    cpSync(join(root, part), join(house, part), {
      recursive: true,
      filter: (path) => !leftOut.test(path.slice(root.length))
    })
  }
  mkdirSync(join(house, 'node_modules/@guiche'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@guiche') symlinkSync(join(root, 'node_modules', name), join(house, 'node_modules', name), 'junction')
  }
  symlinkSync(join(house, 'shared'), join(house, 'node_modules/@guiche/shared'), 'junction')
  // One in a wing that has features, one in the last wing, which brings its wing.
  for (const names of [namesOf('inbox/price-tags'), namesOf('billing/coins')]) {
    written = [...written, ...(await layFeature(house, names))]
  }
})
afterAll(() => rmSync(house, { recursive: true }))

/** What is found in the files that were written, whatever the rest of the house has. */
const concerning = (lines: string[]): string[] => lines.filter((line) => written.some((path) => line.includes(path)))

test.each(['shared', 'server', 'desktop'])('the types of %s are sound', async (building) => {
  const { output } = await runPackage('tsc', ['-p', join(house, building), '--pretty', 'false'], { from: 'typescript' })
  expect(
    concerning(output.split('\n').map((line) => line.replace(/^.*?(?=(?:shared|server|desktop)\/src\/)/, '')))
  ).toEqual([])
})

test('it keeps the boundaries and the file rules', () => {
  const lines = [...checkBoundaries(house), ...checkFiles(house)].map(
    ({ file, rule, text }) => `${file} ${rule}: ${text}`
  )
  // A feature in a wing that has none yet is the wing's first: its README is written by a person.
  expect(concerning(lines)).toEqual([])
})

test('it is formatted as the house is', async () => {
  const config = join(root, '.prettierrc.json')
  const files = written.map((path) => join(house, path))
  const { output } = await runPackage('prettier', ['--list-different', '--config', config, ...files])
  expect(output).toBe('')
})

test('it is in every list', () => {
  const text = (path: string) => readFileSync(join(house, path), 'utf8')
  expect(text('server/src/app/features.ts')).toMatch(/const inbox = \[[^\]]*priceTagsFeature\s*\]/)
  expect(text('server/src/app/features.ts')).toMatch(/features: Feature\[\] = \[[^\]]*\.\.\.inbox[^\]]*\.\.\.billing\]/)
  expect(text('server/src/database/schema.ts')).toContain(`export * from './tables/inbox/price-tags.ts'`)
  expect(text('desktop/src/renderer/app/routes.tsx')).toContain('...priceTagRoutes')
  expect(text('desktop/src/renderer/app/menu/menu.ts')).toMatch(/menuEntries[^]*priceTagMenu/)
  for (const language of ['pt', 'en', 'es']) {
    expect(text(`desktop/src/renderer/locales/${language}.ts`)).toMatch(/\bpriceTags\b[^]*\bpriceTags\b/)
    expect(text(`desktop/src/renderer/locales/${language}/menu.ts`)).toContain(`priceTags: 'Price tags'`)
  }
})

test('a feature that exists is not written over', async () => {
  await expect(layFeature(house, namesOf('inbox/price-tags'))).rejects.toThrow('exist already')
})

describe('names', () => {
  test.each([
    ['inbox/labels', 'label'],
    ['library/replies', 'reply'],
    ['org/addresses', 'address'],
    ['inbox/price-tags', 'priceTag'],
    ['team/boxes', 'box']
  ])('one of %s is a %s', (address, one) => {
    expect(namesOf(address).one).toBe(one)
  })

  test('a singular can be given', () => {
    expect(namesOf('team/staff', 'staff-member')).toMatchObject({
      many: 'staff',
      one: 'staffMember',
      One: 'StaffMember'
    })
  })

  test.each([
    ['labels', 'name the feature as'],
    ['inbox/Labels', 'name the feature as'],
    ['kitchen/labels', 'kitchen is no wing'],
    ['team/staff', 'say what one of staff is called']
  ])('%s is refused: %s', (address, sentence) => {
    expect(() => namesOf(address)).toThrow(sentence)
  })
})
