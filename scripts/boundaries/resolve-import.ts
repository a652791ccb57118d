// Resolves what a file asks for: relative paths, Node's `#` imports, the exports of our own workspaces, packages.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'

export type Target =
  | { kind: 'file'; path: string }
  | { kind: 'package'; name: string; declared: 'dependencies' | 'devDependencies' | null }
  | { kind: 'builtin'; name: string }
  | { kind: 'missing'; why: string }

interface Manifest {
  name?: string
  imports?: Record<string, string>
  exports?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Finds the file a pattern such as `#platform/*` -> `./src/platform/*` stands for. */
function throughPatterns(patterns: Record<string, string> = {}, asked: string): string | null {
  for (const [pattern, place] of Object.entries(patterns)) {
    const [before = '', after] = pattern.split('*')
    if (after === undefined ? asked === pattern : asked.startsWith(before) && asked.endsWith(after)) {
      return place.replace('*', after === undefined ? '' : asked.slice(before.length, asked.length - after.length))
    }
  }
  return null
}

/** The `#` name of a file under its workspace's "imports": `server/src/app/x.ts` is `#app/x.ts`. */
export function hashNameOf(root: string, path: string): string | null {
  const [folder = '', ...rest] = path.split('/')
  const { imports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
  for (const [name, place] of Object.entries(imports)) {
    const prefix = place.slice(2, -1)
    const inside = rest.join('/')
    if (inside.startsWith(prefix)) return name.replace('*', inside.slice(prefix.length))
  }
  return null
}

/** Makes a resolver for the tree at `root`; paths in and out are relative to it. */
export function createResolver(root: string): (from: string, specifier: string) => Target {
  const manifestOf = (folder: string): Manifest | null => {
    const path = join(root, folder, 'package.json')
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : null
  }
  const workspaces = ['shared', 'server', 'desktop'].flatMap((folder) => {
    const manifest = manifestOf(folder)
    return manifest ? [{ folder, manifest }] : []
  })
  const rootManifest = manifestOf('') ?? {}

  const file = (path: string): Target => {
    const bare = path.replace(/\?.*$/, '')
    const full = join(root, bare)
    if (existsSync(full) && statSync(full).isFile()) return { kind: 'file', path: bare }
    return { kind: 'missing', why: `${bare} does not exist` }
  }

  const fromPackage = (home: Manifest | undefined, specifier: string): Target => {
    const name = packageNameOf(specifier)
    const places = ['', ...workspaces.map(({ folder }) => folder)]
    if (!places.some((folder) => existsSync(join(root, folder, 'node_modules', name)))) {
      return { kind: 'missing', why: `the package ${name} is not installed` }
    }
    const typesOf = `@types/${name.replace('@', '').replace('/', '__')}`
    for (const declared of ['dependencies', 'devDependencies'] as const) {
      if (home?.[declared]?.[name] || home?.[declared]?.[typesOf]) return { kind: 'package', name, declared }
    }
    return { kind: 'package', name, declared: rootManifest.devDependencies?.[name] ? 'devDependencies' : null }
  }

  return (from, specifier) => {
    const home = workspaces.find(({ folder }) => from.startsWith(`${folder}/`))
    if (specifier.startsWith('.')) return file(posix.normalize(posix.join(posix.dirname(from), specifier)))
    if (specifier.startsWith('#')) {
      const place = throughPatterns(home?.manifest.imports, specifier)
      return place && home ? file(posix.join(home.folder, place)) : { kind: 'missing', why: 'no such "imports" entry' }
    }
    if (isBuiltin(specifier)) return { kind: 'builtin', name: specifier }
    const own = workspaces.find(({ manifest }) => manifest.name === packageNameOf(specifier))
    if (own) {
      const place = throughPatterns(own.manifest.exports, `.${specifier.slice(own.manifest.name?.length)}`)
      return place ? file(posix.join(own.folder, place)) : { kind: 'missing', why: 'no such "exports" entry' }
    }
    return fromPackage(home?.manifest ?? rootManifest, specifier)
  }
}
