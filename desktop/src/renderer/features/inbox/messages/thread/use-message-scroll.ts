// Where the conversation stands: the newest stays in view until somebody reads further up, and nothing jumps.
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState, type RefObject } from 'react'
import { notify } from '#platform/device/notify.ts'
import { pixelsLeft, positionAfterScroll, type ScrollPosition } from '#ui/tables/list-end.ts'
import type { MessageRow } from './message-rows.ts'
import { clearTarget, pruneOld, loadNewer, loadOlder, type ThreadState } from './messages.store.ts'
import { drawn, withOlder, type DrawnFrom } from './shown-rows.ts'

/** Pixels from the top at which older messages are asked for (spec R166), and at which more of what is here is drawn. */
const nearTop = 50
const nearDrawn = 400
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
  /** The rows that are drawn, up to the newest. */
  shown: readonly MessageRow[]
  isAway: boolean
  unseen: number
  markedId: string | null
  onScroll: () => void
  toEnd: () => void
}

/** Pixels from the top of the window. */
const topOf = (element: Element): number => element.getBoundingClientRect().top

const lastIncoming = (rows: readonly MessageRow[]): number =>
  rows.filter((row) => row.kind === 'message' && !row.message.fromMe).length

export function useMessageScroll(
  ticketId: number,
  rows: readonly MessageRow[],
  state: ThreadState,
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>
): MessageScroll {
  const place = useRef<ScrollPosition>({ offset: 0, scrollSize: 0, isAtEnd: true })
  const before = useRef<Stood>({ first: undefined, last: undefined, count: 0, incoming: 0, isInPast: false })
  const from = useRef<DrawnFrom>(undefined)
  const [, redraw] = useReducer((turn: number) => turn + 1, 0)
  const [isAway, setAway] = useState(false)
  const [unseen, setUnseen] = useState(0)
  const [markedId, setMarkedId] = useState<string | null>(null)
  const { target } = state
  const isInPast = state.detour !== null
  const { from: drawnFrom, start } = drawn(rows, from.current, target?.id ?? null)
  from.current = drawnFrom
  const shown = useMemo(() => (start === 0 ? rows : rows.slice(start)), [rows, start])
  // The first row is a day, which is made anew when older messages come before it.
  const first = shown[1]?.key
  const last = rows.at(-1)
  // What is put above the first row, or let go there, must not move what is read: the newest so far tells by how much.
  const end = first === before.current.first ? null : content.current?.lastElementChild
  const anchor = end ? { element: end, top: topOf(end) } : null

  const stayAtEnd = useCallback(() => {
    const box = scroller.current
    if (!box) return
    if (pixelsLeft(box) > 0) box.scrollTop = box.scrollHeight
    place.current = { offset: box.scrollTop, scrollSize: box.scrollHeight, isAtEnd: true }
  }, [scroller])
  const toEnd = useCallback(() => {
    setAway(false)
    setUnseen(0)
    stayAtEnd()
  }, [stayAtEnd])

  useLayoutEffect(() => {
    const was = before.current
    const incoming = lastIncoming(rows)
    const isNew = last !== undefined && last.key !== was.last
    before.current = { first, last: last?.key, count: shown.length, incoming, isInPast }
    if (anchor?.element.isConnected && scroller.current) {
      // Where the browser has seen to it, nothing is left to do.
      const moved = topOf(anchor.element) - anchor.top
      if (moved !== 0) scroller.current.scrollTop += moved
    }
    // What was let go above took its height along; the end is where it was.
    if (!isNew && !isInPast && shown.length < was.count && place.current.isAtEnd) toEnd()
    if (!isNew || isInPast) return
    // Out of the past: back to the newest, unless one has read on until there.
    if (was.isInPast) return was.first === first ? undefined : toEnd()
    const isOwn = last.kind === 'message' && last.local !== null
    if (was.count === 0 || place.current.isAtEnd || isOwn) toEnd()
    else if (incoming > was.incoming) setUnseen((count) => count + incoming - was.incoming)
    // A busy day at the end of one conversation would fill the memory, and make each new message dearer.
    if (place.current.isAtEnd) pruneOld(ticketId)
    // The anchor is measured anew in every render, for what that render changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, shown.length, first, last, isInPast, toEnd, ticketId])

  const older = () => {
    if (start === 0) return void loadOlder(ticketId).catch(notify.error)
    from.current = withOlder(rows, start).from
    redraw()
  }
  const newer = () => void loadNewer(ticketId).catch(notify.error)

  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    const { scrollTop, scrollHeight, clientHeight } = box
    const left = pixelsLeft(box)
    place.current = positionAfterScroll(place.current, scrollTop, scrollHeight, left)
    if (isInPast) place.current.isAtEnd = false
    const { isAtEnd } = place.current
    setAway(!isAtEnd && left > clientHeight * 0.6)
    if (isAtEnd) setUnseen(0)
    if (scrollTop < (start === 0 ? nearTop : nearDrawn)) older()
    if (isInPast && left < nearTop) newer()
  }
  const onResize = () => {
    const box = scroller.current
    if (!box) return
    if (place.current.isAtEnd && target === null) stayAtEnd()
    // What does not fill the window has nothing to scroll, and who stands at the top cannot scroll further.
    const isStuck = box.scrollHeight <= box.clientHeight || (!place.current.isAtEnd && box.scrollTop < nearTop)
    if (rows.length > 0 && isStuck && (start > 0 || state.phase === 'ready')) older()
  }
  const latestResize = useRef(onResize)
  latestResize.current = onResize
  useEffect(() => {
    const observer = new ResizeObserver(() => latestResize.current())
    for (const { current } of [scroller, content]) if (current) observer.observe(current)
    return () => observer.disconnect()
  }, [scroller, content])
  // More may have come to light of what is older while the rows stayed the same.
  const { hasOlder } = state.detour ?? state.thread
  useEffect(() => {
    if (state.phase === 'ready' && hasOlder) latestResize.current()
  }, [state.phase, hasOlder])

  useLayoutEffect(() => {
    const box = scroller.current
    const index = shown.findIndex((row) => row.kind === 'message' && row.message.id === target?.id)
    const row = content.current?.children[index]
    if (target === null || !box || !row) return
    place.current.isAtEnd = false
    box.scrollTop += topOf(row) - topOf(box) - (box.clientHeight - row.clientHeight) / 2
    setMarkedId(target.id)
    clearTarget(ticketId)
  }, [target, shown, ticketId, scroller, content])
  useEffect(() => {
    if (markedId === null) return
    const timer = setTimeout(() => setMarkedId(null), markedFor)
    return () => clearTimeout(timer)
  }, [markedId])

  return { shown, isAway: isAway || isInPast, unseen, markedId, onScroll, toEnd }
}
