// Writes what a workspace runs on as CycloneDX: `node scripts/sbom.ts server sbom.cdx.json`; npm reads it from the lock.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { productionTree } from './licences.ts'
import { readLock, type LockedPackage } from './lock.ts'

interface Component {
  'bom-ref': string
  name: string
  version: string
  hashes?: object[]
  licenses?: object[]
  [other: string]: unknown
}

/** The parts of CycloneDX 1.5 that are read or written here. */
export interface Sbom {
  bomFormat: string
  metadata: { component: Component; [other: string]: unknown }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  [other: string]: unknown
}

const keyOf = ({ name, version = '' }: { name: string; version?: string }): string => `${name} ${version}`

/**
 * Leaves of a list of everything what the given packages are, under the given name.
 * Errors: a package that the list does not name with its hash.
 */
export function narrowSbom(whole: Sbom, packages: LockedPackage[], own: { name: string; version: string }): Sbom {
  const wanted = new Set(packages.map(keyOf))
  const components = whole.components.filter((one) => one.hashes?.length && wanted.has(keyOf(one)))
  const found = new Set(components.map(keyOf))
  const missing = [...wanted].filter((one) => !found.has(one)).sort()
  if (missing.length > 0) throw new Error(`the list lacks ${missing.join(', ')}`)
  const top = `${own.name}@${own.version}`
  const refs = new Set(components.map((one) => one['bom-ref']))
  const dependencies = whole.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  return {
    ...whole,
    metadata: { ...whole.metadata, component: { 'bom-ref': top, type: 'application', ...own } },
    components,
    dependencies: [{ ref: top, dependsOn: [...refs] }, ...dependencies]
  }
}

/** Everything in the lock, what builds and tests included. */
export function readWholeSbom(root: string): Sbom {
  // Asked to leave out what is for development or to look at one workspace, npm leaves out much that runs as well.
  const text = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    shell: process.platform === 'win32'
  })
  return JSON.parse(text) as Sbom
}

/** @param workspace folder of it: `server` or `desktop` */
export function sbomOf(whole: Sbom, root: string, workspace: string): Sbom {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return narrowSbom(whole, productionTree(readLock(root), [workspace]), { name: `guiche-${workspace}`, version })
}

if (import.meta.main) {
  const root = process.cwd()
  const [workspace = 'server', file] = process.argv.slice(2)
  const text = `${JSON.stringify(sbomOf(readWholeSbom(root), root, workspace), null, 2)}\n`
  if (file === undefined) process.stdout.write(text)
  else writeFileSync(file, text)
}
