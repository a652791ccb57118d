// The built app for tests: built when a source is newer than it, once for all tests that run at the same time.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicHalf } from '#packaging/update-key.ts'
import { feedKey } from './update-feed.ts'

const desktop = join(import.meta.dirname, '../../..')
const folder = join(desktop, 'dist/test-shell')
const stampFile = join(folder, 'stamp')
const lock = join(folder, 'lock')
/** Milliseconds after which a build that somebody else began counts as given up. */
const patience = 180_000

function newest(path: string): number {
  const facts = statSync(path)
  if (!facts.isDirectory()) return facts.mtimeMs
  return Math.max(facts.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

const sources = ['src', 'icons', 'packaging', 'index.html', 'build-shell.ts', 'vite.config.ts', '../shared/src']
const stamp = (): string => String(Math.max(...sources.map((name) => newest(join(desktop, name)))))

const isFresh = (wanted: string): boolean => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted

function takeLock(): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > patience) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

/** Folder of the app; `launch()` takes it. */
export async function builtApp(): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const wanted = stamp()
  while (!isFresh(wanted)) {
    if (!takeLock()) {
      await new Promise((next) => setTimeout(next, 200))
      continue
    }
    try {
      // The test runner's own mode would put React's development build into the app.
      const env = { ...process.env, NODE_ENV: 'production', GUICHE_UPDATE_TRUSTED: publicHalf(feedKey) }
      const built = spawnSync(process.execPath, [join(desktop, 'build-shell.ts'), folder], { encoding: 'utf8', env })
      if (built.status !== 0) throw new Error(`the app cannot be built\n${built.stdout}${built.stderr}`)
      writeFileSync(stampFile, wanted)
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
  return join(folder, 'app')
}
