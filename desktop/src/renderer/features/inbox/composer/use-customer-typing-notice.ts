// Tells the customer that somebody types or records.
import { useCallback } from 'react'
import { showTyping } from '@guiche/shared/features/inbox/messages.ts'
import { call } from '#platform/net/http.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { useTypingNotice } from '#ui/conversation/use-typing-notice.ts'

/** Milliseconds between two notices. */
const every = 4_000

export function useCustomerTypingNotice(ticketId: number): ReturnType<typeof useTypingNotice> {
  const tell = useCallback(
    (state: 'composing' | 'recording' | 'paused') => {
      if (useRealtime.getState().state !== 'online') return false
      // A sign that does not arrive is not worth a word.
      void call(showTyping, { params: { ticketId }, body: { state } }).catch(() => undefined)
      return true
    },
    [ticketId]
  )
  return useTypingNotice(tell, every)
}
