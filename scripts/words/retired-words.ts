// Words of before that the glossary has retired, so that they do not come back as names that others import.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const exported = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm
const parts = (name: string): string[] => name.split(/[/._-]|(?=[A-Z])/).map((part) => part.toLowerCase())

interface Retired {
  say: string
  /** Names that may have the word, for what is of another field. */
  exceptions: readonly string[]
}

const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)

/** Reads the table `| word | say | stays in |` of the glossary at `root`; empty where there is none. */
export function retiredWords(root: string): Map<string, Retired> {
  const file = join(root, 'docs/glossary.md')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, table = ''] = text.split(/^## Words of before$/m)
  return new Map(
    table.split('\n').flatMap((line) => {
      const [, words = '', say = '', stays = ''] = line.split('|')
      return codeIn(words).map((word) => [word, { say: say.trim(), exceptions: codeIn(stays) }] as const)
    })
  )
}

/** The first retired word in the file's name or in a name that it exports; null where there is none. */
export function retiredIn(words: Map<string, Retired>, path: string, source: string): string | null {
  const file = path.split('/').at(-1) ?? ''
  for (const name of [file, ...source.matchAll(exported).map(([, found = '']) => found)]) {
    const word = parts(name).find((part) => words.has(part))
    const { say, exceptions } = words.get(word ?? '') ?? {}
    if (say !== undefined && !exceptions?.includes(name))
      return `${name}: the glossary says ${say} instead of '${word}'`
  }
  return null
}
