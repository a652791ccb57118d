// The open conversation of its attendant counts as read while the window is looked at.
import { useEffect } from 'react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { onOnline } from '#platform/net/realtime.ts'
import { useUser } from '#platform/session/session.ts'
import { readTicket } from '#features/inbox/messages/thread/read-ticket.store.ts'
import { useTickets } from '../book/tickets.store.ts'

/** True while this window is in front of the person. */
export const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

export function useMarkRead({ id }: Ticket): void {
  const { id: userId } = useUser()
  // By the server's word: it lets nobody read for the company before it has accepted the ticket for them, and what it
  // would not call read is asked again only when something comes.
  const unreadSince = useTickets(({ book }) => {
    const known = book.tickets.get(id)
    const isOwn = known?.status === 'open' && known.userId === userId
    return isOwn && known.unreadMessages > 0 ? known.updatedAt : null
  })
  useEffect(() => {
    if (unreadSince === null) return undefined
    const look = () => {
      if (isLookedAt()) void readTicket(id)
    }
    look()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    const stop = onOnline(look)
    return () => {
      stop()
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [id, unreadSince])
}
