// Builds the console, or the page of the simulated WhatsApp, where what it is made of is newer than what was built.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, runPackage } from './run-tool.ts'

/** What each is made of: its sources, and what says how they are put together with which libraries. */
const pages = {
  console: {
    config: 'desktop/vite.config.ts',
    sources: ['desktop/src', 'desktop/public', 'shared/src', 'desktop/index.html']
  },
  'simulator-page': {
    config: 'desktop/simulator-page.config.ts',
    sources: [
      'desktop/src/simulator-page',
      'desktop/src/bridge',
      ...['ui', 'platform', 'locales'].map((room) => `desktop/src/renderer/${room}`),
      'shared/src'
    ]
  }
}

export type Page = keyof typeof pages

function filesOf(source: string): string[] {
  const path = join(root, source)
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function isFresh(page: Page): boolean {
  const built = join(root, 'desktop/dist', page, 'index.html')
  const { config, sources } = pages[page]
  if (!existsSync(built)) return false
  const made = statSync(built).mtimeMs
  return [...sources, config, 'package-lock.json'].flatMap(filesOf).every((file) => statSync(file).mtimeMs < made)
}

/** Builds a page unless it stands as its sources are. Errors: it cannot be built. */
export async function buildPage(page: Page): Promise<void> {
  if (isFresh(page)) return
  // Not among what a program tells whoever reads its output.
  console.warn(page === 'console' ? 'Building the console …' : 'Building the page of the simulator …')
  const { code, output } = await runPackage('vite', ['build', '-c', pages[page].config, '--logLevel=warn'])
  if (code !== 0) throw new Error(`${page} cannot be built:\n${output}`)
}

if (import.meta.main) for (const page of process.argv.slice(2)) await buildPage(page as Page)
