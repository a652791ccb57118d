// Checks who imports whom: reads every source file and holds its imports against the rules of the house.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCircles } from './boundaries/circles.ts'
import { findPartCircles } from './boundaries/part-circles.ts'
import { locationOf } from './boundaries/module-location.ts'
import { addressBook, declaresAddresses, mayNotSpell, speltAddresses } from './boundaries/read-addresses.ts'
import { readDoors, roomWithDoor } from './boundaries/read-doors.ts'
import { readSource } from './boundaries/read-imports.ts'
import { createResolver, hashNameOf } from './boundaries/resolve-import.ts'
import { edgeRules, mayContainSql, mayReadEnvironment, type Edge } from './boundaries/rules.ts'
import { report, type Finding } from './finding.ts'
import { listFiles } from './list-files.ts'

const sources = /^(?:server|desktop|shared|scripts)\/.*\.(?:ts|tsx|mts|cts)$/

/** Reads the tree at `root` and answers with every breach. Errors: a tree without sources, which would pass unread. */
export function checkBoundaries(root: string): Finding[] {
  const files = listFiles(root, sources)
  if (files.length === 0) throw new Error(`no sources below ${root}`)
  const resolve = createResolver(root)
  const findings: Finding[] = []
  const graph = new Map<string, string[]>()
  const doors = readDoors(root, files)
  const entered = new Set<string>()

  for (const file of files) {
    const from = locationOf(file)
    const facts = readSource(file, readFileSync(join(root, file), 'utf8'))
    const breach = (rule: string, line: number, text: string) => void findings.push({ rule, file, line, text })
    for (const error of facts.errors) breach('syntax', 1, error)
    if (!mayReadEnvironment(from)) {
      for (const line of facts.environmentLines) breach('environment', line, 'process.env is read in one file only')
    }
    if (!mayContainSql(from)) {
      for (const line of facts.statementLines) breach('sql', line, 'SQL stands in *.repo.ts alone')
    }
    const reached = new Set<string>()
    for (const { specifier, line, typeOnly, isAddress } of facts.requests) {
      if (specifier === null) {
        if (!from.isTest && from.building !== 'scripts') dynamicBreach(file, line, findings)
        continue
      }
      const target = resolve(file, specifier)
      const to = target.kind === 'file' ? locationOf(target.path) : null
      if (to) reached.add(to.path)
      const room = to && roomWithDoor(doors, to.path)
      if (room && !file.startsWith(`${room}/`)) entered.add(to.path)
      const edge: Edge = { from, target, to, specifier, typeOnly, isAddress, doors }
      for (const [rule, judge] of Object.entries(edgeRules)) {
        const sentence = judge(edge)
        if (sentence !== null) breach(rule, line, sentence)
      }
    }
    graph.set(file, [...reached])
  }

  for (const [room, named] of doors) {
    for (const name of named) {
      if (entered.has(`${room}/${name}`)) continue
      findings.push({ rule: 'rooms', file: `${room}/README.md`, line: 1, text: `nobody outside imports ${name}` })
    }
  }
  findings.push(...respeltAddresses(root, files))
  for (const trip of findCircles(graph)) {
    findings.push({ rule: 'circles', file: trip[0] ?? '', line: 1, text: trip.join(' -> ') })
  }
  findings.push(...findPartCircles(graph))
  return findings
}

/** An address stands once, where it is declared. */
function respeltAddresses(root: string, files: readonly string[]): Finding[] {
  const spelt = (file: string) => speltAddresses(file, readFileSync(join(root, file), 'utf8'))
  const isDeclared = addressBook(
    files.filter(declaresAddresses).flatMap((file) => spelt(file).map(({ address }) => address))
  )
  return files
    .filter((file) => mayNotSpell(file) && !locationOf(file).isTest)
    .flatMap((file) =>
      spelt(file)
        .filter(({ address }) => isDeclared(address))
        .map(({ address, line }) => ({
          rule: 'addresses',
          file,
          line,
          text: `${address} is declared in shared: import it`
        }))
    )
}

/**
 * The embedded database chooses a package by the machine it runs on; a reader's process loads the program whose address its
 * maker names by `new URL`, which is checked there.
 */
const mayChooseModules = ['server/src/database/embedded-binaries.ts', 'server/src/platform/readers/reader-main.ts']

function dynamicBreach(file: string, line: number, findings: Finding[]): void {
  if (mayChooseModules.includes(file)) return
  findings.push({ rule: 'resolvable', file, line, text: 'an import whose name is put together cannot be checked' })
}

/** Gives relative imports that leave their feature or room their `#` name; `npm run check` says where. */
export function respell(root: string): void {
  const resolve = createResolver(root)
  for (const { rule, file, line } of checkBoundaries(root)) {
    if (rule !== 'spelling') continue
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    lines[line - 1] = (lines[line - 1] ?? '').replace(
      /(['"])(\.{1,2}\/[^'"]+)\1/,
      (all, quote: string, specifier: string) => {
        const target = resolve(file, specifier)
        const name = target.kind === 'file' ? hashNameOf(root, target.path) : null
        return name ? `${quote}${name}${quote}` : all
      }
    )
    writeFileSync(join(root, file), lines.join('\n'))
  }
}

if (import.meta.main && process.argv.includes('--fix')) respell(process.cwd())
if (import.meta.main) report('boundaries', checkBoundaries(process.cwd()))
