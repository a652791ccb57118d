// Checks the licences of everything that runs in production, and that the README names those that ask for something.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { report, type Finding } from './finding.ts'
import { readLock, type Lock, type LockedPackage } from './lock.ts'

/** Licences that ask for no more than their own notice. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Public Domain',
  'Python-2.0',
  'Unlicense',
  'Zlib'
])

interface Exception {
  /** Matches the name of the package. */
  names: RegExp
  /** Licence as its authors state it. */
  licence: string
  /** As it is shown in the README. */
  title: string
  why: string
}

/** Packages that ask for more, or state their licence elsewhere than in the lock; each is a decision. */
export const exceptions: Exception[] = [
  {
    names: /^libsignal$/,
    licence: 'GPL-3.0',
    title: 'libsignal',
    why: 'under Baileys; who distributes the server with it distributes under its terms'
  },
  {
    names: /^@img\/sharp-(?:libvips|wasm32|win32)/,
    licence: 'LGPL-3.0-or-later',
    title: 'libvips in sharp',
    why: 'a prebuilt library, loaded at run time and replaceable'
  },
  { names: /^fxa-common-password-list$/, licence: 'MPL-2.0', title: 'fxa-common-password-list', why: 'used unchanged' },
  {
    names: /^incremental-encoder$/,
    licence: 'MPL 2.0',
    title: 'incremental-encoder',
    why: 'comes with fxa-common-password-list and is not loaded'
  },
  { names: /^mediabunny$/, licence: 'MPL-2.0', title: 'mediabunny', why: 'used unchanged' },
  { names: /^web-push$/, licence: 'MPL-2.0', title: 'web-push', why: 'used unchanged' },
  {
    names: /^xmlhttprequest-ssl$/,
    licence: 'MIT',
    title: 'xmlhttprequest-ssl',
    why: 'its package names no licence, its LICENSE file does'
  }
]

/** True when a package can be used under permissive licences alone: one side of an OR, both sides of an AND. */
export function isPermissive(expression: string): boolean {
  const bare = expression.trim().replace(/^\((.*)\)$/, '$1')
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isPermissive)
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isPermissive)
  return permissive.has(bare)
}

/** Everything the workspaces need at run time, found by walking their dependencies. */
export function productionTree(lock: Lock, workspaces: string[]): LockedPackage[] {
  const reached = new Map<string, LockedPackage>()
  const waiting = workspaces.flatMap((path) => lock.packages.get(path) ?? [])
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    for (const name of Object.keys({ ...one.dependencies, ...one.optionalDependencies, ...one.peerDependencies })) {
      const found = lock.find(one.path, name)
      if (!found || reached.has(found.path)) continue
      reached.set(found.path, found)
      waiting.push(found)
    }
  }
  return [...reached.values()].filter(({ path }) => path.includes('node_modules/'))
}

/** Holds the licences in the lock against the lists above and the lists against the README. */
export function checkLicences(lock: Lock, readme: string): Finding[] {
  const findings: Finding[] = []
  const breach = (file: string, text: string) => void findings.push({ rule: 'licence', file, line: 1, text })
  const used = new Set<Exception>()
  for (const { name, path, license } of productionTree(lock, ['shared', 'server', 'desktop'])) {
    if (license !== undefined && isPermissive(license)) continue
    const exception = exceptions.find(({ names }) => names.test(name))
    const isExpected = exception && (license === undefined || license.includes(exception.licence))
    if (isExpected) used.add(exception)
    else breach('package-lock.json', `${path}: ${license ?? 'no licence'} is neither allowed nor decided upon`)
  }
  const [, section = ''] = readme.split(/^## Licences$/m)
  for (const exception of exceptions) {
    if (!used.has(exception)) breach('scripts/licences.ts', `${exception.title} is not used any more`)
    else if (!section.includes(readmeLine(exception))) {
      breach('README.md', `"Licences" lacks the line: ${readmeLine(exception)}`)
    }
  }
  return findings
}

const readmeLine = ({ title, licence, why }: Exception): string => `- ${title}: ${licence}, ${why}`

if (import.meta.main) {
  const root = process.cwd()
  report('licences', checkLicences(readLock(root), readFileSync(join(root, 'README.md'), 'utf8')))
}
