// The newest of a conversation stays in view until somebody reads further up; nothing that is read is moved.
import {
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction
} from 'react'
import type { ConversationRow } from './conversation-rows.ts'
import { pixelsLeft, type ScrollPosition } from './list-end.ts'

/** The element that scrolls, and the one in it that holds the rows. */
export interface ScrollBox {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
}

export interface FollowedEnd {
  position: RefObject<ScrollPosition>
  isAway: boolean
  setAway: Dispatch<SetStateAction<boolean>>
  /** How many came in below what is read. */
  unseen: number
  setUnseen: Dispatch<SetStateAction<number>>
  toEnd: () => void
  stayAtEnd: () => void
}

/** What the list showed in the render before. */
interface Stood {
  first: string | undefined
  last: string | undefined
  count: number
  incoming: number
  isInPast: boolean
}

/** Pixels from the top of the window. */
export const topOf = (element: Element): number => element.getBoundingClientRect().top

const countIncoming = (rows: readonly ConversationRow[]): number =>
  rows.filter((row) => row.kind === 'message' && row.isIncoming).length

interface Followed {
  rows: readonly ConversationRow[]
  /** Those that are drawn. */
  shown: readonly ConversationRow[]
  isInPast: boolean
  /** Something new came while the end is followed. */
  onFollowed: (() => void) | undefined
}

export function useFollowedEnd({ scroller, content }: ScrollBox, followed: Followed): FollowedEnd {
  const { rows, shown, isInPast, onFollowed } = followed
  const position = useRef<ScrollPosition>({ offset: 0, scrollSize: 0, isAtEnd: true })
  const before = useRef<Stood>({ first: undefined, last: undefined, count: 0, incoming: 0, isInPast: false })
  const [isAway, setAway] = useState(false)
  const [unseen, setUnseen] = useState(0)
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
    position.current = { offset: box.scrollTop, scrollSize: box.scrollHeight, isAtEnd: true }
  }, [scroller])
  const toEnd = useCallback(() => {
    setAway(false)
    setUnseen(0)
    stayAtEnd()
  }, [stayAtEnd])
  const prune = useEffectEvent(() => onFollowed?.())

  useLayoutEffect(() => {
    const was = before.current
    const incoming = countIncoming(rows)
    const isNew = last !== undefined && last.key !== was.last
    before.current = { first, last: last?.key, count: shown.length, incoming, isInPast }
    if (anchor?.element.isConnected && scroller.current) {
      // Where the browser has seen to it, nothing is left to do.
      const moved = topOf(anchor.element) - anchor.top
      if (moved !== 0) scroller.current.scrollTop += moved
    }
    // What was let go above took its height along; the end is where it was.
    if (!isNew && !isInPast && shown.length < was.count && position.current.isAtEnd) toEnd()
    if (!isNew || isInPast) return
    // Out of the past: back to the newest, unless one has read on until there.
    if (was.isInPast) return was.first === first ? undefined : toEnd()
    const isOwn = last.kind === 'message' && last.isPending
    if (was.count === 0 || position.current.isAtEnd || isOwn) toEnd()
    else if (incoming > was.incoming) setUnseen((count) => count + incoming - was.incoming)
    // A busy day at the end of one conversation would fill the memory, and make each new message dearer.
    if (position.current.isAtEnd) prune()
    // The anchor is measured anew in every render, for what that render changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, shown.length, first, last, isInPast, toEnd, scroller])

  return { position, isAway, setAway, unseen, setUnseen, toEnd, stayAtEnd }
}
