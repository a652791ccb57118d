// Counts functions: how long each is and how many parameters it takes, so that size does not hide in closures.
import { parseSync } from 'oxc-parser'

const mostLines = 80
/** Of a function with markup in it. */
const mostMarkupLines = 120
const mostParameters = 4

interface Node {
  type: string
  start: number
  end: number
  id?: { name?: string } | null
  key?: { name?: string }
  params?: unknown[]
}

export interface LargeFunction {
  line: number
  text: string
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** The name that a function below this node goes by; undefined where the node gives none. */
function nameIn({ type, id, key }: Node): string | undefined {
  if (type === 'VariableDeclarator' || type === 'FunctionDeclaration') return id?.name
  return type === 'Property' || type === 'MethodDefinition' ? key?.name : undefined
}

/** Functions of a file that are longer than they may be, or take too many parameters. Files of tests are not counted. */
export function largeFunctions(path: string, source: string): LargeFunction[] {
  if (/\.test\.tsx?$|\.journey\.ts$/.test(path)) return []
  const found: LargeFunction[] = []
  const lineAt = (position: number): number => source.slice(0, position).split('\n').length

  function measure({ start, end, params = [] }: Node, name: string, hasMarkup: boolean): void {
    const lines = lineAt(end) - lineAt(start) + 1
    const most = hasMarkup ? mostMarkupLines : mostLines
    const line = lineAt(start)
    if (lines > most) found.push({ line, text: `'${name}' has ${lines} lines, ${most} at the most: divide it` })
    if (params.length > mostParameters) {
      const text = `'${name}' takes ${params.length} parameters, ${mostParameters} at the most: hand over an object`
      found.push({ line, text })
    }
  }

  /** True when there is markup in it. */
  function visit(value: unknown, name: string): boolean {
    if (Array.isArray(value)) return value.map((one) => visit(one, name)).includes(true)
    if (!isNode(value)) return false
    const own = nameIn(value) ?? name
    const below = Object.values(value).map((one) => visit(one, own))
    const hasMarkup = value.type.startsWith('JSX') || below.includes(true)
    if (functionTypes.has(value.type)) measure(value, own, hasMarkup)
    return hasMarkup
  }

  visit(parseSync(path, source).program.body, 'the default')
  return found
}
