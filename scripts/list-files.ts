// Lists the files of the project for the checks, without what is installed, built or stored.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const leftOut = new Set(['node_modules', 'dist', 'out', 'coverage', 'test-results', 'playwright-report'])

/** Paths below `root` with forward slashes, sorted; hidden folders are left out. */
export function listFiles(root: string, accept: RegExp = /./): string[] {
  const found: string[] = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!leftOut.has(entry.name) && !entry.name.startsWith('.')) walk(path)
      } else if (accept.test(path)) found.push(path)
    }
  }
  walk('')
  return found.sort()
}
