// Proves that the file rules see: one planted breach of each kind.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkFiles } from './file-rules.ts'
import { checkModuleState } from './module-state/module-state.ts'

const trees: string[] = []
const purpose = '// Says what this file is for.\n'

/** Writes the files into a new tree and checks it. */
function check(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'guiche-files-'))
  trees.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return checkFiles(root).map(({ rule, file }) => `${rule} ${file}`)
}

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

test('a sound tree has no breach', () => {
  const files = {
    'shared/src/README.md': 'What this room is for.\n',
    'shared/src/kernel/app-error.ts': `${purpose}export class AppError extends Error {}\n`,
    'desktop/src/renderer/ui/README.md': 'What this room is for.\n',
    'desktop/src/renderer/ui/ColourPicker.tsx': `${purpose}export const ColourPicker = () => null\n`,
    'desktop/src/renderer/ui/tags.routes.tsx': `${purpose}export const routes = []\nexport const countOf = (n: number) => n + 1\nexport const of: (n: number) => number = (n) => {\n  return n\n}\n`,
    'server/src/features/README.md': 'Note.\n',
    'server/src/features/inbox/README.md': 'Note.\n',
    'server/src/features/inbox/tags/tags.service.ts': `${purpose}void 0\n`,
    'server/src/features/inbox/tags/merge-tags.ts': `${purpose}void 0\n`,
    'server/src/features/inbox/tags/merge-tags.repo.ts': `${purpose}void 0\n`,
    'desktop/src/renderer/features/README.md': 'Note.\n',
    'desktop/src/renderer/features/inbox/tags/tags.store.ts': `${purpose}void 0\n`,
    'desktop/src/renderer/features/inbox/tags/TagsPage.tsx': `${purpose}void 0\n`,
    'desktop/src/renderer/features/inbox/tags/TagsPage.test.tsx': `${purpose}void 0\n`,
    'shared/src/long.test.ts': purpose + 'export {}\n'.repeat(400)
  }
  expect(check(files)).toEqual([])
})

test.each([
  ['plain-text', 'server/src/app/page.ts', `${purpose}element.innerHTML = 'text'\n`],
  ['plain-text', 'server/src/app/sums.ts', `${purpose}void eval('1 + 1')\n`],
  ['size', 'scripts/long.ts', purpose + 'void 0\n'.repeat(300)],
  ['first-line', 'scripts/bare.ts', 'void 0\n'],
  ['first-line', 'scripts/short.ts', '// x\nvoid 0\n'],
  ['first-line', 'scripts/late.ts', `\n${purpose}void 0\n`],
  ['name', 'scripts/camelCase.ts', `${purpose}void 0\n`],
  ['name', 'scripts/Pascal.ts', `${purpose}void 0\n`],
  ['name', 'scripts/index.ts', `${purpose}void 0\n`],
  ['name', 'scripts/date-utils.ts', `${purpose}void 0\n`],
  ['name', 'scripts/SessionManager.tsx', `${purpose}void 0\n`],
  ['name', 'scripts/helpers/dates.ts', `${purpose}void 0\n`],
  [
    'navigation',
    'desktop/src/renderer/ui/WayOut.tsx',
    `${purpose}import { Link, useNavigate } from 'react-router-dom'\n`
  ],
  ['barrel', 'scripts/all.ts', `${purpose}export * from './a.ts'\nexport {\n  b,\n  c\n} from './b.ts'\n`],
  ['kind', 'server/src/features/inbox/tags/tags.controller.ts', `${purpose}void 0\n`],
  ['kind', 'server/src/features/inbox/tags/labels.service.ts', `${purpose}void 0\n`],
  ['kind', 'server/src/features/inbox/tags/sql/deep/tags.repo.ts', `${purpose}void 0\n`],
  ['kind', 'server/src/features/inbox/tags/sql/tags.service.ts', `${purpose}void 0\n`],
  ['kind', 'server/src/features/inbox/words.ts', `${purpose}void 0\n`],
  ['kind', 'server/src/features/extra/tags/tags.service.ts', `${purpose}void 0\n`],
  ['kind', 'desktop/src/renderer/features/inbox/tags/tags.slice.ts', `${purpose}void 0\n`],
  ['declaration', 'scripts/block.ts', `${purpose}export const close = () => {\n  void 0\n}\n`],
  ['declaration', 'scripts/lines.ts', `${purpose}const all = () =>\n  [\n    1\n  ]\n`],
  [
    'column-name',
    'server/src/features/inbox/tags/tags.repo.ts',
    `${purpose}export interface Row {\n  wa_id: string\n}\n`
  ],
  ['column-name', 'server/src/platform/rows.ts', `${purpose}export const idOf = ({ wa_id }: never) => wa_id\n`],
  ['class', 'server/src/tickets.ts', `${purpose}export class Tickets {}\n`]
])('%s is found in %s', (rule, file, text) => {
  const found = check({ [file]: text }).filter((finding) => !finding.startsWith('readme'))
  expect(found).toEqual([`${rule} ${file}`])
})

test('a room without a note and one with a long note are found', () => {
  const files = {
    'server/src/features/README.md': 'Note.\n',
    'server/src/features/inbox/tags/tags.service.ts': `${purpose}void 0\n`,
    'shared/src/README.md': 'Line.\n'.repeat(21)
  }
  expect(check(files)).toEqual(['readme shared/src/README.md', 'readme server/src/features/inbox/README.md'])
})

test('a part of a feature without a door and a folder that holds too much are found', () => {
  const part = 'server/src/features/inbox/tags/merge'
  const many = Array.from({ length: 26 }, (_, at) => [`scripts/many/file-${at}.ts`, `${purpose}void 0\n`] as const)
  const files = {
    'server/src/features/README.md': 'Note.\n',
    'server/src/features/inbox/README.md': 'Note.\n',
    [`${part}/merge-tags.ts`]: `${purpose}void 0\n`,
    'scripts/many/one.test.ts': `${purpose}void 0\n`,
    'scripts/README.md': 'Note.\n',
    ...Object.fromEntries(many)
  }
  expect(check(files)).toEqual(['folder scripts/many', `readme ${part}/README.md`])
  expect(check({ ...files, [`${part}/README.md`]: 'Merges.\n\nDoor: `merge-tags.ts`.\n' })).toEqual([
    'folder scripts/many'
  ])
})

test.each([
  ['a variable', 'let newest = 0\n', ['module-state']],
  ['a timer that is exported', 'export let timer: number | undefined\n', ['module-state']],
  ['a map that is changed', 'const known = new Map<number, string>()\nknown.set(1, "a")\n', ['module-state']],
  ['an object whose fields are assigned', 'const own = { at: 0 } as { at: number }\nown.at++\n', ['module-state']],
  ['a set that only names things', "const signs = new Set(['a'])\nsigns.has('b')\n", []],
  ['what a create function made', 'const asked = createNewest()\nasked.begin()\n', []],
  ['what is remembered of objects', 'const ages = new WeakMap<object, number>()\nages.set({}, 1)\n', []]
])('%s at the level of a module of the console', (_what, source, rules) => {
  const found = checkModuleState([{ file: 'desktop/src/renderer/features/inbox/tags/tags.store.ts', source }])
  expect(found.map(({ rule }) => rule)).toEqual(rules)
})

test('state with a reason passes, and a reason without its state is found', () => {
  const main = { file: 'desktop/src/renderer/main.tsx', source: '' }
  const clock = { file: 'desktop/src/renderer/platform/clock.ts', source: 'let ahead = 0\n' }
  const known = { 'platform/clock.ts ahead': 'of the computer' }
  expect(checkModuleState([main, clock], known)).toEqual([])
  expect(checkModuleState([main], known).map(({ file }) => file)).toEqual([clock.file])
})

test('a word that the glossary has retired is found in exported names and in names of files', () => {
  const row = '| `picture`, `lane` | `image`, `column` | `lane-keys.ts` |'
  const files = {
    'docs/glossary.md': `## Words of before\n\n| word | say | stays in |\n| --- | --- | --- |\n${row}\n`,
    'scripts/README.md': 'Note.\n',
    'scripts/avatar.ts': `${purpose}const picture = 1\nexport const findPicture = () => picture\n`,
    'scripts/picture.ts': `${purpose}void 0\n`,
    'scripts/lane-keys.ts': `${purpose}void 0\n`
  }
  expect(check(files)).toEqual(['word scripts/avatar.ts', 'word scripts/picture.ts'])
})

const functionOf = (lines: number, body = '  void 0\n') => `function work() {\n${body.repeat(lines - 2)}}\n`

test.each([
  ['of 81 lines', 'scripts/long.ts', functionOf(81)],
  ['of 121 lines with markup', 'desktop/Long.tsx', functionOf(121, '  void (<b />)\n')],
  ['that is an arrow in a closure', 'scripts/deep.ts', `run({ work: () => {\n${'  void 0\n'.repeat(80)}} })\n`],
  ['that takes five parameters', 'scripts/many.ts', 'function work(a, b, c, d, e) {}\n']
])('a function %s is found', (_what, file, text) => {
  const files = { [file]: purpose + text, 'scripts/README.md': 'Note.\n' }
  expect(check(files)).toEqual([`function ${file}`])
})

test('functions that are as large as they may be pass, and so do those of tests', () => {
  const files = {
    'scripts/README.md': 'Note.\n',
    'scripts/long.ts': purpose + functionOf(80),
    'scripts/four.ts': `${purpose}function work(a, b, c, d) {}\n`,
    'scripts/long.test.ts': purpose + functionOf(200),
    'desktop/Long.tsx': purpose + functionOf(120, '  void (<b />)\n')
  }
  expect(check(files)).toEqual([])
})
