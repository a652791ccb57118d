// A message that was jumped to: brought into the middle, and marked for a moment.
import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import type { ConversationRow } from './conversation-rows.ts'
import type { ScrollPosition } from './list-end.ts'
import { topOf, type ScrollBox } from './use-followed-end.ts'

/** Milliseconds that a message which was jumped to stays marked. */
const markedFor = 2_200

interface Jump {
  /** Null when nothing is jumped to; a new object jumps once more. */
  target: { id: string } | null
  shown: readonly ConversationRow[]
  position: RefObject<ScrollPosition>
  onShown: (() => void) | undefined
}

/** The id of the message that is marked. */
export function useJumpTarget({ scroller, content }: ScrollBox, jump: Jump): string | null {
  const { target, shown, position, onShown } = jump
  const [markedId, setMarkedId] = useState<string | null>(null)
  const [marked, setMarked] = useState(target)
  const isHere = target !== null && shown.some((row) => row.kind === 'message' && row.id === target.id)
  if (isHere && target !== marked) {
    setMarked(target)
    setMarkedId(target.id)
  }
  const done = useEffectEvent(() => onShown?.())
  useLayoutEffect(() => {
    const box = scroller.current
    const index = shown.findIndex((row) => row.kind === 'message' && row.id === target?.id)
    const row = content.current?.children[index]
    if (target === null || !box || !row) return
    position.current.isAtEnd = false
    box.scrollTop += topOf(row) - topOf(box) - (box.clientHeight - row.clientHeight) / 2
    done()
  }, [target, shown, scroller, content, position])
  useEffect(() => {
    if (markedId === null) return
    const timer = setTimeout(() => setMarkedId(null), markedFor)
    return () => clearTimeout(timer)
  }, [markedId])
  return markedId
}
