// Proves that the boundary check sees: plants one breach of each kind in a small house and expects it to be found.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkBoundaries, respell } from './boundaries.ts'

const project = join(import.meta.dirname, '..')
const trees: string[] = []

const tags = 'server/src/features/inbox/tags'
const tickets = 'server/src/features/inbox/tickets'
const tagScreens = 'desktop/src/renderer/features/inbox/tags'

/** A small house in which every arrow is allowed. */
const sound: Record<string, string> = {
  'shared/src/kernel/ids.ts': 'export const id = 1',
  'shared/src/features/org/users.ts': `export { id } from '../../kernel/ids.ts'`,
  'shared/src/features/inbox/tags.ts': `import '../org/users.ts'\nimport 'zod'\nexport const path = '/tags/:id'`,
  'shared/src/kernel/console-pages.ts': `export const pages = { board: '/board' }`,
  'server/src/main.ts': `import './app/build-app.ts'\nimport '#platform/config/env.ts'`,
  'server/src/app/build-app.ts': `import '#features/inbox/tags/tags.feature.ts'\nimport '#whatsapp/session.ts'`,
  'server/src/platform/config/env.ts': 'export const port = process.env.PORT',
  'server/src/platform/ctx.ts': `import type { port } from './config/env.ts'\nexport interface Ctx { port: typeof port }`,
  'server/src/platform/realtime/sockets.ts': `import { Server } from 'socket.io'\nexport { Server }`,
  'server/src/database/tables/users.ts': 'export const users = {}',
  'server/src/database/tables/tags.ts': `import { users } from './users.ts'\nexport const tags = { users }`,
  'server/src/database/schema.ts': `export * from './tables/tags.ts'\nexport * from './tables/users.ts'`,
  'server/src/whatsapp/session.ts': `import '@whiskeysockets/baileys'\nimport '#platform/ctx.ts'`,
  'server/simulator/main.ts': `import '@whiskeysockets/baileys'\nexport const port = process.env.PORT`,
  'server/test/build-test-app.ts': `import '#app/build-app.ts'\nimport '#simulator/main.ts'`,
  'server/src/features/org/users/users.service.ts': 'export const listUsers = 1',
  [`${tags}/tags.feature.ts`]: `import './tags.service.ts'`,
  [`${tags}/tags.service.ts`]: `import './tags.repo.ts'\nimport '#features/org/users/users.service.ts'`,
  [`${tags}/tags.repo.ts`]: `import { tags } from '#database/tables/tags.ts'\nexport const all = (sql: Tag) => sql\`select \${tags}\``,
  [`${tags}/tags.policy.ts`]: 'export const mayEdit = true',
  [`${tags}/tags.events.ts`]: 'export const tagChanged = 1',
  [`${tags}/merge-tags.ts`]: 'export const mergeTags = 1',
  [`${tags}/tags.test.ts`]: `import '#test/build-test-app.ts'\nimport { tags } from '#database/tables/tags.ts'\nvoid tags`,
  [`${tickets}/tickets.service.ts`]: `import '../tickets/close-ticket.ts'\nimport '#features/inbox/tags/merge-tags.ts'`,
  [`${tickets}/close-ticket.ts`]: `import '#features/inbox/tags/tags.events.ts'`,
  'desktop/src/bridge/channels.ts': `import '@guiche/shared/kernel/ids.ts'`,
  'desktop/src/main/window.ts': `import 'electron'\nimport '#bridge/channels.ts'`,
  'desktop/src/preload/preload.ts': `import 'electron'\nimport '#bridge/channels.ts'`,
  'desktop/src/simulator-page/SimulatorPage.tsx': `import '#ui/Colour.tsx'\nimport type { Chat } from '../../../server/simulator/types.ts'\nexport type Shown = Chat`,
  'server/simulator/types.ts': 'export type Chat = string',
  'desktop/src/renderer/main.tsx': `import './app/App.tsx'`,
  'desktop/src/renderer/app/App.tsx': `import '#features/inbox/tags/tags.routes.tsx'`,
  'desktop/src/renderer/platform/realtime.ts': `import 'socket.io-client'`,
  'desktop/src/renderer/ui/Colour.tsx': 'export const Colour = () => null',
  [`${tagScreens}/TagsPage.tsx`]: `import '#ui/Colour.tsx'\nimport './tags.store.ts'\nexport const TagsPage = 1`,
  [`${tagScreens}/tags.routes.tsx`]: `export const page = import('./TagsPage.tsx')`,
  [`${tagScreens}/tags.store.ts`]: `import '#platform/realtime.ts'`,
  [`${tagScreens}/TagPicker.tsx`]: 'export const TagPicker = () => null',
  'desktop/src/renderer/features/inbox/tickets/TicketCard.tsx': `import '#features/inbox/tags/TagPicker.tsx'`
}

const packages = [
  'zod',
  'socket.io',
  'socket.io-client',
  '@whiskeysockets/baileys',
  'electron',
  'selfsigned',
  'left-pad'
]

/** Builds the small house with `planted` in it. */
function build(planted: Record<string, string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'guiche-boundaries-'))
  trees.push(root)
  for (const building of ['shared', 'server', 'desktop']) {
    mkdirSync(join(root, building))
    cpSync(join(project, building, 'package.json'), join(root, building, 'package.json'))
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ devDependencies: { electron: '1.0.0' } }))
  for (const name of packages) mkdirSync(join(root, 'node_modules', name), { recursive: true })
  for (const [path, source] of Object.entries({ ...sound, ...planted })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  return root
}

const checked = (root: string): string[] =>
  checkBoundaries(root).map(({ rule, file, line }) => `${rule} ${file}:${line}`)
const check = (planted?: Record<string, string>): string[] => checked(build(planted))

afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

test('a sound house has no breach', () => {
  expect(check()).toEqual([])
})

/** Name of the breach, the rule that finds it, the file it is planted in, the source. */
const breaches: [string, string, string, string][] = [
  [
    'the server imports the desktop',
    'buildings',
    `${tags}/tags.service.ts`,
    `import '../../../../../desktop/src/bridge/channels.ts'`
  ],
  [
    'the desktop imports the server',
    'buildings',
    'desktop/src/bridge/channels.ts',
    `import '../../../server/src/platform/ctx.ts'`
  ],
  [
    'shared imports the server',
    'buildings',
    'shared/src/kernel/ids.ts',
    `import type { Ctx } from '../../../server/src/platform/ctx.ts'`
  ],
  ['the kernel imports a feature', 'layers', 'shared/src/kernel/page.ts', `import '../features/org/users.ts'`],
  [
    'platform imports a feature',
    'layers',
    'server/src/platform/ctx.ts',
    `import '#features/inbox/tags/tags.service.ts'`
  ],
  [
    'database imports a feature',
    'layers',
    'server/src/database/client.ts',
    `import '#features/inbox/tags/tags.service.ts'`
  ],
  [
    'whatsapp imports a feature',
    'layers',
    'server/src/whatsapp/inbound.ts',
    `import '#features/inbox/tags/tags.service.ts'`
  ],
  [
    'a feature imports the composition root',
    'layers',
    `${tags}/tags.service.ts`,
    `import type { App } from '#app/build-app.ts'`
  ],
  ['a feature imports whatsapp', 'layers', `${tags}/tags.service.ts`, `import '#whatsapp/session.ts'`],
  ['ui imports a feature', 'layers', 'desktop/src/renderer/ui/Row.tsx', `import '#features/inbox/tags/TagPicker.tsx'`],
  ['the renderer imports main', 'layers', 'desktop/src/renderer/platform/shell.ts', `import '../../main/window.ts'`],
  ['main imports the renderer', 'layers', 'desktop/src/main/tray.ts', `import '#ui/Colour.tsx'`],
  ['preload imports main', 'layers', 'desktop/src/preload/expose.ts', `import '../main/window.ts'`],
  [
    'the page of the simulator imports a feature',
    'layers',
    'desktop/src/simulator-page/Page.tsx',
    `import '#features/inbox/tags/TagPicker.tsx'`
  ],
  [
    'the page of the simulator imports the session',
    'layers',
    'desktop/src/simulator-page/Page.tsx',
    `import '#platform/realtime.ts'`
  ],
  [
    'the page of the simulator runs code of the simulator',
    'buildings',
    'desktop/src/simulator-page/Page.tsx',
    `import '../../../server/simulator/main.ts'`
  ],
  [
    'the console imports the page of the simulator',
    'layers',
    'desktop/src/renderer/ui/Row.tsx',
    `import '../../simulator-page/SimulatorPage.tsx'`
  ],
  ['production code imports the simulator', 'production', 'server/src/app/demo.ts', `import '#simulator/main.ts'`],
  [
    'production code imports a test harness',
    'production',
    'server/src/app/demo.ts',
    `import '#test/build-test-app.ts'`
  ],
  [
    'a wing imports a higher one',
    'wings',
    'server/src/features/org/users/users.service.ts',
    `import '#features/inbox/tags/tags.events.ts'`
  ],
  [
    'a wing imports a higher one in the contract',
    'wings',
    'shared/src/features/org/users.ts',
    `import '../inbox/messages.ts'`
  ],
  [
    'a wing imports a higher one on the desktop',
    'wings',
    'desktop/src/renderer/features/org/users/users.store.ts',
    `import '#features/inbox/tags/tags.store.ts'`
  ],
  [
    'a wing has a name the house does not know',
    'wings',
    'server/src/features/misc/x/x.service.ts',
    `import '#features/org/users/users.service.ts'`
  ],
  [
    'a feature enters another by its repo',
    'doors',
    `${tickets}/close-ticket.ts`,
    `import '#features/inbox/tags/tags.repo.ts'`
  ],
  [
    'a feature enters another by its policy',
    'doors',
    `${tickets}/close-ticket.ts`,
    `import type { mayEdit } from '#features/inbox/tags/tags.policy.ts'`
  ],
  [
    'the app enters a feature by its policy',
    'doors',
    'server/src/app/build-app.ts',
    `import '#features/inbox/tags/tags.policy.ts'`
  ],
  [
    'a feature imports a page of another',
    'doors',
    'desktop/src/renderer/features/inbox/tickets/TicketCard.tsx',
    `import '#features/inbox/tags/TagsPage.tsx'`
  ],
  [
    'a service imports a table',
    'tables',
    `${tags}/tags.service.ts`,
    `import type { tags } from '#database/tables/tags.ts'`
  ],
  [
    'a service imports the schema',
    'tables',
    `${tags}/tags.service.ts`,
    `import * as schema from '#database/schema.ts'`
  ],
  [
    'a feature imports Baileys',
    'packages',
    `${tags}/tags.service.ts`,
    `import type { WASocket } from '@whiskeysockets/baileys'`
  ],
  [
    'the renderer imports electron',
    'packages',
    'desktop/src/renderer/platform/shell.ts',
    `import { app } from 'electron'`
  ],
  ['a feature imports Socket.IO', 'packages', `${tags}/tags.service.ts`, `import type { Server } from 'socket.io'`],
  ['a store imports the socket client', 'packages', `${tagScreens}/tags.store.ts`, `export * from 'socket.io-client'`],
  ['a package is not declared', 'packages', `${tags}/tags.service.ts`, `import pad from 'left-pad'`],
  [
    'the running server imports a devDependency',
    'packages',
    'server/src/platform/ctx.ts',
    `import { generate } from 'selfsigned'`
  ],
  [
    'the environment is read elsewhere',
    'environment',
    `${tags}/tags.service.ts`,
    'export const host = process.env.HOST'
  ],
  [
    'a service says something in SQL',
    'sql',
    `${tags}/tags.service.ts`,
    'export const count = (sql: Tag) => sql`select 1`'
  ],
  [
    'platform sends a text in SQL',
    'sql',
    'server/src/platform/ctx.ts',
    `export const clear = (db: Db) => db.unsafe('select 1')`
  ],
  ['the environment is taken apart elsewhere', 'environment', `${tags}/tags.service.ts`, 'const { env } = process'],
  [
    'the environment is imported elsewhere',
    'environment',
    `${tags}/tags.service.ts`,
    `import { env } from 'node:process'`
  ],
  [
    'the machinery knows a feature of the contract',
    'platform',
    'server/src/platform/mount.ts',
    `import type { id } from '@guiche/shared/features/org/users.ts'\nexport type Id = typeof id`
  ],
  [
    'a list names a call by its path',
    'addresses',
    'server/src/platform/limits.ts',
    `export const limit = 'PUT /tags/:id'`
  ],
  [
    'an address is put together by hand',
    'addresses',
    'desktop/src/main/tags.ts',
    'export const at = (id: number) => `/tags/${id}`'
  ],
  ['a page is named by its path', 'addresses', 'desktop/src/renderer/ui/Link.ts', `export const to = '/board?from=1'`],
  ['a file that does not exist is imported', 'resolvable', `${tags}/tags.service.ts`, `import './gone.ts'`],
  ['an alias that does not exist is imported', 'resolvable', `${tags}/tags.service.ts`, `import '#nowhere/gone.ts'`],
  ['a package that is not installed is imported', 'resolvable', `${tags}/tags.service.ts`, `import 'not-installed'`],
  [
    'the name of an import is put together',
    'resolvable',
    `${tags}/tags.service.ts`,
    'export const load = (x: string) => import(`./${x}.ts`)'
  ],
  ['a relative import leaves its feature', 'spelling', `${tickets}/close-ticket.ts`, `import '../tags/merge-tags.ts'`],
  ['a relative import leaves its room', 'spelling', 'server/src/platform/ctx.ts', `import '../database/schema.ts'`],
  ['a file cannot be read', 'syntax', `${tags}/tags.service.ts`, 'export const = 1']
]

describe('a planted breach is found', () => {
  test.each(breaches)('%s', (_name, rule, file, source) => {
    expect(check({ 'shared/src/features/inbox/messages.ts': '', [file]: source })).toContain(`${rule} ${file}:1`)
  })
})

/** The spellings of one request; each has to be seen. */
const spellings = [
  `import '#database/tables/tags.ts'`,
  `import { tags } from '#database/tables/tags.ts'`,
  `import type { tags } from '#database/tables/tags.ts'`,
  `import { type tags } from '#database/tables/tags.ts'`,
  `export { tags } from '#database/tables/tags.ts'`,
  `export type { tags } from '#database/tables/tags.ts'`,
  `export * from '#database/tables/tags.ts'`,
  `export * as all from '#database/tables/tags.ts'`,
  `export const later = () => import('#database/tables/tags.ts')`,
  'export const later = () => import(`#database/tables/tags.ts`)',
  `export type Tags = typeof import('#database/tables/tags.ts')`,
  `export type Tags = import('#database/tables/tags.ts').Tags`,
  `import tags = require('#database/tables/tags.ts')`,
  `export const tags = require('#database/tables/tags.ts')`,
  `export const at = import.meta.resolve('#database/tables/tags.ts')`,
  `export const at = new URL('../../../database/tables/tags.ts', import.meta.url)`
]

test.each(spellings)('a request is seen however it is spelt: %s', (source) => {
  expect(check({ [`${tags}/tags.service.ts`]: source })).toContain(`tables ${tags}/tags.service.ts:1`)
})

describe('circles', () => {
  test('two files that import each other are a circle', () => {
    const planted = {
      [`${tags}/tags.service.ts`]: `import './merge-tags.ts'`,
      [`${tags}/merge-tags.ts`]: `import './tags.service.ts'`
    }
    expect(check(planted)).toEqual([`circles ${tags}/merge-tags.ts:1`])
  })

  test('types alone make a circle, over three files', () => {
    const planted = {
      'shared/src/kernel/a.ts': `import type { B } from './b.ts'\nexport type A = B`,
      'shared/src/kernel/b.ts': `import type { C } from './c.ts'\nexport type B = C`,
      'shared/src/kernel/c.ts': `import type { A } from './a.ts'\nexport type C = A`
    }
    expect(check(planted)).toEqual(['circles shared/src/kernel/a.ts:1'])
  })

  test('two parts of a feature that reach each other are one, though no file does', () => {
    const part = (name: string) => `server/src/platform/${name}`
    const planted = {
      [part('mail/send.ts')]: `import '../text/cut.ts'`,
      [part('mail/words.ts')]: 'export const words = 1',
      [part('text/cut.ts')]: 'export const cut = 1',
      [part('text/fill.ts')]: `import '../mail/words.ts'`
    }
    expect(check(planted)).toEqual(['parts server/src/platform:1'])
  })
})

test('a relative import that leaves its feature gets its # name on demand', () => {
  const file = `${tickets}/close-ticket.ts`
  const root = build({
    [file]: `import { mergeTags } from '../tags/merge-tags.ts'\nimport './tickets.service.ts'\nvoid mergeTags`
  })
  respell(root)
  expect(readFileSync(join(root, file), 'utf8')).toBe(
    `import { mergeTags } from '#features/inbox/tags/merge-tags.ts'\nimport './tickets.service.ts'\nvoid mergeTags`
  )
})

test('a worker is found by its address, with and without a leading dot', () => {
  const source = (address: string) => `export const worker = new URL('${address}', import.meta.url)`
  expect(check({ [`${tags}/tags.service.ts`]: source('merge-tags.ts') })).toEqual([])
  expect(check({ [`${tags}/tags.service.ts`]: source('../tags/merge-tags.ts') })).toEqual([])
  expect(check({ [`${tags}/tags.service.ts`]: source('gone.ts') })).toEqual([`resolvable ${tags}/tags.service.ts:1`])
})

test('a tree without sources is refused rather than passed', () => {
  const root = mkdtempSync(join(tmpdir(), 'guiche-boundaries-'))
  trees.push(root)
  expect(() => checkBoundaries(root)).toThrow('no sources')
})

describe('doors of rooms', () => {
  const part = `${tags}/merge`
  const house = (door: string): Record<string, string> => ({
    [`${part}/README.md`]: `# merge\n\nDoor: ${door}\n`,
    [`${part}/merge-all.ts`]: `import './merge-one.ts'`,
    [`${part}/merge-one.ts`]: 'export const mergeOne = 1',
    [`${tickets}/close-ticket.ts`]: `import '#features/inbox/tags/merge/merge-all.ts'`
  })

  test('the file that the note names is entered', () => {
    expect(check(house('`merge-all.ts`.'))).toEqual([])
  })

  test('another is not, and a door that nobody uses is said', () => {
    expect(check(house('`merge-one.ts`.'))).toEqual([`rooms ${tickets}/close-ticket.ts:1`, `rooms ${part}/README.md:1`])
  })

  test('tests enter anywhere', () => {
    const inside = { [`${tickets}/tickets.test.ts`]: `import '#features/inbox/tags/merge/merge-one.ts'` }
    expect(check({ ...house('`merge-all.ts`.'), ...inside })).toEqual([])
  })
})
