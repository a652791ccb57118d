// What has to be read before a screen shows: a chunk and all that it imports, compressed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const importPattern = /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g

/** Bytes after gzip of the entry with everything it imports, and with that of further chunks named by their beginning. */
export function initialScript(folder: string, ...names: string[]): number {
  const assets = join(folder, 'assets')
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const waiting = [...page.matchAll(/assets\/([^"]+\.js)"/g)].map(([, file]) => file)
  waiting.push(
    ...readdirSync(assets).filter((file) => file.endsWith('.js') && names.some((one) => file.startsWith(one)))
  )
  const seen = new Map<string, number>()
  for (const file of waiting) {
    if (file === undefined || seen.has(file)) continue
    const text = readFileSync(join(assets, file), 'utf8')
    seen.set(file, gzipSync(text, { level: 9 }).length)
    waiting.push(...[...text.matchAll(importPattern)].map(([, other]) => other))
  }
  return [...seen.values()].reduce((sum, bytes) => sum + bytes, 0)
}
