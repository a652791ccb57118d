// Reads what a source file asks for: every way TypeScript has to name another module, and every use of process.env.
import { Visitor, parseSync } from 'oxc-parser'

export interface Request {
  /** The text between the quotes, or null where it is put together while the program runs. */
  specifier: string | null
  line: number
  typeOnly: boolean
  /** A file named by its address, `new URL('./worker.ts', import.meta.url)`, for which no `#` name can stand. */
  isAddress: boolean
}

export interface SourceFacts {
  requests: Request[]
  /** Lines that read the environment of the process. */
  environmentLines: number[]
  /** Lines that say something in SQL: in a template with a tag, or as a text that is sent unread. */
  statementLines: number[]
  /** What the parser could not read. */
  errors: string[]
}

/** The little that is read of a syntax node. */
interface Node {
  type: string
  start: number
  [key: string]: unknown
}

function lineCounter(source: string): (offset: number) => number {
  const starts = [0]
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1
}

function textOf(node: unknown): string | null {
  const { type, value, quasis } = node as { type: string; value?: unknown; quasis?: { value: { cooked: string } }[] }
  if (type === 'Literal' && typeof value === 'string') return value
  if (type === 'TemplateLiteral' && quasis?.length === 1) return quasis[0]?.value.cooked ?? null
  return null
}

/** An address is relative also without `./`. */
const spelt = (text: string | null, isAddress: boolean): string | null =>
  text !== null && isAddress && !/^[./]/.test(text) ? `./${text}` : text

function named(node: unknown, name: string): boolean {
  const { type, name: own } = (node ?? {}) as { type?: string; name?: string }
  return type === 'Identifier' && own === name
}

/** True for `process` and `globalThis.process`. */
function isProcess(node: unknown): boolean {
  const { type, property } = (node ?? {}) as { type?: string; property?: unknown }
  return named(node, 'process') || (type === 'MemberExpression' && named(property, 'process'))
}

const isImportMeta = (node: unknown): boolean => (node as { type?: string } | undefined)?.type === 'MetaProperty'

/** Parses one file. */
export function readSource(path: string, source: string): SourceFacts {
  const parsed = parseSync(path, source)
  const lineOf = lineCounter(source)
  const requests: Request[] = []
  const environmentLines: number[] = []
  const statementLines: number[] = []
  const ask = (at: Node, asked: unknown, typeOnly = false, isAddress = false): void =>
    void requests.push({ specifier: spelt(textOf(asked), isAddress), line: lineOf(at.start), typeOnly, isAddress })
  const readsEnvironment = (at: Node): void => void environmentLines.push(lineOf(at.start))

  const declaration = (node: Node): void => {
    if (!node.source) return
    const specifiers = (node.specifiers ?? []) as { importKind?: string; exportKind?: string }[]
    const kinds = specifiers.map((one) => one.importKind ?? one.exportKind)
    const wholly = node.importKind === 'type' || node.exportKind === 'type'
    ask(node, node.source, wholly || (kinds.length > 0 && kinds.every((kind) => kind === 'type')))
    if (/^(node:)?process$/.test(textOf(node.source) ?? '')) {
      const own = specifiers as { type: string; imported?: unknown; local?: unknown }[]
      if (own.some((one) => named(one.imported, 'env') || (!one.imported && !named(one.local, 'process')))) {
        readsEnvironment(node)
      }
    }
  }

  const call = (node: Node): void => {
    const callee = node.callee as Node
    const first = (node.arguments as unknown[])[0]
    if (first === undefined) return
    const isResolve = callee.type === 'MemberExpression' && named(callee.property, 'resolve')
    if (callee.type === 'MemberExpression' && named(callee.property, 'unsafe')) statementLines.push(lineOf(node.start))
    if (named(callee, 'require')) ask(node, first)
    else if (isResolve && (isImportMeta(callee.object) || named(callee.object, 'require'))) ask(node, first, true)
  }

  const construction = (node: Node): void => {
    const [first, base] = node.arguments as Node[]
    const isHere = base?.type === 'MemberExpression' && isImportMeta(base.object) && named(base.property, 'url')
    const worker = first && textOf(first)
    // A folder or a data file is no module; only sources that are started as workers matter here.
    if (named(node.callee, 'URL') && isHere && worker && /\.tsx?$/.test(worker)) ask(node, first, false, true)
  }

  const member = (node: Node): void => {
    if (isProcess(node.object) && (named(node.property, 'env') || textOf(node.property) === 'env')) {
      readsEnvironment(node)
    }
  }

  const declarator = (node: Node): void => {
    const { type, properties } = node.id as { type: string; properties?: { key?: unknown }[] }
    if (type !== 'ObjectPattern' || !isProcess(node.init)) return
    if (properties?.some((one) => named(one.key, 'env') || one.key === undefined)) readsEnvironment(node)
  }

  const as = (handler: (node: Node) => void) => handler as (node: unknown) => void
  new Visitor({
    ImportDeclaration: as(declaration),
    ExportNamedDeclaration: as(declaration),
    ExportAllDeclaration: as(declaration),
    ImportExpression: as((node) => ask(node, node.source)),
    TSImportType: as((node) => ask(node, node.source, true)),
    TSImportEqualsDeclaration: as((node) => {
      const reference = node.moduleReference as Node
      if (reference.type === 'TSExternalModuleReference') ask(node, reference.expression, node.importKind === 'type')
    }),
    CallExpression: as(call),
    NewExpression: as(construction),
    TaggedTemplateExpression: as((node) => {
      if (!named((node.tag as Node).object, 'String')) statementLines.push(lineOf(node.start))
    }),
    MemberExpression: as(member),
    VariableDeclarator: as(declarator)
  }).visit(parsed.program)

  return { requests, environmentLines, statementLines, errors: parsed.errors.map((error) => error.message) }
}
