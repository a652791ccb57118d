// The rows of a conversation, from the oldest to the newest: days, what was said, in groups of one writer, and what happened.

/** Milliseconds between two messages of one group. */
const groupGap = 5 * 60_000

interface Moment {
  iso: string
  /** Milliseconds since 1970. */
  at: number
  /** `YYYY-MM-DD` on this computer's clock. */
  day: string
}

/** A busy conversation is put in rows ten times a second, and a message never changes its moment. */
const moments = new WeakMap<object, Moment>()

export function momentOf(message: { createdAt: string }): Moment {
  const known = moments.get(message)
  if (known) return known
  const date = new Date(message.createdAt)
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
  const moment = { iso: message.createdAt, at: date.getTime(), day }
  moments.set(message, moment)
  return moment
}

interface Said {
  /** Of the row: it stays when the server has taken what was pending. */
  key: string
  /** Of the message, by which it is jumped to. */
  id: string
  isIncoming: boolean
  /** The server does not have it yet. */
  isPending: boolean
}

interface SaidBy {
  /** Null for what stands at the end and has no moment yet. */
  moment: Moment | null
  /** Null for what stands alone. */
  writer: string | null
}

export interface DayRow {
  kind: 'day'
  key: string
  at: string
}
export type SaidRow<M> = M & Said & { kind: 'message'; isFirst: boolean; isLast: boolean }
/** What stands between the messages. */
export type LineRow<L> = { line: L; kind: 'line'; key: string }
export type ConversationRow<M = object, L = unknown> = DayRow | SaidRow<M> | LineRow<L>

function isOneGroup(a: SaidBy | undefined, b: SaidBy | undefined): boolean {
  if (!a?.moment || !b?.moment || a.writer === null) return false
  return a.writer === b.writer && Math.abs(b.moment.at - a.moment.at) < groupGap && a.moment.day === b.moment.day
}

interface Line {
  id: string
  createdAt: string
}

interface PlacedLine<L> {
  kind: 'line'
  line: L
  key: string
  by: SaidBy
}
interface PlacedItem<M> {
  kind: 'item'
  item: M
  said: Said
  key: string
  by: SaidBy
}

/** Lines in their place among what was said, after a message of the same moment. */
function withLines<M, L extends Line>(
  all: readonly PlacedItem<M>[],
  lines: readonly L[]
): (PlacedItem<M> | PlacedLine<L>)[] {
  const placed: (PlacedItem<M> | PlacedLine<L>)[] = []
  let next = 0
  const placeUpTo = (before: number): void => {
    for (let line = lines[next]; line && momentOf(line).at < before; line = lines[++next]) {
      placed.push({ kind: 'line', line, key: line.id, by: { moment: momentOf(line), writer: null } })
    }
  }
  for (const one of all) {
    placeUpTo(one.by.moment?.at ?? Infinity)
    placed.push(one)
  }
  placeUpTo(Infinity)
  return placed
}

/** `lines`: oldest first. */
export function conversationRows<M extends object, L extends Line = never>(
  items: readonly M[],
  factsOf: (item: M) => { said: Said; by: SaidBy },
  lines: readonly L[] = []
): ConversationRow<M, L>[] {
  const said = items.map((item): PlacedItem<M> => {
    const facts = factsOf(item)
    return { kind: 'item', item, key: facts.said.id, ...facts }
  })
  const all = withLines(said, lines)
  const rows: ConversationRow<M, L>[] = []
  let present = ''
  for (const [index, one] of all.entries()) {
    const { by } = one
    if (by.moment !== null && by.moment.day !== present) {
      present = by.moment.day
      rows.push({ kind: 'day', key: `day ${present} ${one.key}`, at: by.moment.iso })
    }
    if (one.kind === 'line') {
      rows.push({ kind: 'line', key: one.key, line: one.line })
      continue
    }
    const isFirst = !isOneGroup(all[index - 1]?.by, by)
    const isLast = !isOneGroup(by, all[index + 1]?.by)
    rows.push({ ...one.item, ...one.said, kind: 'message', isFirst, isLast })
  }
  return rows
}
