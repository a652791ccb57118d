// Proves that the lock and licence checks see: a missing optional entry, a foreign source, an undecided licence.
import { expect, test } from 'vitest'
import { checkLicences, exceptions, isPermissive } from './licences.ts'
import { checkLock } from './lock-complete.ts'
import { parseLock } from './lock.ts'

const decided = {
  'node_modules/libsignal': { license: 'GPL-3.0' },
  'node_modules/@img/sharp-libvips-linux-x64': { license: 'LGPL-3.0-or-later' },
  'node_modules/fxa-common-password-list': { license: 'MPL-2.0' },
  'node_modules/incremental-encoder': { license: 'MPL 2.0' },
  'node_modules/mediabunny': { license: 'MPL-2.0' },
  'node_modules/web-push': { license: 'MPL-2.0' },
  'node_modules/xmlhttprequest-ssl': {}
}

/** A lock of a server that depends on the decided packages and on the given ones. */
function lockWith(packages: Record<string, object>) {
  const all: Record<string, object> = { ...decided, ...packages }
  const names = Object.keys(all).map((path) => path.replace('node_modules/', ''))
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']))
  const own = { '': {}, shared: {}, desktop: {}, server: { dependencies } }
  return parseLock(JSON.stringify({ lockfileVersion: 3, packages: { ...own, ...all } }))
}

const readme = `# Guichê\n\n## Licences\n\n${exceptions.map(({ title, licence, why }) => `- ${title}: ${licence}, ${why}`).join('\n')}\n`

test('an optional package without an entry is found', () => {
  const fast = { 'node_modules/fast': { optionalDependencies: { 'fast-linux': '1.0.0', 'fast-mac': '1.0.0' } } }
  const findings = checkLock(lockWith({ ...fast, 'node_modules/fast-linux': {} }))
  expect(findings.map(({ text }) => text)).toEqual(['node_modules/fast may need fast-mac, which has no entry'])
})

test('an optional entry nested below its package counts, one nested elsewhere does not', () => {
  const fast = { 'node_modules/fast': { optionalDependencies: { part: '1.0.0' } } }
  expect(checkLock(lockWith({ ...fast, 'node_modules/fast/node_modules/part': {} }))).toEqual([])
  expect(checkLock(lockWith({ ...fast, 'node_modules/slow/node_modules/part': {} }))).toHaveLength(1)
})

test.each([
  ['git+ssh://git@github.com/someone/thing.git#0a1b2c'],
  ['https://codeload.github.com/someone/thing/tar.gz/0a1b2c'],
  ['https://registry.example.org/thing/-/thing-1.0.0.tgz']
])('a package from %s is found', (resolved) => {
  expect(checkLock(lockWith({ 'node_modules/thing': { resolved } }))).toHaveLength(1)
})

test('a dependency on a repository is found although its entry looks sound', () => {
  const thing = { 'node_modules/thing': { dependencies: { other: 'github:someone/other' } } }
  expect(checkLock(lockWith(thing))).toHaveLength(1)
})

test('the npm registry is a sound source', () => {
  const resolved = 'https://registry.npmjs.org/thing/-/thing-1.0.0.tgz'
  expect(checkLock(lockWith({ 'node_modules/thing': { resolved } }))).toEqual([])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['(MIT OR CC0-1.0)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', false],
  ['AGPL-3.0', false]
])('%s is permissive: %s', (expression, answer) => {
  expect(isPermissive(expression)).toBe(answer)
})

test('a tree of decided licences that the README names has no breach', () => {
  expect(checkLicences(lockWith({ 'node_modules/zod': { license: 'MIT' } }), readme)).toEqual([])
})

test('an undecided licence is found, deep in the tree too', () => {
  const deep = {
    'node_modules/zod': { license: 'MIT', dependencies: { deep: '1.0.0' } },
    'node_modules/zod/node_modules/deep': { license: 'AGPL-3.0' }
  }
  expect(checkLicences(lockWith(deep), readme).map(({ text }) => text)).toEqual([
    'node_modules/zod/node_modules/deep: AGPL-3.0 is neither allowed nor decided upon'
  ])
})

test('a development package may have any licence', () => {
  const lock = lockWith({})
  lock.packages.set('node_modules/tool', { path: 'node_modules/tool', name: 'tool', license: 'GPL-3.0', dev: true })
  expect(checkLicences(lock, readme)).toEqual([])
})

test('a decided licence that the README does not name is found', () => {
  expect(checkLicences(lockWith({}), '# Guichê\n')).toHaveLength(exceptions.length)
})
