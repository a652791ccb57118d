// Finds state that modules of the console hold outside stores: what no sign-out, test or reader can see.
import { parseSync, Visitor } from 'oxc-parser'
import type { Finding } from '../finding.ts'

interface Expression {
  type: string
  name?: string
  object?: Expression
  expression?: Expression
  callee?: Expression
  computed?: boolean
  property?: Expression
}

interface Declarator {
  id: { name?: string }
  init: Expression | null
  start: number
}

interface Statement {
  type: string
  kind?: string
  declaration?: Statement | null
  declarations?: Declarator[]
}

interface StateOfModule {
  name: string
  line: number
}

const changing = new Set(['set', 'add', 'delete', 'clear', 'push', 'pop', 'shift', 'unshift', 'splice'])

/** Maps by object (`WeakMap`) only remember what is said of it, and go with it. */
function isCollection(init: Expression | null): boolean {
  if (init?.expression !== undefined) return isCollection(init.expression)
  if (init?.type === 'NewExpression') return ['Map', 'Set', 'Array'].includes(init.callee?.name ?? '')
  return init?.type === 'ArrayExpression' || init?.type === 'ObjectExpression'
}

/** The name that `name.a.b` begins with. */
function rootOf(expression: Expression | undefined): string | undefined {
  if (expression?.type === 'MemberExpression') return rootOf(expression.object)
  return expression?.type === 'Identifier' ? expression.name : undefined
}

/** Names whose members are assigned, or that are called to change. */
function changedNames(program: ReturnType<typeof parseSync>['program']): Set<string> {
  const found = new Set<string | undefined>()
  const note = (target: Expression): void => {
    if (target.type === 'MemberExpression') found.add(rootOf(target))
  }
  new Visitor({
    AssignmentExpression: ({ left }) => note(left as Expression),
    UpdateExpression: ({ argument }) => note(argument as Expression),
    UnaryExpression: ({ operator, argument }) => operator === 'delete' && note(argument as Expression),
    CallExpression: ({ callee }) => {
      const { type, object, property } = callee as Expression
      if (type === 'MemberExpression' && changing.has(property?.name ?? '')) found.add(rootOf(object))
    }
  }).visit(program)
  return found as Set<string>
}

/** Variables of a module, and collections that it changes; what a `create…` function made looks after itself. */
function stateOfModule(path: string, source: string): StateOfModule[] {
  const { program } = parseSync(path, source)
  const changed = changedNames(program)
  return (program.body as Statement[]).flatMap((statement) => {
    const { type, kind, declarations = [] } = statement.declaration ?? statement
    if (type !== 'VariableDeclaration') return []
    return declarations.flatMap(({ id: { name = '' }, init, start }) =>
      kind !== 'const' || (isCollection(init) && changed.has(name))
        ? [{ name, line: source.slice(0, start).split('\n').length }]
        : []
    )
  })
}

const renderer = 'desktop/src/renderer/'

/** What may stay, by file and name, with the reason: it is of the page and not of a login, and nobody draws it. */
const stateOfPage: Readonly<Record<string, string>> = {
  'features/inbox/composer/AttachButton.tsx open': 'holds elements whose file dialog is open after React let them go',
  'features/inbox/messages/ShellIntents.tsx underWay':
    'replies that this page has taken up, whoever is signed in: main has them until they are in the outbox',
  'platform/device/bridge.ts start': 'what the shell says once, before anything is drawn',
  'platform/net/access-token.ts held':
    'the page alone holds the token: no store, no snapshot, no tool that lists stores',
  'platform/net/http.ts ofLogin': 'ends all calls of a login before any store hears of it',
  'platform/net/realtime.ts line': 'the one socket of the page',
  'platform/net/server-clock.ts ahead': 'how wrong the clock of this computer is, whoever is signed in',
  'platform/state/persisted.ts owner': 'set before the session is, so that no store writes for somebody else',
  'ui/keys/after-pointer.ts isPressed': 'whether a button of the pointer is down'
}

/** Checks the console's files, given with their sources; what is on the list and gone is a breach too. */
export function checkModuleState(
  files: readonly { file: string; source: string }[],
  known: Readonly<Record<string, string>> = stateOfPage
): Finding[] {
  const left = new Set(Object.keys(known))
  const findings = files.flatMap(({ file, source }) => {
    const place = file.slice(renderer.length)
    if (!file.startsWith(renderer) || /\.test\.tsx?$|\/testing\//.test(file)) return []
    return stateOfModule(file, source).flatMap(({ name, line }) => {
      if (left.delete(`${place} ${name}`)) return []
      const text = `'${name}' is state of a module: it belongs in a store, in ofLogin, or in what a create function makes`
      return [{ rule: 'module-state', file, line, text }]
    })
  })
  const stale = [...left].map((entry) => {
    const [place = '', name] = entry.split(' ')
    return { rule: 'module-state', file: renderer + place, line: 1, text: `'${name}' is gone: take it off the list` }
  })
  return files.some(({ file }) => file === `${renderer}main.tsx`) ? [...findings, ...stale] : findings
}
