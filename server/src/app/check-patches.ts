// Refuses to start with libraries that lack the patches in `patches/`: an install without scripts leaves them out.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

interface Hunk {
  file: string
  /** Line at which the hunk begins once it is applied, from 0. */
  at: number
  lines: string[]
}

function hunksOf(patch: string): Hunk[] {
  const hunks: Hunk[] = []
  let file = ''
  for (const line of patch.split('\n')) {
    const place = /^@@ -\S+ \+(\d+)/.exec(line)
    if (line.startsWith('+++ b/')) file = line.slice(6)
    else if (place) hunks.push({ file, at: Number(place[1]) - 1, lines: [] })
    else if (/^[ +](?!\+\+ )/.test(line)) hunks.at(-1)?.lines.push(line.slice(1))
  }
  return hunks
}

function problemOf(name: string, inRoot: string): string | null {
  const [, dashed = '', version] = /^(.+)\+(.+)\.patch$/.exec(name) ?? []
  const library = dashed.replaceAll('+', '/')
  const manifest = join(inRoot, 'node_modules', library, 'package.json')
  if (!existsSync(manifest)) return `${library} is not installed`
  const installed = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  if (installed.version !== version) return `${library} is ${installed.version}, its patch is for ${version}`
  const texts = new Map<string, string[]>()
  for (const { file, at, lines } of hunksOf(readFileSync(join(inRoot, 'patches', name), 'utf8'))) {
    const text = texts.get(file) ?? readFileSync(join(inRoot, file), 'utf8').split('\n')
    texts.set(file, text)
    if (lines.some((line, n) => text[at + n] !== line)) return `${file} is not patched`
  }
  return null
}

/** What is wrong with each patched library, in words; empty when all is well. */
export function patchProblems(inRoot = root): string[] {
  const names = readdirSync(join(inRoot, 'patches')).filter((name) => name.endsWith('.patch'))
  return names.flatMap((name) => problemOf(name, inRoot) ?? [])
}
