// Which rows of a conversation are drawn: at first those at its end, so that it opens at once, then more as one reads up.
import { useMemo, useState } from 'react'
import type { ConversationRow } from './conversation-rows.ts'

/** Rows that are drawn at first, and how many more at a time; a high window holds fewer. */
const atFirst = 30
/** Rows drawn above a message that is jumped to. */
const aboveTarget = 15

/**
 * Key of the message from which on everything is drawn. Null: from the very beginning, also when older ones are put
 * before it. Undefined: not decided yet.
 */
type DrawnFrom = string | null | undefined

interface Drawn {
  from: DrawnFrom
  /** Index of the first row that is drawn. */
  start: number
}

const isDay = (row: ConversationRow | undefined): boolean => row?.kind === 'day'

/** Begins at a row, or rather at the day that is written over it. */
function drawnFrom(rows: readonly ConversationRow[], index: number): Drawn {
  // A day's own key changes when older messages of it are loaded.
  const first = isDay(rows[index]) ? index + 1 : index
  const start = isDay(rows[first - 1]) ? first - 1 : first
  return start <= 0 ? { from: null, start: 0 } : { from: rows[first]?.key, start }
}

/** What is drawn now of rows of which `from` was drawn before; the message `targetId` is among it. */
export function drawn(rows: readonly ConversationRow[], from: DrawnFrom, targetId: string | null): Drawn {
  if (rows.length === 0) return { from: undefined, start: 0 }
  const known = typeof from === 'string' ? rows.findIndex(({ key }) => key === from) : -1
  const usual = Math.max(0, rows.length - atFirst)
  const begin = from === null ? 0 : known >= 0 ? known : usual
  if (targetId === null) return drawnFrom(rows, begin)
  const target = rows.findIndex((row) => row.kind === 'message' && row.id === targetId)
  return drawnFrom(rows, target < 0 ? begin : Math.min(begin, Math.max(0, target - aboveTarget)))
}

/** The same with more of what is older. */
export const withOlder = (rows: readonly ConversationRow[], start: number): Drawn =>
  drawnFrom(rows, Math.max(0, start - atFirst))

interface ShownRows<R> {
  /** The rows that are drawn, up to the newest. */
  shown: readonly R[]
  /** Older ones are here that are not drawn. */
  hasMore: boolean
  showMore: () => void
}

export function useShownRows<R extends ConversationRow>(rows: readonly R[], targetId: string | null): ShownRows<R> {
  const [before, setFrom] = useState<DrawnFrom>(undefined)
  const { from, start } = drawn(rows, before, targetId)
  if (from !== before) setFrom(from)
  const shown = useMemo(() => (start === 0 ? rows : rows.slice(start)), [rows, start])
  return { shown, hasMore: start > 0, showMore: () => setFrom(withOlder(rows, start).from) }
}
