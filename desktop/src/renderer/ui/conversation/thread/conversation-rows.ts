// The rows of a conversation, from the oldest to the newest: days, and what was said, in groups of one writer.

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
export type ConversationRow<M = object> = DayRow | SaidRow<M>

function isOneGroup(a: SaidBy | undefined, b: SaidBy | undefined): boolean {
  if (!a?.moment || !b?.moment || a.writer === null) return false
  return a.writer === b.writer && Math.abs(b.moment.at - a.moment.at) < groupGap && a.moment.day === b.moment.day
}

export function conversationRows<M extends object>(
  items: readonly M[],
  factsOf: (item: M) => { said: Said; by: SaidBy }
): ConversationRow<M>[] {
  const all = items.map((item) => ({ item, ...factsOf(item) }))
  const rows: ConversationRow<M>[] = []
  let present = ''
  for (const [index, { item, said, by }] of all.entries()) {
    if (by.moment !== null && by.moment.day !== present) {
      present = by.moment.day
      rows.push({ kind: 'day', key: `day ${present} ${said.id}`, at: by.moment.iso })
    }
    const isFirst = !isOneGroup(all[index - 1]?.by, by)
    const isLast = !isOneGroup(by, all[index + 1]?.by)
    rows.push({ ...item, ...said, kind: 'message', isFirst, isLast })
  }
  return rows
}
