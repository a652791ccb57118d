// Tells the customer that somebody types: now and then while it goes on, and once when it stops.
import { useCallback, useEffect, useRef } from 'react'
import { showTyping } from '@guiche/shared/features/inbox/messages.ts'
import { call } from '#platform/net/http.ts'
import { useRealtime } from '#platform/net/realtime.ts'

/** Milliseconds between two notices, and without a key until it counts as a stop. */
const every = 4_000
const restAfter = 6_000

export interface TypingNotice {
  typed: () => void
  recording: () => void
  stopped: () => void
}

export function useTypingNotice(ticketId: number): TypingNotice {
  const lastAt = useRef(0)
  const isTold = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const tell = useCallback(
    (state: 'composing' | 'recording' | 'paused') => {
      if (useRealtime.getState().state !== 'online') return
      isTold.current = state !== 'paused'
      // A sign that does not arrive is not worth a word.
      void call(showTyping, { params: { ticketId }, body: { state } }).catch(() => undefined)
    },
    [ticketId]
  )
  const stopped = useCallback(() => {
    clearTimeout(timer.current)
    lastAt.current = 0
    if (isTold.current) tell('paused')
  }, [tell])
  const typed = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(stopped, restAfter)
    if (Date.now() - lastAt.current < every) return
    lastAt.current = Date.now()
    tell('composing')
  }, [stopped, tell])
  const recording = useCallback(() => {
    clearTimeout(timer.current)
    tell('recording')
  }, [tell])
  useEffect(() => stopped, [stopped])
  return { typed, recording, stopped }
}
