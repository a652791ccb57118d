// Finds texts of the console's catalogue that no screen uses: keys that stand nowhere, neither whole nor built from parts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'oxc-parser'
import { report, type Finding } from '../finding.ts'
import { listFiles } from '../list-files.ts'

/** Namespaces with the texts of each. */
export type Catalogue = Record<string, Record<string, string>>

export interface Source {
  file: string
  source: string
}

/** What the sources of a part say: words in quotation marks, and texts that are built around values. */
interface Said {
  words: Set<string>
  built: RegExp[]
  /** Namespaces whose keys come from elsewhere as a whole, such as `errors:${code}`. */
  open: Set<string>
}

/** Says a key of every namespace that a screen of records is given. */
const records = 'desktop/src/renderer/ui/records'

/** The part of the console in which the namespaces of a file count: a feature, a room, the simulator's page. */
const partOf = (file: string): string =>
  /^desktop\/src\/(?:renderer\/(?:features\/[^/]+\/[^/]+|ui\/records|[^/]+)|[^/]+)/.exec(file)?.[0] ?? file

function readSaid({ file, source }: Source, said: Said): void {
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && said.words.add(value)),
    TemplateLiteral: ({ quasis }) => {
      const parts = quasis.map(({ value }) => value.cooked ?? '')
      const isKey = parts.every((part) => /^[\w:-]*$/.test(part)) && /[a-z]{2}/i.test(parts.join(' '))
      const [, namespace] = /^(\w+):$/.exec(parts.join('')) ?? []
      if (namespace !== undefined) said.open.add(namespace)
      else if (parts.length > 1 && isKey) said.built.push(new RegExp(`^${parts.join('.+')}$`))
    }
  }).visit(parseSync(file, source).program)
}

/** The sources of the contract that a source imports: their values are keys of texts as well. */
function contractOf(root: string, { source }: Source): Source[] {
  return [...source.matchAll(/from '@guiche\/shared\/([^']+)'/g)].map(([, path = '']) => {
    const file = `shared/src/${path}`
    return { file, source: readFileSync(join(root, file), 'utf8') }
  })
}

/** Keys of the catalogue that are used nowhere, as `namespace:key`. A key counts where its namespace is named as well. */
export function unusedTexts(root: string, catalogue: Catalogue, sources: readonly Source[]): string[] {
  const parts = new Map<string, Said>()
  const everything = new Set<string>()
  for (const one of sources) {
    const part = partOf(one.file)
    const said = parts.get(part) ?? { words: new Set(), built: [], open: new Set() }
    parts.set(part, said)
    for (const read of [one, ...contractOf(root, one)]) {
      readSaid(read, said)
      for (const [word] of read.source.matchAll(/[\w-]+/g)) everything.add(word)
    }
  }
  const all = [...parts.values()]
  const says = ({ words, built }: Said, key: string): boolean => words.has(key) || built.some((one) => one.test(key))

  return Object.entries(catalogue).flatMap(([namespace, texts]) => {
    const isOpen = all.some(({ open }) => open.has(namespace))
    const speakers = [...parts].flatMap(([part, said]) =>
      part === records || namespace === 'words' || said.words.has(namespace) ? [said] : []
    )
    const isUsed = (key: string): boolean =>
      speakers.some((said) => says(said, key)) ||
      all.some((said) => says(said, `${namespace}:${key}`)) ||
      // Codes of errors have a sentence for the value that comes along, such as `ERR_TOO_MANY_REQUESTS_seconds`.
      (isOpen && everything.has(key.replace(/(?<=[A-Z])_[a-z]+$/, '')))
    return Object.keys(texts)
      .filter((key) => !isUsed(key) && !isUsed(key.replace(/_(?:zero|one|other)$/, '')))
      .map((key) => `${namespace}:${key}`)
  })
}

/** Reads catalogue and console of the tree at `root`. */
async function checkTexts(root: string): Promise<Finding[]> {
  const { pt } = await import('../../desktop/src/renderer/locales/pt.ts')
  const { simulator } = await import('../../desktop/src/renderer/locales/pt/simulator.ts')
  const files = listFiles(root, /^desktop\/src\/(?:renderer|simulator-page)\/.*\.tsx?$/)
  const sources = files
    .filter((file) => !/\/locales\/|\/testing\/|\.test\.tsx?$/.test(file))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  return unusedTexts(root, { ...pt, simulator }, sources).map((key) => ({
    rule: 'text',
    file: 'desktop/src/renderer/locales',
    line: 1,
    text: `${key} is used nowhere`
  }))
}

if (import.meta.main) report('texts', await checkTexts(process.cwd()))
