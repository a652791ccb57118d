// Checks what can be seen of a file from outside: its size and that of its functions, its name, its first line, and the note in every room.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Visitor, parseSync } from 'oxc-parser'
import { wings } from './boundaries/module-location.ts'
import { report, type Finding } from './finding.ts'
import { largeFunctions } from './functions/large-functions.ts'
import { listFiles } from './list-files.ts'
import { checkModuleState } from './module-state/module-state.ts'
import { retiredIn, retiredWords } from './words/retired-words.ts'

const mostLines = 300
const mostReadmeLines = 20
/** Source files of a folder, tests apart. */
const mostFiles = 25

const isUnmeasured = (path: string): boolean =>
  /\.test\.tsx?$|\/locales\/|\/migrations\/|\/generated\/|\.gen\.ts$/.test(path)

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*\.(?:ts|tsx|mts|cts)$/
const pascal = /^[A-Z][A-Za-z0-9]*(?:\.test)?\.tsx$/
const forbiddenWords = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'managers', 'misc'])

type Rule = (path: string, lines: string[]) => { rule: string; line: number; text: string } | null

const size: Rule = (path, lines) =>
  lines.length <= mostLines || isUnmeasured(path)
    ? null
    : {
        rule: 'size',
        line: mostLines + 1,
        text: `${lines.length} lines, ${mostLines} at the most: split it by what it does`
      }

const firstLine: Rule = (_path, lines) => {
  const comment = /^(?:\/\/|\/\*\*?)\s*(\S.{9,})$/.exec(lines[0] ?? '')?.[1] ?? ''
  const says = comment !== '' && !/^(?:@|eslint|oxlint|prettier|biome)/.test(comment)
  return says
    ? null
    : { rule: 'first-line', line: 1, text: 'the first line is a comment that says what the file is for' }
}

const name: Rule = (path) => {
  const parts = path.split('/')
  const file = parts.at(-1) ?? ''
  const breach = (text: string) => ({ rule: 'name', line: 1, text })
  if (!kebab.test(file) && !pascal.test(file)) return breach('kebab-case.ts, or PascalCase.tsx for a component')
  if (/^index\.tsx?$/.test(file)) return breach('no index files: import from the file that has it')
  const word = path.split(/[/.-]|(?=[A-Z])/).find((one) => forbiddenWords.has(one.toLowerCase()))
  return word === undefined ? null : breach(`'${word}' says nothing: name it after what it does`)
}

/** A file that only passes on what others export. */
const barrel: Rule = (path, lines) => {
  if (path === 'server/src/database/schema.ts') return null
  const code = lines.filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line)).join('\n')
  const rest = code.replace(/export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?/g, '')
  return code !== '' && rest.trim() === ''
    ? { rule: 'barrel', line: 1, text: 'it only passes on what others export' }
    : null
}

const classes: Rule = (path, lines) => {
  if (!/^(?:server|desktop|shared)\/src\//.test(path)) return null
  const at = lines.findIndex((line) => /^(?:export\s+)?(?:abstract\s+)?class\s(?!.*\bextends\s+\w*Error\b)/.test(line))
  const isBoundary = lines.some((line) => line.includes('getDerivedStateFromError'))
  return at === -1 || isBoundary ? null : { rule: 'class', line: at + 1, text: 'functions, not classes (errors apart)' }
}

/** Kinds of file in a feature's folder: those that exist once carry the feature's name, the others any name. */
const featureKinds = {
  'server/src': {
    once: ['feature', 'routes', 'policy', 'service', 'events', 'realtime', 'jobs'],
    many: ['repo', 'test']
  },
  'desktop/src/renderer': { once: ['routes'], many: ['store', 'test', 'module'] }
}

const kinds: Rule = (path) => {
  const [, building, wing = '', feature, file] =
    /^(server\/src|desktop\/src\/renderer)\/features\/([^/]+)\/(?:([^/]+)\/(.+))?/.exec(path) ?? []
  if (building === undefined) return null
  const breach = (text: string) => ({ rule: 'kind', line: 1, text })
  if (!wings.includes(wing as (typeof wings)[number])) return breach(`${wing} is no wing of the house`)
  if (feature === undefined || file === undefined) return breach('a wing holds features, not files')
  const { once, many } = featureKinds[building as keyof typeof featureKinds]
  const [own = '', ...parts] = file.split('/').toReversed()
  const [stem, kind, ...more] = own.split('.').slice(0, -1)
  if (parts.length > 1 || more.length > 0)
    return breach('a feature has <name>.ts, <name>.<kind>.ts, and folders of those')
  if (parts.length > 0 && once.includes(kind ?? '')) return breach(`${feature}.${kind} stands at the feature's front`)
  if (kind === undefined || many.includes(kind) || (once.includes(kind) && stem === feature)) return null
  return breach(once.includes(kind) ? `it is called ${feature}.${kind}` : `.${kind} is no known kind of file`)
}

/** The router's own hook draws its asker anew at every step, wherever it leads. */
const navigation: Rule = (path, lines) => {
  if (!path.startsWith('desktop/src/renderer/') || /\.test\.tsx?$/.test(path)) return null
  const at = lines.findIndex((line) => /\buseNavigate\b.*from 'react-router/.test(line))
  return at === -1 ? null : { rule: 'navigation', line: at + 1, text: 'useNavigate is that of #platform/navigation.ts' }
}

interface Statement {
  type: string
  start: number
  declaration?: Statement | null
  declarations?: {
    id: { typeAnnotation?: unknown }
    init: { type: string; body: { start: number; end: number } } | null
  }[]
}

/** Stack traces, outlines and call graphs show declarations; an arrow is one expression on one line. */
const declarations: Rule = (path, lines) => {
  const source = lines.join('\n')
  for (const statement of parseSync(path, source).program.body as Statement[]) {
    const [first, ...more] = (statement.declaration ?? statement).declarations ?? []
    if (!first || more.length > 0 || first.id.typeAnnotation || first.init?.type !== 'ArrowFunctionExpression') continue
    const { start, end } = first.init.body
    const body = source.slice(start, end)
    if (!body.startsWith('{') && !body.includes('\n')) continue
    const line = source.slice(0, statement.start).split('\n').length
    return { rule: 'declaration', line, text: 'a function at module level is a `function` declaration' }
  }
  return null
}

/** Programs of others whose own words these files write. */
const foreignWords =
  /^server\/src\/(?:platform\/(?:payments|sheets)\/|platform\/.*(?:open-boss|through-postgres)\.ts|features\/automation\/(?:integrations\/ask-dialogflow|ai-prompts\/ask-prompt)\.ts)/
/** Names of the contract, from older clients. */
const contractWords = /^(?:date_from|date_to|call_log)$/

/** Columns come under camelCase names from the one place that turns them, `server/src/database/client.ts`. */
const columnNames: Rule = (path, lines) => {
  if (!/^server\/src\/(?:app|features|platform)\//.test(path) || path.endsWith('.test.ts') || foreignWords.test(path))
    return null
  const source = lines.join('\n')
  let found: { name: string; start: number } | undefined
  const look = (node: { name: string; start: number }): void => {
    if (/^[a-z]+(?:_[a-z0-9]+)+$/.test(node.name) && !contractWords.test(node.name)) found ??= node
  }
  new Visitor({ Identifier: look }).visit(parseSync(path, source).program)
  if (!found) return null
  const line = source.slice(0, found.start).split('\n').length
  return { rule: 'column-name', line, text: `${found.name}: rows of raw SQL have camelCase names` }
}

/** What customers and companies write is drawn by React and never becomes a page or a program. */
const plainTexts: Rule = (path, lines) => {
  if (!/^(?:desktop|server|shared)\/src\//.test(path) || /\.test\.tsx?$/.test(path)) return null
  const ways =
    /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|\bnew Function\(/
  const at = lines.findIndex((line) => ways.test(line))
  return at === -1 ? null : { rule: 'plain-text', line: at + 1, text: 'texts become neither HTML nor a program' }
}

const rules: Rule[] = [navigation, columnNames, plainTexts, size, firstLine, name, barrel, classes, kinds, declarations]

const single = [
  'server/src/app',
  'server/src/features',
  'server/src/platform',
  'server/src/whatsapp',
  'server/src/database',
  'server/simulator',
  'server/test',
  'server/bench',
  'server/sample',
  'desktop/src/main',
  'desktop/src/preload',
  'desktop/src/bridge',
  'desktop/test',
  'desktop/e2e',
  'desktop/host',
  'shared/src',
  'scripts'
]
const parents = ['server/src/features', 'desktop/src/renderer']

/** Rooms that exist and therefore have a README. */
function roomsOf(root: string): string[] {
  const children = parents.flatMap((parent) =>
    existsSync(join(root, parent))
      ? readdirSync(join(root, parent), { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map((entry) => `${parent}/${entry.name}`)
      : []
  )
  return [...single, ...children].filter((room) => existsSync(join(root, room)))
}

function readmes(root: string): Finding[] {
  return roomsOf(root).flatMap((room) => {
    const file = `${room}/README.md`
    const breach = (text: string): Finding[] => [{ rule: 'readme', file, line: 1, text }]
    if (!existsSync(join(root, file))) return breach('every room has a note that says what it is for')
    const { length } = readFileSync(join(root, file), 'utf8').trimEnd().split('\n')
    return length > mostReadmeLines ? breach(`${length} lines, ${mostReadmeLines} at the most`) : []
  })
}

/** Folders that hold too much to be looked through; texts are one file a feature. */
function crowdedFolders(files: readonly string[]): Finding[] {
  const sources = files.filter((file) => !/\.test\.tsx?$|\.journey\.ts$|\/locales\/|\/migrations\//.test(file))
  return [...Map.groupBy(sources, (file) => dirname(file))].flatMap(([folder, { length }]) =>
    length <= mostFiles
      ? []
      : [{ rule: 'folder', file: folder, line: 1, text: `${length} source files, ${mostFiles} at the most: divide it` }]
  )
}

/** The parts of divided features and rooms, each with a note that names its door. */
function partNotes(root: string, files: readonly string[]): Finding[] {
  const divided =
    /^(?:(?:server\/src|desktop\/src\/renderer)\/features\/[^/]+\/[^/]+|server\/src\/whatsapp)\/(?!testing\/)[^/]+(?=\/)/
  const folders = new Set(files.flatMap((file) => divided.exec(file)?.[0] ?? []))
  return [...folders].flatMap((folder) => {
    const file = `${folder}/README.md`
    const breach = (text: string): Finding[] => [{ rule: 'readme', file, line: 1, text }]
    if (!existsSync(join(root, file))) return breach('a part of a feature has a note with its door')
    return /^Door:/m.test(readFileSync(join(root, file), 'utf8')) ? [] : breach("the note has a line 'Door:'")
  })
}

interface Source {
  file: string
  source: string
}

/** Functions that are too large. */
function functions(sources: readonly Source[]): Finding[] {
  return sources.flatMap(({ file, source }) =>
    largeFunctions(file, source).map((found) => ({ rule: 'function', file, ...found }))
  )
}

/** Names that the glossary has retired. */
function words(root: string, sources: readonly Source[]): Finding[] {
  const retired = retiredWords(root)
  return sources.flatMap(({ file, source }) => {
    const text = retiredIn(retired, file, source)
    return text === null ? [] : [{ rule: 'word', file, line: 1, text }]
  })
}

/** Reads the tree at `root` and answers with every breach. */
export function checkFiles(root: string): Finding[] {
  const files = listFiles(root, /^(?:server|desktop|shared|scripts)\/.*\.(?:ts|tsx|mts|cts)$/)
  const sources = files.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  const findings = sources.flatMap(({ file, source }) => {
    const lines = source.trimEnd().split('\n')
    return rules.flatMap((rule) => {
      const breach = rule(file, lines)
      return breach ? [{ ...breach, file }] : []
    })
  })
  return [
    ...findings,
    ...functions(sources),
    ...checkModuleState(sources),
    ...words(root, sources),
    ...crowdedFolders(files),
    ...readmes(root),
    ...partNotes(root, files)
  ]
}

if (import.meta.main) report('file rules', checkFiles(process.cwd()))
