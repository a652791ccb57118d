// The check of the table of ASVS sees a missing requirement, evidence that is gone, an open point nobody lists and wrong sums.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkAsvs } from './asvs.ts'
import { levels } from './requirements.ts'

const root = join(import.meta.dirname, '../..')
const paths = ['docs/asvs.md', ...readdirSync(join(root, 'docs/asvs')).map((name) => `docs/asvs/${name}`)]
const whole = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

const inProject = (path: string): boolean => existsSync(join(root, path))

function found(change: (text: string, path: string) => string, exists = inProject): string[] {
  const files = new Map([...whole].map(([path, text]) => [path, change(text, path)]))
  return checkAsvs(files, exists).map(({ text }) => text)
}

test('the table of this project is whole', () => {
  expect(found((text) => text)).toEqual([])
})

test('level 1 has 70 requirements, both have 253', () => {
  expect(levels.size).toBe(253)
  expect([...levels.values()].filter((level) => level === 1)).toHaveLength(70)
})

test.each<[string, (text: string, path: string) => string, string]>([
  ['a requirement that is missing', (text) => text.replace(/^\| V1\.2\.4 .*\n/m, ''), 'V1.2.4 is missing'],
  ['one that stands there twice', (text) => text.replace(/^(\| V1\.2\.4 .*\n)/m, '$1$1'), 'V1.2.4 stands there twice'],
  ['one of another level', (text) => text.replace(/^(\| V1\.2\.4 +\| )1/m, '$13'), 'V1.2.4 is of level 1'],
  ['a number that nobody has', (text) => text.replace(/^\| V1\.2\.4 /m, '| V1.2.40 '), 'V1.2.40 is no requirement'],
  ['a state that says nothing', (text) => text.replace(/^(\| V1\.2\.4 .*\| )met /m, '$1fine '), 'V1.2.4: the state is'],
  [
    'a point that is met without a file',
    (text) => text.replace(/^(\| V1\.2\.4 .*\| met +\|).*$/m, '$1 Surely |'),
    'names no file'
  ],
  [
    'a point that is not met and nowhere open',
    (text) => text.replace(/^(\| V1\.2\.4 .*\| )met /m, '$1not met '),
    'V1.2.4 is not listed as open'
  ],
  [
    'an open point that is met',
    (text, path) => (path === 'docs/asvs.md' ? `${text}\nV1.2.4 is weak.\n` : text),
    'V1.2.4 is not open'
  ],
  ['wrong sums', (text) => text.replace(/^(\| V17.*\| +)0( +\| +7)/m, '$11$2'), 'V17: 0 0 0 7']
])('%s is found', (_name, change, sentence) => {
  expect(found(change).join('\n')).toContain(sentence)
})

test('a file that is named as evidence and gone is found', () => {
  const gone = 'server/src/database/client.ts'
  expect(
    found(
      (text) => text,
      (path) => path !== gone && inProject(path)
    )
  ).toContain(`V1.2.4: ${gone} is not there`)
})
