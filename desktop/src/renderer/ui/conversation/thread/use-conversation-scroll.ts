// Where a conversation stands: which of its rows are drawn, when more of it is asked for, and how far from its end one is.
import { useEffect, useEffectEvent } from 'react'
import type { ConversationRow } from './conversation-rows.ts'
import { pixelsLeft, positionAfterScroll } from './list-end.ts'
import { useShownRows } from './shown-rows.ts'
import { useFollowedEnd, type ScrollBox } from './use-followed-end.ts'
import { useJumpTarget } from './use-jump-target.ts'

/** Pixels from the top at which more of what is here is drawn. */
const nearDrawn = 400
/** Pixels from the end at which what follows a stretch of the past is asked for. */
const nearNewer = 50

interface ScrolledThread {
  /** The newest page is here, and was asked for since the line was last down. */
  isReady: boolean
  hasOlder: boolean
  /** Pixels from the top at which older messages are asked for. */
  nearTop: number
  loadOlder: () => void
  /** A stretch of the past is looked at instead of the newest one. */
  isInPast?: boolean
  loadNewer?: () => void
  target?: { id: string } | null
  onTargetShown?: () => void
  /** Something new came while the end is followed. */
  onFollowed?: () => void
}

export interface ConversationScroll<R> {
  /** The rows that are drawn, up to the newest. */
  shown: readonly R[]
  isAway: boolean
  unseen: number
  markedId: string | null
  onScroll: () => void
  toEnd: () => void
}

export function useConversationScroll<R extends ConversationRow>(
  rows: readonly R[],
  thread: ScrolledThread,
  box: ScrollBox
): ConversationScroll<R> {
  const { isReady, hasOlder, nearTop, loadOlder, isInPast = false, target = null } = thread
  const { scroller, content } = box
  const { shown, hasMore, showMore } = useShownRows(rows, target?.id ?? null)
  const end = useFollowedEnd(box, { rows, shown, isInPast, onFollowed: thread.onFollowed })
  const { position } = end
  const older = hasMore ? showMore : loadOlder

  const onScroll = () => {
    const element = scroller.current
    if (!element) return
    const { scrollTop, scrollHeight, clientHeight } = element
    const left = pixelsLeft(element)
    position.current = positionAfterScroll(position.current, scrollTop, scrollHeight, left)
    if (isInPast) position.current.isAtEnd = false
    const { isAtEnd } = position.current
    end.setAway(!isAtEnd && left > clientHeight * 0.6)
    if (isAtEnd) end.setUnseen(0)
    if (scrollTop < (hasMore ? nearDrawn : nearTop)) older()
    if (isInPast && left < nearNewer) thread.loadNewer?.()
  }
  const onResize = useEffectEvent(() => {
    const element = scroller.current
    if (!element) return
    if (position.current.isAtEnd && target === null) end.stayAtEnd()
    // What does not fill the window has nothing to scroll, and who stands at the top cannot scroll further.
    const isStuck =
      element.scrollHeight <= element.clientHeight || (!position.current.isAtEnd && element.scrollTop < nearTop)
    if (rows.length > 0 && isStuck && (hasMore || isReady)) older()
  })
  useEffect(() => {
    const observer = new ResizeObserver(onResize)
    for (const { current } of [scroller, content]) if (current) observer.observe(current)
    return () => observer.disconnect()
  }, [scroller, content])
  // More may have come to light of what is older while the rows stayed the same.
  useEffect(() => {
    if (isReady && hasOlder) onResize()
  }, [isReady, hasOlder])

  const jump = { target, shown, position, onShown: thread.onTargetShown }
  const markedId = useJumpTarget(box, jump)
  return { shown, isAway: end.isAway || isInPast, unseen: end.unseen, markedId, onScroll, toEnd: end.toEnd }
}
