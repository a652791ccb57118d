// Writes the licences of everything a workspace runs on, as they must go along with it: `node scripts/notices.ts desktop`.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { productionTree } from './licences.ts'
import { readLock, type LockedPackage } from './lock.ts'

/** Text of the licence as the package brings it; some only name it. */
function textOf(root: string, { path }: LockedPackage): string {
  const folder = join(root, path)
  if (!existsSync(folder)) return ''
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}

/** Named by packages for their types; nothing of it is in what runs. */
const forTypesOnly = /^(?:typescript$|@typescript\/|@types\/)/

/** One entry a package, by name; a text that several share stands once, under all of them. */
export function noticesOf(root: string, workspace: string): string {
  const entries = new Map<string, string[]>()
  for (const one of productionTree(readLock(root), [workspace])) {
    if (forTypesOnly.test(one.name)) continue
    const title = `${one.name} ${one.version ?? ''} (${one.license ?? 'see below'})`
    const text = textOf(root, one)
    entries.set(text, [...(entries.get(text) ?? []), title])
  }
  const blocks = [...entries].map(([text, titles]) => {
    const names = [...new Set(titles)].sort().join('\n')
    return text === '' ? names : `${names}\n\n${text}`
  })
  return `${blocks.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

if (import.meta.main) {
  process.stdout.write(noticesOf(process.cwd(), process.argv[2] ?? 'desktop'))
}
