// Where the conversation stands: the newest stays in view until somebody reads further up, and nothing jumps.
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { notify } from '#platform/notify.ts'
import { pixelsLeft, placeAfterScroll, type ListPlace } from '#ui/list-end.ts'
import type { MessageRow } from './message-rows.ts'
import { clearTarget, letOldGo, loadNewer, loadOlder, type ThreadState } from './messages.store.ts'

/** Pixels from the top at which older messages are asked for (spec R166). */
const nearTop = 50
/** Milliseconds that a message which was jumped to stays marked. */
const markedFor = 2_200

/** What the list showed in the render before. */
interface Stood {
  first: string | undefined
  last: string | undefined
  count: number
  incoming: number
  isInPast: boolean
}

interface MessageScroll {
  list: RefObject<VirtualizerHandle | null>
  /** True in the render in which older messages were put before the first, or let go. */
  isShifted: boolean
  isAway: boolean
  unseen: number
  markedId: string | null
  onScroll: (offset: number) => void
  onResize: () => void
  toEnd: () => void
}

const lastIncoming = (rows: MessageRow[]): number =>
  rows.filter((row) => row.kind === 'message' && !row.message.fromMe).length

export const useMessageScroll = (
  ticketId: number,
  rows: MessageRow[],
  state: ThreadState,
  scroller: RefObject<HTMLElement | null>
): MessageScroll => {
  const list = useRef<VirtualizerHandle>(null)
  const place = useRef<ListPlace>({ offset: 0, scrollSize: 0, isAtEnd: true })
  const before = useRef<Stood>({ first: undefined, last: undefined, count: 0, incoming: 0, isInPast: false })
  const [isAway, setAway] = useState(false)
  const [unseen, setUnseen] = useState(0)
  const [markedId, setMarkedId] = useState<string | null>(null)
  const isInPast = state.detour !== null
  const first = rows[1]?.key
  const last = rows.at(-1)
  const wasFirst = before.current.first
  const isShifted =
    wasFirst !== undefined &&
    first !== wasFirst &&
    last?.key === before.current.last &&
    rows.length !== before.current.count

  const toEnd = useCallback(() => {
    place.current.isAtEnd = true
    setAway(false)
    setUnseen(0)
    if (rows.length > 0) list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  }, [rows.length])

  const latestEnd = useRef(toEnd)
  latestEnd.current = toEnd

  useLayoutEffect(() => {
    const was = before.current
    const incoming = lastIncoming(rows)
    const isNew = last !== undefined && last.key !== was.last
    before.current = { first, last: last?.key, count: rows.length, incoming, isInPast }
    // What was let go above took its height along; the place that the list remembers may be nowhere.
    if (!isNew && !isInPast && rows.length < was.count && place.current.isAtEnd) toEnd()
    if (!isNew || isInPast) return
    // Out of the past: back to the newest, unless one has read on until there.
    if (was.isInPast) return was.first === first ? undefined : toEnd()
    const isOwn = last.kind === 'message' && last.local !== null
    if (was.count === 0 || place.current.isAtEnd || isOwn) toEnd()
    else if (incoming > was.incoming) setUnseen((count) => count + incoming - was.incoming)
    // A busy day at the end of one conversation would fill the memory, and make each new message dearer.
    if (place.current.isAtEnd) letOldGo(ticketId)
  }, [rows, first, last, isInPast, toEnd, ticketId])

  const older = useCallback(() => void loadOlder(ticketId).catch(notify.error), [ticketId])
  const newer = useCallback(() => void loadNewer(ticketId).catch(notify.error), [ticketId])

  const onScroll = (offset: number) => {
    const handle = list.current
    if (!handle || !scroller.current) return
    const { scrollSize, viewportSize } = handle
    const left = pixelsLeft(scroller.current)
    place.current = placeAfterScroll(place.current, offset, scrollSize, left)
    if (isInPast) place.current.isAtEnd = false
    const { isAtEnd } = place.current
    setAway(!isAtEnd && left > viewportSize * 0.6)
    if (isAtEnd) setUnseen(0)
    if (offset < nearTop) older()
    if (isInPast && left < nearTop) newer()
  }
  const onResize = () => {
    const handle = list.current
    if (!handle) return
    // The list tells of new sizes before it has taken them on.
    if (place.current.isAtEnd && state.target === null)
      requestAnimationFrame(() => place.current.isAtEnd && latestEnd.current())
    // A first page that does not fill the window has nothing to scroll.
    if (handle.scrollSize <= handle.viewportSize && state.phase === 'ready') older()
  }

  const { target } = state
  useLayoutEffect(() => {
    if (target === null) return
    const index = rows.findIndex((row) => row.kind === 'message' && row.message.id === target.id)
    if (index < 0) return
    place.current.isAtEnd = false
    list.current?.scrollToIndex(index, { align: 'center' })
    setMarkedId(target.id)
    clearTarget(ticketId)
  }, [target, rows, ticketId])
  useEffect(() => {
    if (markedId === null) return
    const timer = setTimeout(() => setMarkedId(null), markedFor)
    return () => clearTimeout(timer)
  }, [markedId])

  return { list, isShifted, isAway: isAway || isInPast, unseen, markedId, onScroll, onResize, toEnd }
}
