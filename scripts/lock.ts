// Reads package-lock.json: the packages, where each is installed, and who finds whom.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LockedPackage {
  /** Folder in the tree, such as `node_modules/zod`; empty for the root. */
  path: string
  name: string
  version?: string
  license?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export interface Lock {
  packages: Map<string, LockedPackage>
  /** The package that `name` means to the package at `path`, as Node looks it up. */
  find(path: string, name: string): LockedPackage | undefined
}

interface LockFile {
  lockfileVersion: number
  packages: Record<string, Omit<LockedPackage, 'path' | 'name'>>
}

/** Understands the text of a lock file. Errors: a format older than npm 7. */
export function parseLock(text: string): Lock {
  const file = JSON.parse(text) as LockFile
  if (file.lockfileVersion < 2) throw new Error('package-lock.json is older than npm 7')
  const packages = new Map<string, LockedPackage>()
  for (const [path, entry] of Object.entries(file.packages)) {
    packages.set(path, { ...entry, path, name: path.split('node_modules/').at(-1) ?? path })
  }
  const find = (path: string, name: string): LockedPackage | undefined => {
    for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const found = packages.get(at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`)
      if (found) return found.link ? packages.get(found.resolved ?? '') : found
      if (at === '') return undefined
    }
  }
  return { packages, find }
}

/** Reads the lock of the tree at `root`. */
export const readLock = (root: string): Lock => parseLock(readFileSync(join(root, 'package-lock.json'), 'utf8'))
