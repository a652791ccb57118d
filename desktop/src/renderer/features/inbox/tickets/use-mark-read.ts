// The open conversation of its attendant counts as read while the window is looked at.
import { useEffect } from 'react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useUser } from '#platform/session.ts'
import { readTicket } from '#features/inbox/messages/read-ticket.store.ts'

/** True while this window is in front of the person. */
export const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

export const useMarkRead = (ticket: Ticket): void => {
  const { id: userId } = useUser()
  const isOwn = ticket.status === 'open' && ticket.userId === userId
  const hasUnread = ticket.unreadMessages > 0
  const { id } = ticket
  useEffect(() => {
    if (!isOwn || !hasUnread) return undefined
    const look = () => {
      if (isLookedAt()) void readTicket(id)
    }
    look()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [id, isOwn, hasUnread])
}
