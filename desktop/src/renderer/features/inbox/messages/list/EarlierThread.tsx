// An earlier ticket of the contact, while the conversation goes on into it.
import { useEffect } from 'react'
import { timeline } from '#features/inbox/timeline/timeline.store.ts'
import { messages } from '../thread/messages.store.ts'

/** Holds the conversation of an earlier ticket while it is mounted. */
export function EarlierThread({ ticketId }: { ticketId: number }) {
  useEffect(() => {
    messages.open(ticketId)
    timeline.open(ticketId)
    return () => {
      messages.leave(ticketId)
      timeline.leave(ticketId)
    }
  }, [ticketId])
  return null
}
