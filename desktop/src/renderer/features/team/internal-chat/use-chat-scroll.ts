// Where a chat stands: the newest stays in view until somebody reads further up, and older ones push nothing away.
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { pixelsLeft, positionAfterScroll, type ScrollPosition } from '#ui/conversation/thread/list-end.ts'
import type { ChatRow } from './chat-message-rows.ts'
import { loadOlder } from './chat-threads.store.ts'

/** Pixels from the top at which older messages are asked for (spec R381). */
const nearTop = 600

export function useChatScroll(
  chatId: number,
  rows: ChatRow[],
  isReady: boolean,
  scroller: RefObject<HTMLElement | null>
) {
  const list = useRef<VirtualizerHandle>(null)
  const place = useRef<ScrollPosition>({ offset: 0, scrollSize: 0, isAtEnd: true })
  const before = useRef<{ first?: string | undefined; last?: string | undefined; count: number }>({ count: 0 })
  const [isAway, setAway] = useState(false)
  // The first row is a day, which is made anew when older messages come before it.
  const first = rows[1]?.key
  const last = rows.at(-1)?.key
  const was = before.current
  const isShifted = was.first !== undefined && first !== was.first && last === was.last && rows.length > was.count

  const toEnd = useCallback(() => {
    place.current.isAtEnd = true
    setAway(false)
    if (rows.length > 0) list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  }, [rows.length])

  // The list may have grown by the time a frame has passed.
  const latestEnd = useRef(toEnd)
  latestEnd.current = toEnd

  useLayoutEffect(() => {
    const { last: lastBefore, count } = before.current
    before.current = { first, last, count: rows.length }
    if (last === undefined || last === lastBefore) return
    const isOwn = rows.at(-1)?.kind === 'outgoing'
    if (count === 0 || place.current.isAtEnd || isOwn) toEnd()
    else setAway(true)
  }, [rows, first, last, toEnd])

  const onScroll = (offset: number) => {
    const handle = list.current
    if (!handle || !scroller.current) return
    const { scrollSize, viewportSize } = handle
    const left = pixelsLeft(scroller.current)
    place.current = positionAfterScroll(place.current, offset, scrollSize, left)
    setAway(!place.current.isAtEnd && left > viewportSize * 0.6)
    if (offset < nearTop) void loadOlder(chatId)
  }
  const onResize = () => {
    const handle = list.current
    if (!handle) return
    if (place.current.isAtEnd) requestAnimationFrame(() => place.current.isAtEnd && latestEnd.current())
    // A first page that does not fill the window has nothing to scroll.
    if (isReady && handle.scrollSize <= handle.viewportSize) void loadOlder(chatId)
  }
  return { list, isShifted, isAway, onScroll, onResize, toEnd }
}
