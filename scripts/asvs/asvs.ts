// Checks the table of ASVS: every requirement once, its evidence in place, what is missing listed as open, and the sums right.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { report, type Finding } from '../finding.ts'
import { levels } from './requirements.ts'

const overview = 'docs/asvs.md'
const folder = 'docs/asvs'

const states = ['met', 'partly', 'not met', 'does not apply'] as const
type State = (typeof states)[number]

interface Row {
  file: string
  line: number
  id: string
  level: string
  state: string
  where: string
}

/** Tokens in code marks that name a file of the project. */
const pathForm = /^(?:\.?[\w-]+\/)+[\w.-]+\.\w+$|^\.?[\w-]+\.(?:md|yml|json)$|^(?:Dockerfile|\.dockerignore)$/

const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, token = '']) => token).filter((token) => pathForm.test(token))

function rowsOf(file: string, text: string): Row[] {
  return text.split('\n').flatMap((content, index) => {
    const [, id = '', level = '', , state = '', where = ''] = content.split(/(?<!\\)\|/).map((cell) => cell.trim())
    return /^V\d/.test(id) ? [{ file, line: index + 1, id, level, state, where }] : []
  })
}

const isKnown = (state: string): state is State => states.some((one) => one === state)
const isOpen = (state: string): boolean => state === 'partly' || state === 'not met'

function breachesOfRow({ id, level, state, where }: Row, exists: (path: string) => boolean): string[] {
  const paths = pathsIn(where)
  const wanted = levels.get(id)
  return [
    ...(wanted === undefined ? [`${id} is no requirement of level 1 or 2`] : []),
    ...(wanted !== undefined && level !== String(wanted) ? [`${id} is of level ${wanted}`] : []),
    ...(isKnown(state) ? [] : [`${id}: the state is one of ${states.join(', ')}`]),
    ...(state === 'met' && paths.length === 0 ? [`${id} is met, and names no file that shows it`] : []),
    ...paths.filter((path) => !exists(path)).map((path) => `${id}: ${path} is not there`)
  ]
}

/** One line of the sums: a chapter and how many of it are in each state. */
function sumsOf(rows: readonly Row[]): Map<string, string> {
  const sums = new Map<string, string>()
  const count = (name: string, own: readonly Row[]) =>
    sums.set(name, states.map((state) => own.filter((row) => row.state === state).length).join(' '))
  for (const [chapter, own] of Map.groupBy(rows, ({ id }) => id.split('.')[0] ?? '')) count(chapter, own)
  for (const level of [1, 2]) {
    count(
      `Level ${level}`,
      rows.filter(({ id }) => levels.get(id) === level)
    )
  }
  return count('All', rows)
}

function breachesOfOverview(text: string, rows: readonly Row[]): string[] {
  const open = /^## Open$(.*)/ms.exec(text)?.[1] ?? ''
  const listed = new Set(open.match(/\bV\d+\.\d+\.\d+\b/g))
  const written = new Map(
    text.split('\n').flatMap((line) => {
      const [, name = '', ...numbers] = line.split('|').map((cell) => cell.trim())
      const label = /^(?:V\d+|Level \d|All)\b/.exec(name)?.[0]
      return label === undefined ? [] : [[label, numbers.slice(0, states.length).join(' ')] as const]
    })
  )
  return [
    ...rows.filter(({ id, state }) => isOpen(state) && !listed.has(id)).map(({ id }) => `${id} is not listed as open`),
    ...rows.filter(({ id, state }) => !isOpen(state) && listed.has(id)).map(({ id }) => `${id} is not open`),
    ...[...sumsOf(rows)].filter(([name, sum]) => written.get(name) !== sum).map(([name, sum]) => `${name}: ${sum}`)
  ]
}

/** What is wrong with these files, given by path; `exists` says whether the project has one. */
export function checkAsvs(files: Map<string, string>, exists: (path: string) => boolean): Finding[] {
  const found = (file: string, line: number, text: string): Finding => ({ rule: 'asvs', file, line, text })
  const rows = [...files].flatMap(([file, text]) => (file === overview ? [] : rowsOf(file, text)))
  const byId = Map.groupBy(rows, ({ id }) => id)
  return [
    ...rows.flatMap((row) => breachesOfRow(row, exists).map((text) => found(row.file, row.line, text))),
    ...[...levels.keys()].filter((id) => !byId.has(id)).map((id) => found(overview, 1, `${id} is missing`)),
    ...[...byId]
      .filter(([, same]) => same.length > 1)
      .map(([id, [first]]) => found(first?.file ?? overview, first?.line ?? 1, `${id} stands there twice`)),
    ...breachesOfOverview(files.get(overview) ?? '', rows).map((text) => found(overview, 1, text))
  ]
}

if (import.meta.main) {
  const root = process.cwd()
  const paths = [overview, ...readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)]
  const files = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  report(
    'asvs',
    checkAsvs(files, (path) => existsSync(join(root, path)))
  )
}
