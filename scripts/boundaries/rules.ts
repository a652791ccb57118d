// The rules of the house about who may import whom, one function a rule; each answers with a sentence or null.
import { wings, type ModuleLocation } from './module-location.ts'
import { roomWithDoor, type Doors } from './read-doors.ts'
import type { Target } from './resolve-import.ts'

export interface Edge {
  from: ModuleLocation
  target: Target
  /** Where the imported file stands, when it is one of ours. */
  to: ModuleLocation | null
  /** As it is written in the source. */
  specifier: string
  typeOnly: boolean
  isAddress: boolean
  doors: Doors
}

const simulatorPage = 'desktop/src/simulator-page'
/** What it may use of platform: neither the session nor the line to a server of ours. */
const platformOfPage =
  /\/platform\/(?:text\/|device\/(?:theme|notify|color-scheme|clock)\.|net\/api-error\.|state\/local-store\.)/

type Rule = (edge: Edge) => string | null

/** Rooms a room may use besides itself and what `everywhere` lists; everything else is a breach. */
const arrows: Record<string, string[]> = {
  'server/src': ['server/src/app', 'server/src/platform', 'server/src/database'],
  'server/src/app': ['server/src/features', 'server/src/whatsapp', 'server/src/platform', 'server/src/database'],
  'server/src/backup': ['server/src/platform', 'server/src/database'],
  'server/src/company-archive': ['server/src/backup', 'server/src/platform', 'server/src/database'],
  'server/src/key-rotation': ['server/src/backup', 'server/src/platform', 'server/src/database'],
  // One room for the job and for the command that move a company.
  'server/src/features': ['server/src/company-archive', 'server/src/platform', 'server/src/database'],
  'server/src/whatsapp': ['server/src/platform', 'server/src/database'],
  'server/src/platform': ['server/src/database'],
  'server/src/database': ['server/src/platform'],
  'server/simulator': [],
  'server/sample': ['server/src/database'],
  'desktop/src/main': ['desktop/src/bridge'],
  'desktop/src/preload': ['desktop/src/bridge'],
  'desktop/src/bridge': [],
  [simulatorPage]: ['desktop/src/renderer/ui', 'desktop/src/renderer/platform', 'desktop/src/renderer/locales'],
  'desktop/src/renderer': ['desktop/src/renderer/app', 'desktop/src/renderer/ui', 'desktop/src/renderer/platform'],
  'desktop/src/renderer/app': [
    'desktop/src/renderer/features',
    'desktop/src/renderer/ui',
    'desktop/src/renderer/platform',
    'desktop/src/renderer/locales',
    'desktop/src/bridge'
  ],
  'desktop/src/renderer/features': [
    'desktop/src/renderer/ui',
    'desktop/src/renderer/platform',
    'desktop/src/renderer/locales',
    'desktop/src/bridge'
  ],
  'desktop/src/renderer/ui': ['desktop/src/renderer/platform', 'desktop/src/renderer/locales', 'desktop/src/bridge'],
  'desktop/src/renderer/platform': ['desktop/src/renderer/ui', 'desktop/src/renderer/locales', 'desktop/src/bridge'],
  'desktop/src/renderer/locales': [],
  'shared/src/kernel': [],
  'shared/src/features': ['shared/src/kernel']
}

const resolvable: Rule = ({ target, specifier }) =>
  target.kind === 'missing' ? `'${specifier}' leads nowhere: ${target.why}` : null

/** The simulator's page speaks to its API in the types of its API. */
const speaksToApi = ({ from, to, typeOnly }: Pick<Edge, 'from' | 'to' | 'typeOnly'>): boolean =>
  from.room === simulatorPage && typeOnly && /^server\/simulator\/(?:run-)?types\.ts$/.test(to?.path ?? '')

const buildings: Rule = ({ from, to, typeOnly }) => {
  if (!to || from.building === to.building || from.building === 'scripts') return null
  // Journeys drive the real server, so they may start it through its test harness.
  const journey = from.room === 'desktop/e2e' && /^server\/(?:test|simulator)\//.test(to.path)
  // One browser for the tests and benchmarks of both; what ships looks for none.
  const browser = to.path === 'scripts/find-browser.ts' && !/^(?:server|desktop)\/src\//.test(from.path)
  // Whoever tests a page looks at one that was built of its sources.
  const built = to.path === 'scripts/built-pages.ts' && from.isTest
  // Tests of both say in the same way what the machine lacks.
  const programs = to.path === 'scripts/system-programs.ts' && (from.isTest || from.path.endsWith('/vitest.config.ts'))
  if (to.building === 'shared' || journey || browser || programs || built || speaksToApi({ from, to, typeOnly }))
    return null
  return from.building === 'shared' ? 'shared imports nothing of ours' : `${from.building} never meets ${to.building}`
}

const layers: Rule = ({ from, to }) => {
  if (!to || from.isTest || from.building !== to.building || from.room === to.room) return null
  if (from.room === simulatorPage && to.room.endsWith('/platform') && !platformOfPage.test(to.path)) {
    return `${from.room} may not use this part of platform`
  }
  const allowed = arrows[from.room]
  if (!allowed || allowed.includes(to.room)) return null
  return `${from.room} may not use ${to.room}`
}

const production: Rule = ({ from, to, typeOnly }) => {
  if (!to || from.isTest || speaksToApi({ from, to, typeOnly }) || !/^(?:server|desktop|shared)\/src\//.test(from.path))
    return null
  const isForTests = to.isTest || /^server\/(?:simulator|bench|sample)\//.test(to.path)
  return isForTests ? `${to.path} serves development and tests only` : null
}

const wingOrder: Rule = ({ from, to }) => {
  if (from.isTest || !from.wing || !to?.wing) return null
  const [own, other] = [from.wing, to.wing].map((wing) => wings.indexOf(wing as (typeof wings)[number]))
  if (own === -1) return `${from.wing} is no wing of the house`
  return own !== undefined && other !== undefined && own < other ? `${from.wing} may not know ${to.wing}` : null
}

/** A kebab-case name without a kind is a use case: `receive-message.ts`. */
const serverDoor = /^[a-z0-9-]+(?:\.service|\.events)?\.ts$/
const desktopDoor = /^(?:[a-z0-9-]+\.store\.ts|(?!\w*Page\.tsx)[A-Z]\w*\.tsx)$/

const doors: Rule = ({ from, to }) => {
  if (!to?.feature || to.building === 'shared' || from.isTest || from.feature === to.feature) return null
  const isApp = from.room.endsWith('/app')
  const inside = to.path.slice(to.feature.length + 1)
  // The parts of a divided feature have doors of their own.
  if (inside.includes('/')) return null
  if (to.building === 'server') {
    if (serverDoor.test(inside) || (isApp && /^[a-z0-9-]+\.feature\.ts$/.test(inside))) return null
    return `${to.feature} is entered by its service, its events or a use case, not by ${inside}`
  }
  if (desktopDoor.test(inside) || (isApp && /^[a-z0-9-]+\.routes\.tsx$/.test(inside))) return null
  return `${to.feature} is entered by its store or a named component, not by ${inside}`
}

const rooms: Rule = ({ from, to, doors: declared }) => {
  const room = to && roomWithDoor(declared, to.path)
  if (!room || from.isTest || from.path.startsWith(`${room}/`)) return null
  const inside = to.path.slice(room.length + 1)
  return declared.get(room)?.has(inside) ? null : `the README of ${room} does not name ${inside} as its door`
}

/** The port to WhatsApp speaks of connections and messages in the words of the contract. */
const portToWhatsApp = /^server\/src\/platform\/(?:whatsapp-port|inbound-failures)\.ts$/

const platform: Rule = ({ from, to, typeOnly }) => {
  if (from.room !== 'server/src/platform' || from.isTest || to?.room !== 'shared/src/features') return null
  return typeOnly && portToWhatsApp.test(from.path) ? null : 'platform knows no feature: what it needs stands in kernel'
}

const tables: Rule = ({ from, to }) => {
  const isTable = to && /^server\/src\/database\/(?:tables\/|schema\.ts$)/.test(to.path)
  const draws = from.path === 'scripts/data-model/page.ts'
  if (!isTable || from.isTest || draws || from.room === 'server/bench') return null
  const own = from.path.startsWith('server/src/database/tables/') || from.path === 'server/src/database/schema.ts'
  return own || from.name.endsWith('.repo.ts') ? null : 'tables are imported by *.repo.ts alone'
}

interface Kept {
  packages: RegExp
  where: RegExp
  sentence: string
}

const keptPackages: Kept[] = [
  {
    packages: /^(?:@whiskeysockets\/baileys|libsignal)$/,
    where: /^server\/(?:src\/whatsapp|simulator)\//,
    sentence: 'stays in server/src/whatsapp and server/simulator'
  },
  {
    packages: /^(?:electron|electron-(?!builder).*|keytar)$/,
    where: /^desktop\/(?:src\/(?:main|preload)|host|test|e2e)\//,
    sentence: 'stays in desktop/src/main and desktop/src/preload'
  },
  {
    packages: /^(?:socket\.io.*|@socket\.io\/.*|engine\.io.*)$/,
    where:
      /\/platform\/(?:net\/)?realtime(?:\/|\.ts$)|\.test\.tsx?$|^server\/(?:test|bench)\/|^desktop\/(?:test|e2e)\//,
    sentence: 'stays in platform/realtime'
  }
]

const packages: Rule = ({ from, target, typeOnly }) => {
  if (target.kind !== 'package') return null
  const kept = keptPackages.find((one) => one.packages.test(target.name))
  if (kept && !kept.where.test(from.path)) return `${target.name} ${kept.sentence}`
  if (target.declared === null) return `${target.name} is in no package.json of this workspace`
  const runsInProduction = /^(?:server|shared)\/src\//.test(from.path) && !from.isTest && !typeOnly
  return runsInProduction && target.declared === 'devDependencies'
    ? `${target.name} is a devDependency, which the running server does not have`
    : null
}

const spelling: Rule = ({ from, to, specifier, isAddress }) => {
  if (!to || isAddress || !specifier.startsWith('.') || from.building === 'scripts' || from.building !== to.building)
    return null
  return to.path.startsWith(`${from.home}/`) ? null : `a relative import stays inside ${from.home}: use the # name`
}

/** By name, so that a finding says which rule it breaks. */
export const edgeRules: Record<string, Rule> = {
  resolvable,
  buildings,
  layers,
  production,
  wings: wingOrder,
  doors,
  rooms,
  platform,
  tables,
  packages,
  spelling
}

/** Files that may read the environment of the process: one for each program, and what is no program of the house. */
export function mayReadEnvironment(location: ModuleLocation): boolean {
  return (
    location.isTest ||
    [
      'server/src/platform/config/env.ts',
      'server/simulator/main.ts',
      'desktop/src/main/platform/env.ts',
      'desktop/build-shell.ts'
    ].includes(location.path) ||
    location.building === 'scripts' ||
    ['server/bench', 'desktop/packaging'].includes(location.room) ||
    location.name.endsWith('.config.ts')
  )
}

/** Rows and their names stay in one kind of file; the room of the database has its own statements. */
export function mayContainSql({ path, name, room, isTest }: ModuleLocation): boolean {
  const isMeant = path.startsWith('server/src/') && room !== 'server/src/database'
  return !isMeant || isTest || name.endsWith('.repo.ts')
}
