// Reads addresses: those that the contract declares, and those that a source file spells again.
import { Visitor, parseSync } from 'oxc-parser'

/** Where addresses are declared: calls, what a server has besides, and pages of the console. */
export const declaresAddresses = (path: string): boolean =>
  /^shared\/src\/(?:features\/|kernel\/(?:server-paths|console-pages)\.ts$)/.test(path) && !path.endsWith('.test.ts')

/** Where no address is spelt again; tests may, for they prove what is at it. */
export const mayNotSpell = (path: string): boolean => /^(?:server|desktop)\/src\//.test(path)

interface Spelt {
  /** Without method, query and the slash at the end. */
  address: string
  line: number
}

interface Text {
  type: string
  start: number
  value?: unknown
  quasis?: { value: { cooked: string } }[]
}

const addressIn = (text: string): string | null =>
  /^(?:[A-Z]+ )?(\/[a-z][^?#\s]*?)\/?(?:[?#].*)?$/.exec(text)?.[1] ?? null

/** Texts of a file that read like an address, also behind an origin: `/tags`, `GET /tags/:id`, `${server}/tags`. */
export function speltAddresses(path: string, source: string): Spelt[] {
  const found: Spelt[] = []
  const take = (text: string, start: number): void => {
    const address = addressIn(text)
    if (address !== null) found.push({ address, line: source.slice(0, start).split('\n').length })
  }
  const literal = (node: unknown): void => {
    const { value, start } = node as Text
    if (typeof value === 'string') take(value, start)
  }
  const template = (node: unknown): void => {
    const { quasis = [], start } = node as Text
    const texts = quasis.map(({ value }) => value.cooked)
    // Behind an origin the address begins with the second part; in the middle of a text is none.
    take((texts[0] === '' ? texts.slice(1) : texts).join(':id'), start)
  }
  new Visitor({ Literal: literal, TemplateLiteral: template }).visit(parseSync(path, source).program)
  return found
}

/** Says whether a text is one of these addresses; whatever stands for a parameter counts. */
export function addressBook(declared: readonly string[]): (address: string) => boolean {
  const patterns = [...new Set(declared)].map(
    (one) => new RegExp(`^${one.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
  )
  return (address) => patterns.some((pattern) => pattern.test(address))
}
