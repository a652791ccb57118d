// Tells the others that somebody types: now and then while it goes on, and once when it stops.
import { useCallback, useEffect, useRef } from 'react'

/** Milliseconds without a key until it counts as a stop. */
const restAfter = 6_000

interface TypingNotice {
  typed: () => void
  recording: () => void
  stopped: () => void
}

/**
 * `tell` stays the same as long as it tells of one conversation, and answers whether it could. `every` is the
 * milliseconds between two notices.
 */
export function useTypingNotice(
  tell: (state: 'composing' | 'recording' | 'paused') => boolean,
  every: number
): TypingNotice {
  const lastAt = useRef(-Infinity)
  const isTold = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stopped = useCallback(() => {
    clearTimeout(timer.current)
    lastAt.current = -Infinity
    if (isTold.current) isTold.current = !tell('paused')
  }, [tell])
  const typed = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(stopped, restAfter)
    if (Date.now() - lastAt.current < every) return
    lastAt.current = Date.now()
    isTold.current = tell('composing')
  }, [every, stopped, tell])
  const recording = useCallback(() => {
    clearTimeout(timer.current)
    isTold.current = tell('recording')
  }, [tell])
  useEffect(() => stopped, [stopped])
  return { typed, recording, stopped }
}
